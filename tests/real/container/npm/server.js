#!/usr/bin/env node
// A small MCP server over stdio, for `npx` and for programs that require it.
const tools = [{ name: "echo", description: "Says it again.", inputSchema: { type: "object" } }];
const answers = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "demo-mcp", version: "1.0.0" },
  },
  "tools/list": { tools },
};
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const told = answers[method]
    ? { result: answers[method] }
    : { error: { code: -32601, message: "Method not found" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...told }));
});

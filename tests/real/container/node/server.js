require("demo-mcp");

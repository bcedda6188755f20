// Answers questions with ToolPin's own functions: a JSON array of [what, text] in, a JSON array of answers out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(join(process.argv[2], name)));
const { hashToolDescriptions, hashToolManifests, hashToolSurface, deriveCapabilityManifest } = await load("capabilities.js");
const { canonicalJson } = await load("canonicalJson.js");
const { scanToolDescriptions } = await load("scan.js");
const { computeLockfileDigest, computePlanIntegrity, readLockfile } = await load("plan.js");
const { normalizeEntry } = await load("registry.js");
const { scoreServer } = await load("trust.js");
const { publicVerdict } = await load("verdict.js");
const { exportClientConfig, selectLaunchTarget, ALL_CLIENTS } = await load("config.js");
const { ListToolsResultSchema } = await import(pathToFileURL(join(process.argv[2], "../../../@modelcontextprotocol/sdk/dist/esm/types.js")));
const folder = mkdtempSync(join(tmpdir(), "toolpin-"));

async function lockfile(text) {
  const path = join(folder, "mcp-lock.json");
  writeFileSync(path, text);
  const lock = await readLockfile(path);
  const entries = Object.entries(lock.servers).map(([key, plan]) => [key, computePlanIntegrity(plan)]);
  return { digest: computeLockfileDigest(lock), entries: Object.fromEntries(entries) };
}

function hashes(tools) {
  return [hashToolDescriptions(tools), hashToolManifests(tools), hashToolSurface(tools)].map((pin) => pin.value);
}

function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { error: error.message };
  }
}

function configuration(server, client) {
  const { config, notes } = exportClientConfig(server, client);
  return { config, notes };
}

function judge(text) {
  const server = normalizeEntry(JSON.parse(text));
  const trust = scoreServer(server);
  return {
    installable: server.installable ?? true,
    trust,
    capabilityManifest: deriveCapabilityManifest(server, { generatedAt: "2026-01-02T03:04:05.006Z" }),
    launch: selectLaunchTarget(server),
    verdict: publicVerdict(trust),
    clients: Object.fromEntries(ALL_CLIENTS.map((client) => [client, attempt(() => configuration(server, client))])),
  };
}

const answers = {
  canonical: (text) => canonicalJson(JSON.parse(text)),
  order: (text) => JSON.parse(text).sort((left, right) => left.localeCompare(right)),
  hashes: (text) => hashes(JSON.parse(text)),
  // What the client of the MCP SDK makes of an answer, as ToolPin's probe takes it.
  probed: (text) =>
    hashes(
      ListToolsResultSchema.parse({ tools: JSON.parse(text) }).tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: tool.inputSchema,
      })),
    ),
  scan: (text) => scanToolDescriptions(JSON.parse(text)).findings,
  lockfile,
  judge,
};

const found = [];
for (const [what, text] of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    found.push(await answers[what](text));
  } catch (error) {
    found.push({ error: error.message });
  }
}
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(found));

// Starts the emulated GitHub on loopback: node start.mjs PORT TOKEN=LOGIN…
import { createEmulator } from "emulate";

const port = Number(process.argv[2]);
const tokens = process.argv.slice(3).map((pair) => pair.split("="));
await createEmulator({
  service: "github",
  port,
  hostname: "127.0.0.1",
  baseUrl: `http://127.0.0.1:${port}`,
  seed: {
    tokens: Object.fromEntries(tokens.map(([token, login]) => [token, { login, scopes: ["repo"] }])),
    github: {
      users: tokens.map(([, login]) => ({ login })),
      repos: [{ owner: "acme", name: "weather", auto_init: true }],
    },
  },
});

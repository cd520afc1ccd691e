// A proxy that the environment names is for the web: a relay is dialled directly.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { startCrew } from "./support/crew.mjs";

const NAMES = ["http_proxy", "https_proxy", "grpc_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Every program of this test finds a proxy in its environment; returns what it was asked for. */
async function proxyEverywhere(t) {
  const asked = [];
  const proxy = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      asked.push(String(bytes).split("\r\n")[0]);
      socket.destroy();
    });
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  t.after(() => proxy.close());
  for (const name of NAMES) process.env[name] = `http://127.0.0.1:${proxy.address().port}`;
  t.after(() => NAMES.forEach((name) => delete process.env[name]));
  return asked;
}

test("edge, agents and the command line are dialled past every proxy", async (t) => {
  const asked = await proxyEverywhere(t);
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.isLinked();
  await crew.seesPane("deck", "p", "the agent is read");
  const identity = join(temporaryFolder(t), "identity");
  await crew.collie("devices", "pair", "--label", "remote", "--identity", identity);
  const remote = ["--relay", `127.0.0.1:${crew.grpcPort}`, "--identity", identity];
  await crew.collie("receipts", ...remote);
  assert.deepEqual(asked, []);
});

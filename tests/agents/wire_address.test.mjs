// Where an agent listens.

import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { createServer } from "node:net";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";
import { temporaryFolder } from "./support/temporary.mjs";

function mode(path) {
  return (statSync(path).mode & 0o777).toString(8);
}

test("the socket is 0600 in a folder made 0700", async (t) => {
  const folder = join(temporaryFolder(t), "deep", "er");
  await openAgent(t, { socket: join(folder, "app.sock") });
  assert.deepEqual([mode(folder), mode(join(folder, "app.sock"))], ["700", "600"]);
});

test("a folder that others can enter is refused", async (t) => {
  const folder = join(temporaryFolder(t), "open");
  mkdirSync(folder);
  chmodSync(folder, 0o750);
  await assert.rejects(openAgent(t, { socket: join(folder, "app.sock") }), /is not private/);
});

test("a folder that is a symbolic link is refused", async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "real"), { mode: 0o700 });
  symlinkSync(join(folder, "real"), join(folder, "link"));
  await assert.rejects(openAgent(t, { socket: join(folder, "link", "a.sock") }), /is not private/);
});

test("a relative or too long path is refused", async (t) => {
  await assert.rejects(openAgent(t, { socket: "app.sock" }), /must be absolute/);
  const long = join(temporaryFolder(t), "x".repeat(100));
  await assert.rejects(openAgent(t, { socket: long }), /at most 103 bytes/);
});

test("a socket that a crash left is taken over, one in use is not", async (t) => {
  const path = join(temporaryFolder(t), "app.sock");
  const code = `require("net").createServer().listen(${JSON.stringify(path)},
    () => process.kill(process.pid, "SIGKILL"))`;
  await once(spawn(process.execPath, ["-e", code]), "exit");
  assert.ok(existsSync(path));
  const { edge } = await openAgent(t, { socket: path });
  await assert.rejects(openAgent(t, { socket: path }), /Another program listens/);
  assert.equal((await edge.get("hello")).status, 200);
});

test("a file that is no socket is left alone", async (t) => {
  const path = join(temporaryFolder(t), "app.sock");
  writeFileSync(path, "precious");
  await assert.rejects(openAgent(t, { socket: path }), /is no socket/);
  assert.ok(existsSync(path));
});

test("close takes the socket away", async (t) => {
  const { collie } = await openAgent(t);
  await collie.close();
  assert.equal(existsSync(collie.address), false);
});

test("a port needs a token of 32 bytes, a socket takes none", async (t) => {
  const port = { socket: undefined, port: 0 };
  await assert.rejects(openAgent(t, port), /at least 32 bytes/);
  await assert.rejects(openAgent(t, { ...port, token: "short" }), /at least 32 bytes/);
  await assert.rejects(openAgent(t, { token: "x".repeat(32) }), /takes no token/);
});

test("a port in use is told", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address();
  const options = { socket: undefined, port, token: "x".repeat(32) };
  await assert.rejects(openAgent(t, options), /EADDRINUSE/);
});

test("a connection serves many reads and is kept idle for 30 s or more", async (t) => {
  const { edge } = await openAgent(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const read = () => edge.exchange("GET", "/session/v1/hello", { agent });
  const seconds = Number(/timeout=(\d+)/.exec((await read()).headers["keep-alive"])[1]);
  assert.ok(seconds >= 30);
  await read();
  assert.equal(Object.values(agent.sockets).flat().length <= 1, true);
});

test("a capability without its handler is refused to the agent", async (t) => {
  await assert.rejects(openAgent(t, { on: { steer: undefined } }), /steer needs on\.steer/);
  await assert.rejects(openAgent(t, { caps: { fly: true } }), /no capability/);
  await assert.rejects(openAgent(t, { caps: { idsOutliveEpoch: true } }), /needs a store/);
});

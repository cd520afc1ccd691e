// The short example, from its question to its end.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Edge } from "./support/edge.mjs";
import { startProgram } from "./support/program.mjs";
import { temporaryFolder } from "./support/temporary.mjs";

async function story(t, env, socket) {
  const program = await startProgram(t, "hello.mjs", [], env);
  assert.equal(program.output(), `listening ${socket}\n`);
  const edge = new Edge(socket);
  assert.equal((await edge.pane("deploy")).openAsks, 1);
  const ask = await edge.openAsk("deploy");
  assert.deepEqual([ask.kind, ask.title], ["choice", "Deploy to staging?"]);
  const answer = { optionIds: ["yes"] };
  const reply = await edge.act(`panes/deploy/asks/${ask.id}`, { answer });
  assert.equal(reply.body.outcome, "taken");
  assert.equal(await program.ended, 0);
  assert.equal(program.output(), `listening ${socket}\nanswer: yes\n`);
  assert.equal(existsSync(socket), false);
}

test("it asks, prints the answer and ends", async (t) => {
  const socket = join(temporaryFolder(t), "named.sock");
  await story(t, { COLLIE_DURABLE_SOCKET: socket }, socket);
});

test("without a named socket it uses the runtime folder", async (t) => {
  const folder = temporaryFolder(t);
  const env = { XDG_RUNTIME_DIR: folder, COLLIE_DURABLE_SOCKET: undefined };
  await story(t, env, join(folder, "hello", "app.sock"));
});

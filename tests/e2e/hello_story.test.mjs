// An agent raises a choice, the card shows at a dashboard, one tap answers it, the agent goes on.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { startProgram } from "../agents/support/program.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { startCrew } from "./support/crew.mjs";

async function startHello(t) {
  const socket = join(temporaryFolder(t), "run", "hello.sock");
  const hello = await startProgram(t, "hello.mjs", [], { COLLIE_DURABLE_SOCKET: socket });
  const crew = await startCrew(t, { hello: socket });
  const pane = await crew.seesPane("hello", "deploy", "the card shows", ({ ask }) => ask);
  return { hello, crew, ask: pane.ask };
}

test("one tap answers the card and the agent goes on", async (t) => {
  const { hello, crew, ask } = await startHello(t);
  assert.equal(ask.title, "Deploy to staging?");
  assert.equal(ask.oneTap, true);
  const body = { requestId: "tap-1", hash: ask.hash, optionId: "yes" };
  const { status, body: receipt } = await crew.post(`/api/ask/${ask.id}`, body);
  assert.equal(status, 200, JSON.stringify(receipt));
  assert.equal(receipt.outcome, "sent");
  assert.equal(receipt.channel, "program");
  assert.equal(receipt.askHash, ask.hash);
  assert.equal(receipt.evidence, "reply");
  assert.equal(receipt.attempts, 1);
  assert.equal(receipt.device, "test");
  assert.equal(await hello.ended, 0);
  assert.match(hello.output(), /answer: yes/);
  const { body: list } = await crew.get("/api/receipts?requestId=tap-1");
  assert.equal(list.receipts[0].outcome, "sent");
});

test("the terminal answers the same card", async (t) => {
  const { hello, crew, ask } = await startHello(t);
  await crew.collie("answer", "deploy", ask.askId, "--option", "no", "--hash", ask.hash);
  await hello.ended;
  assert.match(hello.output(), /answer: no/);
});

test("without a token nothing is learned", async (t) => {
  const { crew, ask } = await startHello(t);
  const paths = ["/api/snapshot", "/api/receipts", `/api/ask/${ask.id}`, "/api/nothing-here",
    `/api/conversations/${crew.member}/hello/deploy`];
  const replies = [];
  for (const path of paths) {
    for (const [method, body] of [["GET"], ["POST", {}]]) {
      replies.push(await crew.exchange(method, path, body, null));
      replies.push(await crew.exchange(method, path, body, "collie_wrong-token-of-some-length"));
    }
  }
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [401]);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
});

test("a viewer reads and does not act, and a revoked device does neither", async (t) => {
  const { crew, ask } = await startHello(t);
  const viewer = await crew.pair("wall", "viewer");
  const act = { requestId: "wall-1", hash: ask.hash, optionId: "yes" };
  assert.equal((await crew.exchange("GET", "/api/snapshot", undefined, viewer)).status, 200);
  const refused = await crew.exchange("POST", `/api/ask/${ask.id}`, act, viewer);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, "not-allowed");
  assert.equal((await crew.get("/api/receipts?requestId=wall-1")).body.receipts.length, 0);
  await crew.collie("devices", "revoke", "wall");
  assert.equal((await crew.exchange("GET", "/api/snapshot", undefined, viewer)).status, 401);
});

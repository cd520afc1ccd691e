// The acts: what each one does, and its refusals.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";
import { until } from "./support/until.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const CHOICE = { kind: "choice", title: "Go?", options: OPTIONS };

function refused(reply, status, code) {
  assert.deepEqual([reply.status, reply.body.code], [status, code]);
}

async function userItems(edge) {
  const items = (await edge.items("p")).filter(({ kind }) => kind === "user");
  return items.map(({ text, requestId }) => [text, requestId]);
}

test("a send begins a turn, and its item names the request id", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  const before = pane.turnId;
  const reply = await edge.send("p", "hi", { requestId: "r-send" });
  assert.deepEqual([reply.status, reply.body], [200, { requestId: "r-send" }]);
  assert.deepEqual(await userItems(edge), [["hi", "r-send"]]);
  const { turn } = await edge.pane("p");
  assert.equal(turn.state, "working");
  assert.notEqual(turn.id, before);
  assert.deepEqual(calls.map(([name, act]) => [name, act.text]), [["send", "hi"]]);
});

test("the turn ends with the handler's promise; its failure is told in the chat", async (t) => {
  const on = { send: async () => Promise.reject(new Error("x")) };
  const { edge, pane } = await openAgent(t, { on });
  await edge.send("p", "hi");
  await until("the turn ends", () => pane.state === "idle");
  assert.equal((await edge.items("p")).at(-1).text, "This failed: x");
});

test("a send for a turn that moved is stale, names the turn, and runs nothing", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  const old = pane.turnId;
  await edge.send("p", "one");
  const reply = await edge.act("panes/p/send", { turn: old, text: "two" });
  refused(reply, 409, "stale");
  assert.equal(reply.body.turn, pane.turnId);
  assert.equal(calls.length, 1);
});

test("a send during its turn is kept for after it", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  await edge.send("p", "one");
  const reply = await edge.send("p", "two", { requestId: "r-two" });
  assert.deepEqual(reply.body, { requestId: "r-two", queued: true });
  assert.equal((await userItems(edge)).length, 1);
  pane.endTurn();
  await until("the queued send runs", () => calls.length === 2);
  assert.deepEqual((await userItems(edge))[1], ["two", "r-two"]);
  assert.equal(calls[1][1].queued, true);
});

test("without a queue, a send while working is unsupported", async (t) => {
  const caps = { send: true, queue: false };
  const { edge } = await openAgent(t, { caps });
  await edge.send("p", "one");
  refused(await edge.send("p", "two"), 409, "unsupported");
});

test("a full queue is busy", async (t) => {
  const { edge } = await openAgent(t);
  await edge.send("p", "first");
  let reply;
  for (let n = 0; n <= 32; n += 1) reply = await edge.send("p", `${n}`);
  refused(reply, 409, "busy");
});

test("a send while an ask is open is question-open, but stale comes before it", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.ask({ id: "a", ...CHOICE });
  refused(await edge.send("p", "hi"), 409, "question-open");
  refused(await edge.act("panes/p/send", { turn: "t-old", text: "hi" }), 409, "stale");
});

test("steer reaches the working turn only", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  const steer = (turn) => edge.act("panes/p/steer", { requestId: `r-${turn}`, turn, text: "left" });
  refused(await steer(pane.turnId), 409, "stale");
  await edge.send("p", "go");
  refused(await steer("t-old"), 409, "stale");
  pane.ask({ id: "a", ...CHOICE });
  const reply = await steer(pane.turnId);
  assert.equal(reply.status, 200);
  assert.deepEqual(calls.at(-1), ["steer", { requestId: `r-${pane.turnId}`, text: "left" }]);
  assert.deepEqual((await userItems(edge))[1], ["left", `r-${pane.turnId}`]);
});

test("abort stops the named turn, or whatever runs; an idle pane is stale", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  refused(await edge.act("panes/p/abort"), 409, "stale");
  refused(await edge.act("panes/p/abort", { turn: pane.turnId }), 409, "stale");
  await edge.send("p", "go");
  refused(await edge.act("panes/p/abort", { turn: "t-old" }), 409, "stale");
  assert.equal((await edge.act("panes/p/abort", { turn: pane.turnId })).status, 200);
  assert.equal((await edge.act("panes/p/abort")).status, 200);
  assert.equal(calls.filter(([name]) => name === "abort").length, 2);
});

test("rename gives a title", async (t) => {
  const { edge } = await openAgent(t);
  assert.equal((await edge.act("panes/p/rename", { title: "Better" })).status, 200);
  assert.equal((await edge.pane("p")).title, "Better");
  refused(await edge.act("panes/p/rename", { title: "" }), 400, "bad-request");
});

test("close drops the queue, withdraws the asks, and all but reopen is closed then", async (t) => {
  const { edge, pane } = await openAgent(t);
  await edge.send("p", "one");
  await edge.send("p", "two", { requestId: "r-dropped" });
  pane.ask({ id: "a", ...CHOICE });
  const { cursor } = await edge.pane("p");
  assert.equal((await edge.act("panes/p/close")).status, 200);
  const { events } = await edge.view("p", cursor);
  assert.deepEqual(events[0], { type: "send-dropped", requestId: "r-dropped" });
  assert.equal(events.find(({ type }) => type === "ask-closed").outcome, "withdrawn");
  const notices = (await edge.items("p")).filter(({ kind }) => kind === "notice");
  assert.match(notices[0].text, /^Not run, .*: two$/);
  assert.equal((await edge.pane("p")).turn.state, "idle");
  const turn = pane.turnId;
  const acts = {
    send: { turn, text: "x" }, steer: { turn, text: "x" }, abort: {}, rename: { title: "x" },
    close: {}, action: { actionId: "x" },
  };
  for (const [name, body] of Object.entries(acts)) {
    refused(await edge.act(`panes/p/${name}`, body), 409, "closed");
  }
  assert.equal((await edge.act("panes/p/reopen")).status, 200);
  refused(await edge.act("panes/p/reopen"), 409, "open");
  assert.equal((await edge.pane("p")).open, true);
});

test("an action must be one of the pane's", async (t) => {
  const { edge, pane, calls } = await openAgent(t);
  pane.setActions([{ id: "compact", label: "Compact" }]);
  refused(await edge.act("panes/p/action", { actionId: "x" }), 404, "no-such-action");
  const act = { requestId: "r-action", actionId: "compact" };
  assert.equal((await edge.act("panes/p/action", act)).status, 200);
  assert.deepEqual(calls, [["action", act]]);
});

test("start makes a pane that names the request id, with or without a text", async (t) => {
  const { edge, calls } = await openAgent(t);
  refused(await edge.act("start", { starterId: "none" }), 404, "no-such-starter");
  const bare = (await edge.act("start", { requestId: "r-bare", starterId: "new" })).body;
  assert.equal((await edge.items(bare.paneId))[0].requestId, "r-bare");
  const body = { requestId: "r-text", starterId: "new", text: "hello" };
  const { paneId } = (await edge.act("start", body)).body;
  const [item] = await edge.items(paneId);
  assert.deepEqual([item.kind, item.text, item.requestId], ["user", "hello", "r-text"]);
  assert.deepEqual(calls.map(([name]) => name), ["start", "start", "send"]);
});

test("an agent with 1,000 panes is busy", async (t) => {
  const { edge, tab } = await openAgent(t);
  for (let n = 1; n < 1000; n += 1) tab.pane(`p-${n}`);
  refused(await edge.act("start", { starterId: "new" }), 409, "busy");
});

test("a handler's own refusal is told, and one that breaks is internal", async (t) => {
  const { Refusal } = await import("./wire.mjs");
  const on = {
    abort: () => {
      throw new Refusal("busy", "Later.");
    },
    action: () => {
      throw new Error("secret");
    },
  };
  const { edge, pane } = await openAgent(t, { on });
  const log = t.mock.method(console, "error", () => {});
  pane.setActions([{ id: "x", label: "X" }]);
  await edge.send("p", "go");
  refused(await edge.act("panes/p/abort"), 409, "busy");
  const reply = await edge.act("panes/p/action", { actionId: "x" });
  refused(reply, 500, "internal");
  assert.ok(!JSON.stringify(reply.body).includes("secret"));
  assert.equal(log.mock.callCount(), 1);
});

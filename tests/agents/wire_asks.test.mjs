// Questions: their answers, their ends, and what comes too late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AskClosed } from "./wire.mjs";
import { openAgent } from "./support/agent.mjs";
import { until } from "./support/until.mjs";

const OPTIONS = [
  { id: "yes", label: "Yes" }, { id: "no", label: "No" }, { id: "later", label: "Later" },
];
const CHOICE = { kind: "choice", title: "Go?", options: OPTIONS };
const FIELDS = [
  { id: "name", label: "Name", type: "text", required: true },
  { id: "count", label: "Count", type: "number" },
  { id: "sure", label: "Sure", type: "boolean" },
  { id: "pick", label: "Pick", type: "choice", options: OPTIONS },
];

function answerTo(edge, askId, answer, more = {}) {
  return edge.act(`panes/p/asks/${askId}`, { answer, ...more });
}

test("an answer is taken and reaches the agent", async (t) => {
  const { edge, pane } = await openAgent(t);
  const promise = pane.ask({ id: "a", ...CHOICE });
  const reply = await answerTo(edge, "a", { optionIds: ["no"] }, { requestId: "r-a" });
  assert.deepEqual([reply.status, reply.body], [200, { requestId: "r-a", outcome: "taken" }]);
  assert.deepEqual(await promise, { optionIds: ["no"] });
});

test("an answer after the decision gets the first outcome, also in a closed pane", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.ask({ id: "a", ...CHOICE });
  await answerTo(edge, "a", { optionIds: ["no"] });
  for (let n = 0; n < 2; n += 1) {
    const reply = await answerTo(edge, "a", { optionIds: ["yes"] });
    assert.deepEqual([reply.status, reply.body.code], [409, "decided"]);
    const outcome = { outcome: "answered", decidedBy: "phone", answer: { optionIds: ["no"] } };
    assert.deepEqual(reply.body.outcome, outcome);
    if (pane.open) await edge.act("panes/p/close");
  }
});

test("a decision whose answer would pass the reply's limit leaves it out", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.ask({ id: "a", kind: "text", title: "Say" });
  const answer = { text: "x".repeat(70_000) };
  pane.closeAsk("a", { outcome: "answered", decidedBy: "agent", answer });
  const reply = await answerTo(edge, "a", { text: "y" });
  assert.deepEqual(reply.body.outcome, { outcome: "answered", decidedBy: "agent" });
});

test("an ask that the agent does not know is too-late", async (t) => {
  const { edge } = await openAgent(t);
  const reply = await answerTo(edge, "none", { optionIds: ["yes"] }, { requestId: "r-late" });
  assert.deepEqual([reply.status, reply.body], [200, { requestId: "r-late", outcome: "too-late" }]);
});

const WRONG = {
  "a choice of one": [CHOICE, [
    undefined, null, "yes", {}, { optionIds: [] }, { optionIds: "yes" }, { optionIds: ["maybe"] },
    { optionIds: ["yes", "no"] }, { text: "yes" },
  ]],
  "a choice of several": [{ ...CHOICE, multiple: true, min: 2, max: 2 }, [
    { optionIds: ["yes"] }, { optionIds: ["yes", "yes"] }, { optionIds: ["yes", "no", "later"] },
  ]],
  "a text": [{ kind: "text", title: "Say" }, [{}, { text: 5 }, { optionIds: ["yes"] }]],
  "a form": [{ kind: "form", title: "Fill", fields: FIELDS }, [
    {}, { fields: {} }, { fields: { name: 1 } }, { fields: { name: "" } },
    { fields: { name: "x", count: "1" } }, { fields: { name: "x", sure: "true" } },
    { fields: { name: "x", pick: "none" } }, { fields: { name: "x", other: 1 } },
  ]],
};

for (const [name, [ask, answers]] of Object.entries(WRONG)) {
  test(`the wrong answer to ${name} is bad-answer, and the ask stays open`, async (t) => {
    const { edge, pane } = await openAgent(t);
    pane.ask({ id: "a", ...ask });
    for (const answer of answers) {
      const reply = await answerTo(edge, "a", answer);
      const told = [reply.status, reply.body.code];
      assert.deepEqual(told, [400, "bad-answer"], JSON.stringify(answer));
    }
    assert.equal((await edge.openAsk("p")).id, "a");
  });
}

test("bad-answer of a form names the field", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.ask({ id: "a", kind: "form", title: "Fill", fields: FIELDS });
  const reply = await answerTo(edge, "a", { fields: { name: "x", count: "1" } });
  assert.equal(reply.body.field, "count");
});

test("right answers of the other kinds are taken", async (t) => {
  const { edge, pane } = await openAgent(t);
  const cases = [
    [{ ...CHOICE, multiple: true }, { optionIds: ["yes", "later"] }],
    [{ ...CHOICE, kind: "permission" }, { optionIds: ["yes"] }],
    [{ kind: "text", title: "Say" }, { text: "" }],
    [{ kind: "form", title: "Fill", fields: FIELDS },
      { fields: { name: "x", count: 1.5, sure: false, pick: "no" } }],
  ];
  for (const [n, [ask, answer]] of cases.entries()) {
    const promise = pane.ask({ id: `a-${n}`, ...ask });
    assert.equal((await answerTo(edge, `a-${n}`, answer)).body.outcome, "taken");
    assert.deepEqual(await promise, answer);
  }
});

test("an ask times out by the agent's clock, and a later answer is told so", async (t) => {
  const { edge, pane } = await openAgent(t);
  const promise = pane.ask({ id: "a", ...CHOICE, expiresAt: Date.now() + 50 });
  await assert.rejects(promise, new AskClosed("timed-out"));
  const reply = await answerTo(edge, "a", { optionIds: ["yes"] });
  assert.deepEqual(reply.body.outcome, { outcome: "timed-out", decidedBy: "timeout" });
});

test("an answer after expiresAt never wins over the timer", async (t) => {
  let now = 1_000_000;
  const { edge, pane } = await openAgent(t, { now: () => now });
  pane.ask({ id: "a", ...CHOICE, expiresAt: 9_000_000 });
  now = 9_000_000;
  const reply = await answerTo(edge, "a", { optionIds: ["yes"] });
  assert.equal(reply.body.outcome.outcome, "timed-out");
});

test("the agent may decide itself", async (t) => {
  const { edge, pane } = await openAgent(t);
  const promise = pane.ask({ id: "a", ...CHOICE });
  const outcome = { outcome: "answered", decidedBy: "agent", answer: { optionIds: ["no"] } };
  pane.closeAsk("a", outcome);
  assert.deepEqual(await promise, { optionIds: ["no"] });
  assert.deepEqual((await answerTo(edge, "a", { optionIds: ["yes"] })).body.outcome, outcome);
});

test("a closed ask stays in the chat, under its itemId", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.ask({ id: "a", ...CHOICE, itemId: "i-ask" });
  await answerTo(edge, "a", { optionIds: ["yes"] });
  const items = await edge.items("p");
  assert.deepEqual([items[0].id, items[0].kind, items[0].text], ["i-ask", "notice", "Go? Yes"]);
});

test("an ask never changes under its id; the same one again joins it", async (t) => {
  const { edge, pane } = await openAgent(t);
  const first = pane.ask({ id: "a", ...CHOICE });
  assert.throws(() => pane.ask({ id: "a", ...CHOICE, title: "Stay?" }), TypeError);
  const second = pane.ask({ id: "a", ...CHOICE });
  assert.equal((await edge.pane("p")).openAsks, 1);
  await answerTo(edge, "a", { optionIds: ["yes"] });
  assert.deepEqual(await Promise.all([first, second, pane.ask({ id: "a", ...CHOICE })]), [
    { optionIds: ["yes"] }, { optionIds: ["yes"] }, { optionIds: ["yes"] },
  ]);
});

test("asks that break the contract are refused to the agent", async (t) => {
  const { pane } = await openAgent(t);
  const many = Array.from({ length: 33 }, (_, n) => ({ id: `o-${n}`, label: "O" }));
  const always = OPTIONS.map((option) => ({ ...option, always: true }));
  const wrong = [
    { ...CHOICE, id: "a b" }, { ...CHOICE, title: "" }, { ...CHOICE, options: [] },
    { ...CHOICE, options: many }, { ...CHOICE, options: [OPTIONS[0], OPTIONS[0]] },
    { ...CHOICE, kind: "riddle" }, { ...CHOICE, kind: "permission", options: always },
    { ...CHOICE, multiple: true, min: 4 }, { ...CHOICE, expiresAt: 1.5 },
    { kind: "form", title: "F", fields: [{ id: "x", label: "X", type: "date" }] },
  ];
  for (const ask of wrong) assert.throws(() => pane.ask(ask), TypeError, JSON.stringify(ask));
  for (let n = 0; n < 16; n += 1) pane.ask({ ...CHOICE, id: `a-${n}` });
  assert.throws(() => pane.ask({ ...CHOICE, id: "a-17" }), /at most 16/);
});

test("withdrawn asks end their promises", async (t) => {
  const { edge, pane } = await openAgent(t);
  const promise = pane.ask({ id: "a", ...CHOICE });
  await edge.act("panes/p/close");
  await assert.rejects(promise, (error) => error.outcome === "withdrawn");
  await until("no ask is open", async () => (await edge.pane("p")).openAsks === 0);
});

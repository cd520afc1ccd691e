// One intent of a person is one act, whoever sends it and how often, and an answer goes to its own
// question.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { askHash } from "../agents/wire.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { answerAfter, drop } from "./support/misreplies.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const choice = (id, title = `Go ${id}?`) => ({ id, kind: "choice", title, options: OPTIONS });

// A crew with one agent and one pane, "p", in which these questions are open.
async function openCrew(t, asks = []) {
  const agent = await openCountingAgent(t, ["p"]);
  for (const ask of asks) agent.pane("p").raise(ask);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", "p", "the questions are seen", ({ openAsks }) => openAsks === asks.length);
  return { agent, crew, pane: agent.pane("p") };
}

let minted = 0;
const requestId = () => `intent-${(minted += 1)}`;

function answer(crew, ask, optionId, more = {}) {
  const body = { requestId: requestId(), askId: ask.id, hash: askHash(ask), answer: { optionIds: [optionId] } };
  return crew.act("deck", "p", "answer", { ...body, ...more });
}

function tap(crew, { id, hash }, optionId) {
  return crew.post(`/api/ask/${id}`, { requestId: requestId(), hash, optionId });
}

// The cards of all open questions, as the dashboard has them, by the agent's ids.
async function cards(crew) {
  const { asks } = await crew.conversation("deck", "p");
  return Object.fromEntries(asks.map((ask) => [ask.askId, ask]));
}

const answers = (pane) =>
  Object.fromEntries([...pane.asks].map(([id, { closed }]) => [id, closed?.answer.optionIds[0]]));

test("one request id from twenty clients at once is one POST and one receipt", async (t) => {
  const { agent, crew, pane } = await openCrew(t);
  let release;
  agent.spoil("twenty", answerAfter(new Promise((done) => (release = done))));
  const replies = [];
  const body = { requestId: "twenty", turn: pane.turn.id, text: "once" };
  const all = Array.from({ length: 20 }, async () => replies.push(await crew.act("deck", "p", "send", body)));
  await until("it is posted", () => agent.posted("twenty") > 0);
  await Promise.all(Array.from({ length: 20 }, () => crew.snapshot()));
  assert.equal(replies.length, 0, "all wait for the one");
  release();
  await Promise.all(all);

  assert.equal(agent.posted("twenty"), 1);
  assert.equal(agent.ran("twenty"), 1);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.equal(replies.filter(({ body: { replayed } }) => replayed).length, 19);
  const told = replies.map(({ body: receipt }) => JSON.stringify({ ...receipt, replayed: false, effectiveAt: 0 }));
  assert.equal(new Set(told).size, 1, told.join("\n"));
  const { body: list } = await crew.get("/api/receipts?requestId=twenty");
  assert.equal(list.receipts.length, 1);
});

test("of two dashboards that answer one question at the same moment one is sent", async (t) => {
  const { agent, crew, pane } = await openCrew(t, [choice("go")]);
  const { go } = await cards(crew);
  const other = await crew.pair("other", "operator");
  const second = { requestId: requestId(), askId: "go", hash: go.hash, answer: { optionIds: ["no"] } };
  const path = `/api/conversations/${crew.member}/deck/p/answer`;
  const both = (await Promise.all([tap(crew, go, "yes"), crew.exchange("POST", path, second, other)]))
    .map(({ body }) => body);
  const sent = both.filter(({ outcome }) => outcome === "sent");
  assert.equal(sent.length, 1, JSON.stringify(both));
  const [late] = both.filter((receipt) => receipt !== sent[0]);
  assert.equal(late.outcome, "refused");
  assert.match(late.reason, /^(busy|decided)$/);
  const picked = answers(pane).go;
  assert.equal(picked, sent[0] === both[0] ? "yes" : "no");
  if (late.reason === "decided") assert.deepEqual(late.decision.answer.optionIds, [picked]);
  assert.equal(agent.ran(late.requestId), 0);
});

test("an answer to a question that was decided meanwhile shows the first outcome", async (t) => {
  const { agent, crew, pane } = await openCrew(t, [choice("go")]);
  const first = requestId();
  agent.hold(first); // taken, and not shown
  agent.spoil(first, drop);
  assert.equal((await answer(crew, choice("go"), "yes", { requestId: first })).body.outcome, "unknown");
  const { status, body } = await answer(crew, choice("go"), "no");
  assert.equal(status, 409);
  assert.equal(body.reason, "decided", JSON.stringify(body));
  assert.equal(body.decision.outcome, "answered");
  assert.deepEqual(body.decision.answer.optionIds, ["yes"]);
  agent.show(first);
  assert.equal(answers(pane).go, "yes");
  await crew.receiptShows(first, "the first is known as sent", ({ outcome }) => outcome === "sent");
});

test("five questions of one pane are answered out of order, each under its own id", async (t) => {
  const asks = ["a", "b", "c", "d", "e"].map((id) => choice(id));
  const { agent, crew, pane } = await openCrew(t, asks);
  const seen = await cards(crew);
  assert.deepEqual(Object.keys(seen).sort(), ["a", "b", "c", "d", "e"]);
  const picks = { d: "no", b: "yes", e: "no", a: "yes", c: "no" };
  for (const [n, [id, pick]] of Object.entries(picks).entries()) {
    const ask = asks.find((one) => one.id === id);
    const { body } = await (n % 2 === 0 ? tap(crew, seen[id], pick) : answer(crew, ask, pick));
    assert.equal(body.outcome, "sent", `${id}: ${JSON.stringify(body)}`);
    assert.deepEqual(agent.posts.get(body.requestId).map(({ path }) => path), [`panes/p/asks/${id}`]);
  }
  assert.deepEqual(answers(pane), picks);
});

test("of two questions with the same text an answer never reaches the other", async (t) => {
  const [one, two] = [choice("one", "Really?"), choice("two", "Really?")];
  const { agent, crew, pane } = await openCrew(t, [one, two]);
  const seen = await cards(crew);
  assert.notEqual(seen.one.hash, seen.two.hash);
  assert.notEqual(seen.one.id, seen.two.id);
  const crossed = await answer(crew, two, "yes", { hash: askHash(one) });
  assert.equal(crossed.body.reason, "ask-changed", JSON.stringify(crossed.body));

  assert.equal((await tap(crew, seen.one, "yes")).body.outcome, "sent");
  assert.deepEqual(answers(pane), { one: "yes", two: undefined });
  for (const late of [await tap(crew, seen.one, "no"), await answer(crew, one, "no")]) {
    assert.equal(late.body.outcome, "refused");
    assert.match(late.body.reason, /^(ask-closed|decided)$/);
    assert.equal(agent.ran(late.body.requestId), 0);
  }
  assert.deepEqual(answers(pane), { one: "yes", two: undefined });
  assert.equal((await answer(crew, two, "no")).body.outcome, "sent");
  assert.deepEqual(answers(pane), { one: "yes", two: "no" });
});

test("a question raised again by the next run of the agent is answered under its id", async (t) => {
  const asks = [choice("one"), choice("two")];
  const { agent, crew, pane } = await openCrew(t, asks);
  const before = await cards(crew);
  const { epoch } = agent;
  await agent.startAnew();
  await crew.sees("the new run is seen", (_, source) => source.epoch !== epoch && source.state === "live", "deck");
  const after = await until("both questions are open again", async () => {
    const seen = await cards(crew);
    return seen.one && seen.two && seen;
  }, { withinMs: 30_000 });
  assert.equal(after.one.hash, before.one.hash, "the same id is the same question");
  assert.notEqual(after.one.id, before.one.id, "its one-use id is of this run");

  const old = await tap(crew, before.one, "no");
  assert.equal(old.body.reason, "ask-closed", JSON.stringify(old.body));
  assert.equal((await tap(crew, after.one, "yes")).body.outcome, "sent");
  assert.equal((await answer(crew, asks[1], "no")).body.outcome, "sent");
  assert.deepEqual(answers(pane), { one: "yes", two: "no" });
});

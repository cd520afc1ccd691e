// What a person saw has moved before they act: refused by its reason, and nothing at the agent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const QUESTION = {
  kind: "choice", id: "deploy-1", title: "Deploy?",
  options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
};

async function openCrew(t) {
  const agent = await openAgent(t);
  const crew = await startCrew(t, { deck: agent.collie.address });
  const pane = await crew.seesPane("deck", "p", "the pane is listed");
  return { ...agent, crew, seen: pane };
}

let minted = 0;
const requestId = () => `moved-${(minted += 1)}`;

async function refuses(reply, reason) {
  const { status, body } = await reply;
  assert.equal(body.outcome, "refused", JSON.stringify(body));
  assert.equal(body.reason, reason);
  assert.equal(status, 409);
  assert.equal(body.attempts, 0);
  return body;
}

test("a question that opened since the read refuses a send", async (t) => {
  const { pane, calls, crew, seen } = await openCrew(t);
  pane.ask(QUESTION).catch(() => {});
  await refuses(crew.act("deck", "p", "send", { requestId: requestId(), turn: seen.turn.id, text: "go" }),
    "question-open");
  assert.deepEqual(calls, []);
});

test("a turn that started since the read refuses a send", async (t) => {
  const { pane, calls, crew, seen } = await openCrew(t);
  pane.turn("working");
  await refuses(crew.act("deck", "p", "send", { requestId: requestId(), turn: seen.turn.id, text: "go" }),
    "turn-moved");
  assert.deepEqual(calls, []);
});

test("a question that is not the one that was seen refuses an answer and shows the current one", async (t) => {
  const { pane, crew } = await openCrew(t);
  const answered = pane.ask(QUESTION);
  let isAnswered = false;
  answered.then(() => (isAnswered = true), () => {});
  const { ask } = await crew.seesPane("deck", "p", "the card shows", (shown) => shown.ask);
  const body = { requestId: requestId(), askId: "deploy-1", hash: "0".repeat(64), answer: { optionIds: ["yes"] } };
  const receipt = await refuses(crew.act("deck", "p", "answer", body), "ask-changed");
  assert.equal(receipt.ask.hash, ask.hash);
  assert.equal(receipt.ask.title, "Deploy?");
  await refuses(crew.post(`/api/ask/${ask.id}`, { requestId: requestId(), hash: "0".repeat(64), optionId: "yes" }),
    "ask-changed");
  assert.equal(isAnswered, false);
});

test("a question that closed since the read refuses an answer", async (t) => {
  const { pane, crew } = await openCrew(t);
  pane.ask(QUESTION).catch(() => {});
  const { ask } = await crew.seesPane("deck", "p", "the card shows", (shown) => shown.ask);
  await crew.conversation("deck", "p");
  pane.withdrawAsks();
  // Before anybody read how it ended it is only known to be gone.
  const { body: tap } = await crew.post(
    `/api/ask/${ask.id}`, { requestId: requestId(), hash: ask.hash, optionId: "yes" });
  assert.equal(tap.outcome, "refused", JSON.stringify(tap));
  assert.match(tap.reason, /^(ask-closed|decided)$/);
  await crew.seesPane("deck", "p", "the card is gone", (shown) => !shown.ask);
  await until("somebody who reads the conversation is told how it ended", async () => {
    const { closedAsks } = await crew.conversation("deck", "p");
    return closedAsks.some(({ askId }) => askId === "deploy-1");
  });
  const late = await refuses(
    crew.post(`/api/ask/${ask.id}`, { requestId: requestId(), hash: ask.hash, optionId: "yes" }), "decided");
  assert.equal(late.decision.outcome, "withdrawn");
  assert.deepEqual(late.conversation, { member: crew.member, source: "deck", pane: "p" });
  const body = { requestId: requestId(), askId: "deploy-1", hash: ask.hash, answer: { optionIds: ["yes"] } };
  const card = await refuses(crew.act("deck", "p", "answer", body), "decided");
  assert.equal(card.decision.outcome, "withdrawn");
  assert.equal(card.askId, "deploy-1");
});

test("what one tap cannot answer is answered at the card", async (t) => {
  const { pane, crew } = await openCrew(t);
  const answered = pane.ask({ kind: "text", id: "why", title: "Why?" });
  const { ask } = await crew.seesPane("deck", "p", "the card shows", (shown) => shown.ask);
  assert.equal(ask.oneTap, false);
  await refuses(crew.post(`/api/ask/${ask.id}`, { requestId: requestId(), hash: ask.hash, optionId: "yes" }),
    "not-one-tap");
  const body = { requestId: requestId(), askId: "why", hash: ask.hash, answer: { text: "because" } };
  const { status, body: receipt } = await crew.act("deck", "p", "answer", body);
  assert.equal(status, 200, JSON.stringify(receipt));
  assert.deepEqual(await answered, { text: "because" });
});

test("an option that lasts needs its confirmation", async (t) => {
  const { pane, crew } = await openCrew(t);
  const options = [{ id: "once", label: "Once" }, { id: "ever", label: "Always", always: true }];
  const answered = pane.ask({ kind: "permission", id: "run", title: "Run?", options });
  const { ask } = await crew.seesPane("deck", "p", "the card shows", (shown) => shown.ask);
  await refuses(crew.post(`/api/ask/${ask.id}`, { requestId: requestId(), hash: ask.hash, optionId: "ever" }),
    "not-one-tap");
  const answer = { askId: "run", hash: ask.hash, answer: { optionIds: ["ever"] } };
  await refuses(crew.act("deck", "p", "answer", { ...answer, requestId: requestId() }), "confirm-needed");
  const sent = await crew.act("deck", "p", "answer", { ...answer, requestId: requestId(), confirmed: true });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  assert.deepEqual(await answered, { optionIds: ["ever"] });
});

test("a repeat of a request id gets its receipt, and another payload gets none", async (t) => {
  const { calls, crew, seen } = await openCrew(t);
  const body = { requestId: "same-1", turn: seen.turn.id, text: "go" };
  const first = await crew.act("deck", "p", "send", body);
  assert.equal(first.body.outcome, "sent", JSON.stringify(first.body));
  assert.equal(first.body.replayed, false);
  const second = await crew.act("deck", "p", "send", body);
  assert.equal(second.status, 200);
  assert.equal(second.body.replayed, true);
  assert.deepEqual({ ...second.body, replayed: false }, { ...first.body, effectiveAt: second.body.effectiveAt, effect: second.body.effect });
  const other = await crew.act("deck", "p", "send", { ...body, text: "go elsewhere" });
  assert.equal(other.status, 409);
  assert.equal(other.body.code, "request-id-reused");
  assert.equal(calls.length, 1);
  const unknown = await crew.act("deck", "p", "send", { ...body, requestId: "never-seen", again: true });
  assert.equal(unknown.body.code, "unknown-request");
});

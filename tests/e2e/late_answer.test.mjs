// An answer whose question is over is told how it ended, by whoever of relay and edge saw it: also
// where nobody reads the conversation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";

const QUESTION = {
  kind: "choice", id: "deploy-1", title: "Deploy?",
  options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
};

test("a tap and an answer after the agent withdrew the question are told so, and where it was", async (t) => {
  const { pane, collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  pane.ask(QUESTION).catch(() => {});
  const { ask } = await crew.seesPane("deck", "p", "the card shows", (shown) => shown.ask);
  pane.withdrawAsks();
  await crew.seesPane("deck", "p", "the card is gone", (shown) => !shown.ask);

  const where = { member: crew.member, source: "deck", pane: "p" };
  const answer = { requestId: "late-1", askId: "deploy-1", hash: ask.hash, answer: { optionIds: ["yes"] } };
  const replies = [
    await crew.act("deck", "p", "answer", answer),
    await crew.post(`/api/ask/${ask.id}`, { requestId: "late-2", hash: ask.hash, optionId: "yes" }),
  ];
  for (const { status, body } of replies) {
    assert.equal(status, 409, JSON.stringify(body));
    assert.equal(body.reason, "decided", JSON.stringify(body));
    assert.equal(body.decision.outcome, "withdrawn");
    assert.equal(body.askId, "deploy-1");
    assert.deepEqual(body.conversation, where);
    assert.equal(body.attempts, 0);
  }
});

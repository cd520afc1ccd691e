// A source whose address changes is a new source: nothing of the old one reaches the new one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { drop, hang } from "./support/misreplies.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const ASK = { id: "go", kind: "choice", title: "Go?", options: OPTIONS };

// Two agents with the same pane and question; the crew has the first one, as "deck".
async function openTwo(t) {
  const [old, next] = [await openCountingAgent(t, ["p", "q"]), await openCountingAgent(t, ["p", "q"])];
  for (const agent of [old, next]) agent.pane("q").raise(ASK);
  const crew = await startCrew(t, { deck: old.socket });
  const { ask } = await crew.seesPane("deck", "q", "the question is seen", (pane) => pane.ask);
  return { old, next, crew, card: ask };
}

async function moveTo({ crew, next }) {
  await crew.collie("durable", "detach", "deck");
  await crew.attach("deck", next.socket);
  await crew.sees("the new one is live", (_, { epoch, state }) => epoch === next.epoch && state === "live", "deck");
}

const send = (agent, requestId) => ({ requestId, turn: agent.pane("p").turn.id, text: "go" });

test("an act that ended unknown at the old address is never posted to the new one", async (t) => {
  const story = await openTwo(t);
  const { old, next, crew } = story;
  old.hold("lost");
  old.spoil("lost", drop);
  const body = send(old, "lost");
  assert.equal((await crew.act("deck", "p", "send", body)).body.outcome, "unknown");
  await moveTo(story);
  for (const more of [{}, { again: true }, { again: true }]) {
    const { body: receipt } = await crew.act("deck", "p", "send", { ...body, ...more });
    assert.match(receipt.outcome, /^(unknown|maybe-applied)$/, JSON.stringify(receipt));
  }
  assert.equal(next.posted("lost"), 0);
  assert.equal(old.posted("lost"), 1);
  assert.equal((await crew.act("deck", "p", "send", send(next, "fresh"))).body.outcome, "sent");
});

test("what the new agent shows proves nothing about an act of the old one", async (t) => {
  const story = await openTwo(t);
  const { old, next, crew } = story;
  old.hold("lost");
  old.spoil("lost", drop);
  assert.equal((await crew.act("deck", "p", "send", send(old, "lost"))).body.outcome, "unknown");
  await moveTo(story);
  next.pane("p").say("go", "lost");
  await until("the crew sees what it shows", async () => {
    const conversation = await crew.conversation("deck", "p");
    return conversation?.items?.some(({ requestId }) => requestId === "lost");
  }, { withinMs: 40_000 });
  assert.equal((await crew.receipt("lost")).outcome, "unknown");
});

test("an act under way at the old address ends unknown, and the new one is free", async (t) => {
  const story = await openTwo(t);
  const { old, next, crew } = story;
  old.hold("hangs");
  old.spoil("hangs", hang);
  const hanging = crew.act("deck", "p", "send", send(old, "hangs"));
  await until("it is posted", () => old.posted("hangs") === 1);
  await moveTo(story);
  const { body } = await hanging;
  assert.match(body.outcome, /^(unknown|maybe-applied)$/, JSON.stringify(body));
  let tries = 0;
  await until("the conversation is free", async () => {
    const reply = await crew.act("deck", "p", "send", send(next, `fresh-${(tries += 1)}`));
    return reply.body.outcome === "sent";
  }, { withinMs: 30_000 });
  assert.equal(next.posted("hangs"), 0);
  assert.equal(old.posted("hangs"), 1);
});

test("a one-use id of the old address answers nothing at the new one", async (t) => {
  const story = await openTwo(t);
  const { old, next, crew, card } = story;
  await moveTo(story);
  const { ask } = await crew.seesPane("deck", "q", "the question of the new one is seen", (pane) => pane.ask);
  assert.notEqual(ask.id, card.id);
  const late = await crew.post(`/api/ask/${card.id}`, { requestId: "late", hash: card.hash, optionId: "yes" });
  assert.equal(late.body.reason, "ask-closed", JSON.stringify(late.body));
  assert.equal(old.posted("late") + next.posted("late"), 0);
  const fresh = await crew.post(`/api/ask/${ask.id}`, { requestId: "fresh", hash: ask.hash, optionId: "yes" });
  assert.equal(fresh.body.outcome, "sent", JSON.stringify(fresh.body));
});

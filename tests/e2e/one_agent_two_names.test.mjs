// An agent that is attached under two names is one agent: the later name is read-only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { hang } from "./support/misreplies.mjs";

async function openTwice(t) {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket, twin: agent.socket });
  const twin = await crew.sees("the later one is a duplicate", (_, source) =>
    source.state === "duplicate-source" && source, "twin");
  await crew.sees("the first one is live", (_, { state }) => state === "live", "deck");
  return { agent, crew, twin };
}

const send = (agent, requestId) => ({ requestId, turn: agent.pane("p").turn.id, text: "go" });

test("the later name is read-only, and acts only once it is the only one", async (t) => {
  const { agent, crew } = await openTwice(t);
  const refused = await crew.act("twin", "p", "send", send(agent, "late"));
  assert.equal(refused.body.outcome, "refused", JSON.stringify(refused.body));
  assert.equal(refused.body.reason, "duplicate-source");
  assert.equal(agent.posted("late"), 0);
  assert.equal((await crew.act("deck", "p", "send", send(agent, "first"))).body.outcome, "sent");

  await crew.collie("durable", "detach", "deck");
  await crew.sees("the other one is live", (_, { state }) => state === "live", "twin");
  assert.equal((await crew.act("twin", "p", "send", send(agent, "alone"))).body.outcome, "sent");
  assert.deepEqual([agent.ran("late"), agent.ran("first"), agent.ran("alone")], [0, 1, 1]);
});

test("the later name takes no act while one of the first is under way", async (t) => {
  const { agent, crew } = await openTwice(t);
  agent.hold("hangs");
  agent.spoil("hangs", hang);
  let hasEnded = false;
  const hanging = crew.act("deck", "p", "send", send(agent, "hangs")).finally(() => (hasEnded = true));
  await until("it is posted", () => agent.posted("hangs") === 1);
  await crew.collie("durable", "detach", "deck");

  let tries = 0;
  const early = [];
  await until("the other one takes an act", async () => {
    const requestId = `try-${(tries += 1)}`;
    const { body } = await crew.act("twin", "p", "send", send(agent, requestId));
    if (body.outcome === "sent" && !hasEnded) early.push(body);
    return body.outcome === "sent";
  }, { withinMs: 60_000 });
  assert.deepEqual(early, [], "nothing was taken beside the act under way");
  const { body } = await hanging;
  assert.match(body.outcome, /^(unknown|maybe-applied)$/, JSON.stringify(body));
  assert.equal(agent.posted("hangs"), 1);
});

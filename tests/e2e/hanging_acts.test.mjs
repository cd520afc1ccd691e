// An agent that takes acts and never replies costs its own acts their time, and no other agent's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { hang } from "./support/misreplies.mjs";

const HUNG = 20;
const ACT_MS = 10_000; // an agent's own deadline for an act

test("acts that hang at one agent keep no act of another waiting", async (t) => {
  const panes = Array.from({ length: HUNG }, (_, i) => `p${i}`);
  const slow = await openCountingAgent(t, panes);
  const fast = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { slow: slow.socket, fast: fast.socket });
  await crew.seesPane("slow", panes.at(-1), "the slow one is seen");
  await crew.seesPane("fast", "p", "the fast one is seen");
  const send = (agent, pane, requestId) => ({ requestId, turn: agent.pane(pane).turn.id, text: "go" });
  const hung = panes.map((pane) => {
    const requestId = `hung-${pane}`;
    slow.spoil(requestId, hang);
    return crew.act("slow", pane, "send", send(slow, pane, requestId));
  });
  await until("the first of them hang", () => slow.posts.size >= 4, { withinMs: ACT_MS });
  const began = Date.now();
  const { body } = await crew.act("fast", "p", "send", send(fast, "p", "fast-1"));
  const took = Date.now() - began;
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  assert.ok(took < ACT_MS / 2, `it took ${took} ms`);
  for (const reply of await Promise.all(hung)) assert.notEqual(reply.body.outcome, "sent");
});

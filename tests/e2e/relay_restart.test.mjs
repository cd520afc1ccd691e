// A relay or an edge that is killed comes back with what it knew.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";

test("a killed relay shows the last state at once and goes on", async (t) => {
  const { collie, pane, calls } = await openAgent(t);
  pane.ask({ kind: "permission", id: "run", title: "Run?", options: [{ id: "ok", label: "OK" }] })
    .catch(() => {});
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const before = await crew.seesPane("deck", "p", "the card shows", ({ ask }) => ask);
  await crew.end("edge", "SIGKILL"); // nothing can come from it
  await crew.end("relay", "SIGKILL");
  await crew.startRelay();

  const [member] = (await crew.snapshot()).members;
  assert.notEqual(member.state, "connected");
  const [source] = member.sources;
  assert.equal(source.state, "unreachable");
  assert.equal(source.reason, "member-unreachable");
  assert.equal(source.lastState, "live");
  assert.equal(source.panes[0].ask.id, before.ask.id, "the one-use id survives a restart");
  const refused = await crew.post(`/api/ask/${before.ask.id}`,
    { requestId: "away-1", hash: before.ask.hash, optionId: "ok" });
  assert.equal(refused.status, 503);
  assert.equal(refused.body.code, "member-unreachable", "before the hello there is no receipt");

  await crew.startEdge();
  await crew.sees("the edge is back", (_, found) => found.state === "live", "deck");
  const { body } = await crew.post(`/api/ask/${before.ask.id}`,
    { requestId: "back-1", hash: before.ask.hash, optionId: "ok" });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  assert.deepEqual(calls, []);
});

test("receipts survive both programs being killed", async (t) => {
  const { collie, calls } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const pane = await crew.seesPane("deck", "p", "the pane is listed");
  const act = { requestId: "kept-1", turn: pane.turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "sent");
  await Promise.all([crew.end("relay", "SIGKILL"), crew.end("edge", "SIGKILL")]);
  await crew.startRelay();
  await crew.startEdge();
  const again = await crew.act("deck", "p", "send", act);
  assert.equal(again.body.outcome, "sent");
  assert.equal(again.body.replayed, true);
  assert.equal(calls.length, 1);
});

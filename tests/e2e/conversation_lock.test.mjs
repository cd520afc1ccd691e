// One act of a conversation at a time, and a stop that is not blocked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { askHash } from "../agents/wire.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { hang } from "./support/misreplies.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const ASK = { id: "go", kind: "choice", title: "Go?", options: OPTIONS };
const STOP_MS = 8_000; // it waits for the lock at most 3 s, and the send's own deadline is 10 s

test("a send that hangs refuses others as busy, and a stop no longer than its wait", async (t) => {
  const agent = await openCountingAgent(t, ["p", "q"]);
  const pane = agent.pane("p");
  pane.setTurn("working");
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", "p", "it works", ({ turn }) => turn.state === "working");

  agent.hold("hangs");
  agent.spoil("hangs", hang);
  const turn = pane.turn.id;
  let hasEnded = false;
  const hanging = crew.act("deck", "p", "send", { requestId: "hangs", turn, text: "go" })
    .finally(() => (hasEnded = true));
  await until("it is posted", () => agent.posted("hangs") === 1);
  pane.raise(ASK);
  await crew.seesPane("deck", "p", "the question is seen, and the lock", ({ ask, busy }) => ask && busy);

  await t.test("steer, answer and another send are refused as busy", async () => {
    const acts = {
      steer: { requestId: "steer", turn, text: "left" },
      answer: { requestId: "answer", askId: "go", hash: askHash(ASK), answer: { optionIds: ["yes"] } },
      send: { requestId: "send", turn, text: "more" },
    };
    for (const [verb, body] of Object.entries(acts)) {
      const reply = await crew.act("deck", "p", verb, body);
      assert.equal(reply.status, 409, JSON.stringify(reply.body));
      assert.equal(reply.body.reason, "busy");
      assert.equal(agent.posted(verb), 0);
    }
  });

  await t.test("another conversation of the same agent is free", async () => {
    const beside = { requestId: "beside", turn: agent.pane("q").turn.id, text: "go" };
    assert.equal((await crew.act("deck", "q", "send", beside)).body.outcome, "sent");
  });

  await t.test("a stop goes through while the send still hangs", async () => {
    const began = Date.now();
    const { body } = await crew.act("deck", "p", "stop", { requestId: "stop" });
    assert.equal(body.outcome, "sent", JSON.stringify(body));
    assert.ok(Date.now() - began < STOP_MS, `${Date.now() - began} ms`);
    assert.equal(hasEnded, false, "the send still hangs");
    assert.equal(pane.turn.state, "idle");
  });

  await t.test("the send ends unknown, heals by its item, and leaves the conversation free", async () => {
    assert.equal((await hanging).body.outcome, "unknown");
    agent.show("hangs");
    await crew.receiptShows("hangs", "it is sent", ({ outcome }) => outcome === "sent");
    assert.equal(agent.posted("hangs"), 1);
    const fresh = { requestId: "fresh", askId: "go", hash: askHash(ASK), answer: { optionIds: ["no"] } };
    assert.equal((await crew.act("deck", "p", "answer", fresh)).body.outcome, "sent");
    assert.equal((await crew.seesPane("deck", "p", "no lock stays", ({ busy }) => !busy)).busy, false);
  });
});

// A text that the agent kept and then dropped: taken, and it will never run. Every list says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";

test("a send that is kept and then dropped is told as dropped, and exits 1", async (t) => {
  const { collie, pane } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  pane.turn("working");
  const seen = await crew.seesPane("deck", "p", "the pane works", ({ turn }) => turn.state === "working");
  const where = `${crew.member}/deck/p`;
  const send = ["send", where, "--text", "later", "--turn", seen.turn.id, "--request-id", "kept-1"];
  const kept = await crew.collie(...send, "--json");
  assert.equal(JSON.parse(kept.output).effect, "queued");
  assert.equal(JSON.parse(kept.output).turn, seen.turn.id);
  await crew.collie("close", where);
  const dropped = await crew.receiptShows("kept-1", "it was dropped", ({ effect }) => effect === "dropped");
  assert.equal(dropped.outcome, "sent");
  assert.equal(dropped.queued, false);
  await crew.collieExits(1, ...send);
  assert.match((await crew.collie("receipts")).output, /dropped +send .* kept-1 /);
  assert.match((await crew.collie("trace", "kept-1")).output, /outcome +sent \(dropped: it will not run\)/);
});

test("a send is effective once its item is in the conversation", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  const seen = await crew.seesPane("deck", "p", "the pane is listed");
  const { body } = await crew.act("deck", "p", "send", { requestId: "now-1", turn: seen.turn.id, text: "go" });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  const receipt = await crew.receiptShows("now-1", "it is effective", ({ effect }) => effect === "effective");
  assert.notEqual(receipt.effectiveAt, 0);
});

// A store that is gone or taken: what was promised on it is not made up.

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { launch } from "./support/daemon.mjs";

// The edge dies at this step of a send, loses its store and comes back.
async function losesItsStore(t, step) {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.split();
  await crew.end("edge", "SIGKILL");
  await crew.startEdge({ fault: `${step}=kill@1` });
  await crew.sees("the agent is live", (member, { state }) =>
    member.state === "connected" && state === "live", "deck");
  agent.hold("lost");
  const sending = crew.act("deck", "p", "send", { requestId: "lost", turn: agent.pane("p").turn.id, text: "go" });
  assert.equal(await crew.daemon("edge").ended, "SIGKILL");
  const folder = join(crew.state, "edge");
  for (const name of readdirSync(folder)) if (name.startsWith("edge.db")) rmSync(join(folder, name));
  await crew.startEdge();
  return { agent, crew, sending };
}

for (const [step, posts] of Object.entries({ "edge.begun": 0, "edge.posted": 1 })) {
  test(`an edge that lost its store at ${step} leaves its act maybe applied, and the lock goes`, async (t) => {
    const { agent, crew, sending } = await losesItsStore(t, step);
    await sending;
    const receipt = await crew.receiptShows("lost", "it has an end", ({ outcome }) => outcome === "maybe-applied");
    assert.notEqual(receipt.detail, "");
    assert.equal(agent.posted("lost"), posts);
    const fresh = { requestId: "fresh", turn: agent.pane("p").turn.id, text: "go on" };
    assert.equal((await crew.act("deck", "p", "send", fresh)).body.outcome, "sent");
    assert.equal(agent.posted("lost"), posts);
  });
}

test("a second relay on the same state folder refuses to start, with one sentence", async (t) => {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", "p", "the pane is seen");
  const second = launch("collie-relay", ["--http", "127.0.0.1:0", "--grpc", "127.0.0.1:0", ...crew.folders]);
  assert.equal(await second.ended, 1);
  const lines = second.errors.trim().split("\n");
  assert.equal(lines.length, 1, second.errors);
  assert.match(lines[0], /another|already|runs/i);
  const act = { requestId: "still", turn: agent.pane("p").turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "sent", "the first one goes on");
});

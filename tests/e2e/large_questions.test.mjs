// An agent whose questions are all legal and together larger than a pane may be: what does not fit is
// left out and said, and neither the link nor another agent of the same host notices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";

const QUESTIONS = 16;

// A form of about 370 KB, every text within its limit.
function largeForm(id) {
  const option = (at) => ({ id: `o${at}`, label: "é".repeat(200) });
  const field = (at) => ({
    id: `f${at}`, label: "Field", type: "choice", options: Array.from({ length: 32 }, (_, i) => option(i)),
  });
  return { id, kind: "form", title: "Which?", fields: Array.from({ length: 28 }, (_, i) => field(i)) };
}

const streams = (crew) => crew.log("relay").match(/is linked \(stream \d+\)/g).length;

test("questions past a pane's bytes are left out and said; the link and the other agent stay", async (t) => {
  const large = await openCountingAgent(t, ["p"]);
  const good = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { large: large.socket, good: good.socket });
  await crew.split();
  await crew.seesPane("large", "p", "the pane is seen");
  const before = streams(crew);
  // Each reply of the agent stays within its limit: they come a few at a time.
  for (let raised = 0; raised < QUESTIONS; ) {
    for (let i = 0; i < 4; ++i) large.pane("p").raise(largeForm(`q${raised++}`));
    await crew.seesPane("large", "p", `${raised} questions are counted`, ({ openAsks }) => openAsks === raised);
  }
  const pane = await crew.seesPane("large", "p", "what is left out is counted", (found) =>
    found.leftOut >= QUESTIONS - 2 && found.unreadableAsks >= QUESTIONS - 2 && found);
  assert.ok(pane.ask, "what fits is shown");
  assert.equal(pane.unreadableAsks, pane.leftOut);
  const listed = JSON.parse(await crew.collie("durable", "list", "--json").then(({ output }) => output));
  assert.equal(listed.sources.find(({ name }) => name === "large").leftOut, pane.leftOut);
  assert.match(crew.log("edge"), /large: \d+ entries are left out/);

  const { body } = await crew.act("good", "p", "send", {
    requestId: "beside-1", turn: good.pane("p").turn.id, text: "go",
  });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  assert.equal(streams(crew), before, "the link was not lost");
});

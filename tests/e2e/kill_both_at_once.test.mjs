// Relay and edge are killed at the same moment, under load: once both are back, every receipt
// is true, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";

// The step that ends its own daemon; the other one goes with it.
const STEPS = {
  "relay.passed-on": 11,
  "relay.commanded": 10,
  "relay.result-arrived": 9,
  "edge.begun": 10,
  "edge.posted": 11,
  "edge.told": 9,
};
const OTHER = { relay: "edge", edge: "relay" };

test("both programs killed at once leave true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  const { crew } = story;
  for (const [point, at] of Object.entries(STEPS)) {
    await t.test(`both killed at ${point}`, async () => {
      const [name] = point.split(".");
      await story.startAnew(name, `${point}=kill@${at}`);
      await story.underLoad(async () => {
        await story.dies(name, point);
        await crew.end(OTHER[name], "SIGKILL");
        await crew.startRelay();
        await crew.startEdge();
      });
    });
  }
  await t.test("every send that ran is known as sent in the end", () => story.allSendsHeal());
});

// The edge is killed at every step of the write path, under load: once it is back, every receipt
// tells the truth, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";

// At which time the step ends the edge; `provoke`: what leads there, where a load does not.
const STEPS = {
  "edge.commanded": { at: 12 },
  "edge.checked": { at: 11 },
  "edge.begun": { at: 10 },
  "edge.posted": { at: 11 },
  "edge.result-on-disk": { at: 9 },
  "edge.told": { at: 10 },
  "edge.acknowledged": { at: 8 },
  "edge.asked": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "edge.fence-raised": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "edge.hello-again": { at: 1, provoke: (story) => story.load.tryAgain("aside") },
};

test("an edge that is killed at any step leaves true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  for (const [point, { at, provoke }] of Object.entries(STEPS)) {
    await t.test(`killed at ${point}`, async () => {
      await story.startAnew("edge", `${point}=kill@${at}`);
      await story.underLoad(async () => {
        await story.dies("edge", point, provoke && (() => provoke(story)));
        await story.crew.startEdge();
      });
    });
  }
  await t.test("every send that ran is known as sent in the end", () => story.allSendsHeal());
});

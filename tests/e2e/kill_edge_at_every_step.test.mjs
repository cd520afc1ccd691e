// The edge is killed at every step of the write path, under load: once it is back, every receipt is
// true, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";
import { EDGE_STEPS } from "./support/steps.mjs";

test("an edge that is killed at any step leaves true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  for (const [point, { at, provoke }] of Object.entries(EDGE_STEPS)) {
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

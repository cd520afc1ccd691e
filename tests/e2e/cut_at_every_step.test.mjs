// The link between relay and edge is cut while one of them stands at a step of the write path, under
// load: once it is restored, every receipt is true, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";
import { EDGE_STEPS, RELAY_STEPS } from "./support/steps.mjs";

test("a link that is cut at any step leaves true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  for (const [point, { at, provoke }] of Object.entries({ ...RELAY_STEPS, ...EDGE_STEPS })) {
    await t.test(`cut at ${point}`, async () => {
      const [name] = point.split(".");
      await story.startAnew(name, `${point}=stop@${at}`);
      await story.underLoad(async () => {
        await story.holds(name, point, provoke && (() => provoke(story)));
        await story.cutWhileHeld(name);
      });
    });
  }
  await t.test("every send that ran is known as sent in the end", () => story.allSendsHeal());
});

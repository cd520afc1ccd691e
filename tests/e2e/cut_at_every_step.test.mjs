// The link between relay and edge is cut while one of them stands at a step of the write path, under
// load: once it is mended, every receipt tells the truth, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";

// At which time the step holds its daemon; `provoke`: what leads there, where a load does not.
const STEPS = {
  "relay.accepted": { at: 12 },
  "relay.locked": { at: 11 },
  "relay.passed-on": { at: 10 },
  "relay.commanded": { at: 11 },
  "relay.result-arrived": { at: 9 },
  "relay.result-on-disk": { at: 10 },
  "relay.acknowledged": { at: 8 },
  "relay.refused-on-disk": { at: 3 },
  "relay.healed-on-disk": { at: 2 },
  "relay.asked": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "relay.unknown-on-disk": { at: 1, provoke: (story) => story.keepSilent() },
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

test("a link that is cut at any step leaves true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  for (const [point, { at, provoke }] of Object.entries(STEPS)) {
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

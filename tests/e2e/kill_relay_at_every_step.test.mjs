// The relay is killed at every step of the write path, under load: once it is back, every receipt
// tells the truth, no act ran twice, and no lock stays.

import { test } from "node:test";
import { openFaultStory } from "./support/fault_story.mjs";

// At which time the step ends the relay; `provoke`: what leads there, where a load does not.
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
};

test("a relay that is killed at any step leaves true receipts, no second run and no lock", async (t) => {
  const story = await openFaultStory(t);
  for (const [point, { at, provoke }] of Object.entries(STEPS)) {
    await t.test(`killed at ${point}`, async () => {
      await story.startAnew("relay", `${point}=kill@${at}`);
      await story.underLoad(async () => {
        await story.dies("relay", point, provoke && (() => provoke(story)));
        await story.crew.startRelay();
      });
    });
  }
  await t.test("every send that ran is known as sent in the end", () => story.allSendsHeal());
});

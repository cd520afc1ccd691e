// One thousand acts a minute through a relay of which a part stalls: what must be written follows the
// store, and nothing else waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { hang } from "./support/misreplies.mjs";
import { LOG, STORE } from "./support/stall.mjs";
import { openStallStory } from "./support/stall_story.mjs";

const STALL_MS = 5000;
const WAIT_MS = 25_000; // of a caller
const SOAK = process.env.COLLIE_SOAK === "1"; // for three minutes, each stall in turn

const STALLS = SOAK
  ? { "a part of it": [LOG, STORE, LOG, STORE, LOG, STORE] }
  : { "what reads its log": [LOG], "its store": [STORE] };

for (const [what, stalls] of Object.entries(STALLS)) {
  test(`one thousand acts a minute while ${what} stalls for five seconds`, async (t) => {
    const story = await openStallStory(t);
    await story.underLoad(stalls, { calmMs: SOAK ? 20_000 : 6000, stallMs: STALL_MS });
  });
}

test("while its store stalls for longer than a caller waits, each caller hears what is true at 25 s", async (t) => {
  const story = await openStallStory(t);
  const { crew, agent } = story;
  const send = async (requestId, pane) => {
    const began = performance.now();
    const body = { requestId, turn: agent.pane(pane).turn.id, text: "go" };
    const reply = await crew.act("deck", pane, "send", body);
    const tookMs = performance.now() - began;
    assert.ok(Math.abs(tookMs - WAIT_MS) < 1000, `${requestId} was answered after ${tookMs} ms`);
    return reply;
  };
  await story.whileReading(async () => {
    agent.spoil("on-disk", hang);
    const onDisk = send("on-disk", "c0");
    await until("it is with its agent", () => agent.posted("on-disk") === 1);
    const release = await STORE.begin(t, crew);
    const notOnDisk = send("not-on-disk", "c1");
    // Each waits for the store too, with a deadline of its own.
    const paired = Array.from({ length: 4 }, (_, i) => crew.pair(`late-${i}`, "viewer"));
    const allPaired = Promise.allSettled(paired);
    const pending = await onDisk;
    assert.deepEqual([pending.status, pending.body.outcome], [202, "pending"], pending.text);
    const refused = await notOnDisk;
    assert.deepEqual([refused.status, refused.body.code], [503, "store-unavailable"], refused.text);
    await release();
    await allPaired;
  });
  await crew.receiptShows("on-disk", "its agent shows it", ({ outcome }) => outcome === "sent");
  await crew.receiptShows("not-on-disk", "it is refused", ({ reason }) => reason === "store-unavailable");
  assert.deepEqual([agent.ran("on-disk"), agent.ran("not-on-disk")], [1, 0]);
});

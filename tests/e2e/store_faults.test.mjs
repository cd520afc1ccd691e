// The disk under a store is slow, full or read-only: an act is then refused, with nothing
// dispatched, and everything recovers without a restart.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { mountSmallDisk, whyNoSmallDisk } from "./support/small_disk.mjs";
import { openStoreStory } from "./support/store_story.mjs";

const skip = whyNoSmallDisk() || false;

// A crew whose relay, or edge, has its state on a disk of its own.
async function openOnSmallDisk(t, name) {
  let disk;
  const story = await openStoreStory(t, (crew) => {
    disk = mountSmallDisk(`${crew.state}.image`, join(crew.state, name));
    crew.undo.push(() => disk.unmount());
  });
  return { story, disk };
}

for (const name of ["relay", "edge"]) {
  test(`the ${name}'s disk fails for a while`, { skip }, async (t) => {
    const { story, disk } = await openOnSmallDisk(t, name);
    const { agent, crew } = story;

    await t.test("slow for a moment: the act waits, and is sent", async () => {
      disk.freeze();
      const polls = agent.pollTimes.length;
      const sending = story.send();
      await until("the agent was polled meanwhile", () => agent.pollTimes.length > polls, { withinMs: 30_000 });
      assert.equal(agent.posts.size, 0);
      disk.thaw();
      const { body } = await sending;
      assert.equal(body.outcome, "sent", JSON.stringify(body));
    });

    await t.test("slow for longer than an act may take: nothing is sent, then or later", async () => {
      disk.freeze();
      const { requestId, status, text } = await story.send();
      assert.notEqual(status, 200, text);
      assert.equal(agent.posted(requestId), 0);
      disk.thaw();
      const receipt = await crew.receiptShows(requestId, "it is refused", ({ outcome }) => outcome === "refused");
      assert.match(receipt.reason, /^(store-unavailable|expired)$/);
      await story.mends();
      assert.equal(agent.posted(requestId), 0);
    });

    await t.test("full: acts are refused until there is room again", async () => {
      disk.fill();
      await story.refuses();
      disk.makeSpace();
      await story.mends();
    });

    await t.test("read-only: acts are refused until it can be written again", async () => {
      disk.makeReadOnly();
      await story.refuses();
      disk.makeWritable();
      await story.mends();
    });
  });
}

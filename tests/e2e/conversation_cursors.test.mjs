// A cursor of a conversation means something to the relay that gave it alone: after a restart every
// reader, a running one too, ends with what the agent shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const WITHIN = { withinMs: 60_000 };

function say(pane, text, more = {}) {
  return pane.item({ kind: "assistant", text, ...more });
}

// Reads the conversation until it has this many items; what it then said.
function readsItems(crew, count, cursor = "") {
  const query = cursor && `?cursor=${encodeURIComponent(cursor)}`;
  return until(`${count} items are read`, async () => {
    const path = `/api/conversations/${crew.member}/deck/p${query}`;
    const { status, body } = await crew.get(path).catch(() => ({}));
    return status === 200 && body.items.length === count ? body : undefined;
  }, WITHIN);
}

// A watch of the conversation; what it shows so far is its output.
function watches(crew) {
  return crew.begins("watch", "watch", `${crew.member}/deck/p`);
}

test("a cursor from before both programs were killed gets a reset, and nothing is missing", async (t) => {
  const { collie, pane } = await openAgent(t);
  for (let i = 0; i < 14; ++i) say(pane, `old ${i}`);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  await crew.seesPane("deck", "p", "the pane is listed");
  const before = await readsItems(crew, 14);
  const watch = watches(crew);
  await until("the watch shows what is there", () => watch.output.includes("old 13"), WITHIN);

  await Promise.all([crew.end("relay", "SIGKILL"), crew.end("edge", "SIGKILL")]);
  for (let i = 0; i < 20; ++i) say(pane, `new ${i}`);
  await crew.startRelay();
  await crew.startEdge();
  await crew.isLinked();

  const after = await readsItems(crew, 34, before.cursor);
  assert.equal(after.reset, true);
  assert.notEqual(after.cursor, before.cursor);
  await until("the running watch misses nothing", () => {
    const shown = `${watch.output}\n`; // the line of an item that may still grow is open
    return Array.from({ length: 20 }, (_, i) => `new ${i}\n`).every((text) => shown.includes(text));
  }, WITHIN);
  assert.equal(watch.output.split("old 3\n").length, 2, "what was shown is not shown again");
});

test("a reply that grew while the relay alone was away is shown whole", async (t) => {
  const { collie, pane } = await openAgent(t);
  say(pane, "first half", { id: "reply", partial: true });
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  await crew.seesPane("deck", "p", "the pane is listed");
  const watch = watches(crew);
  await until("the watch shows the half", () => watch.output.includes("first half"), WITHIN);
  await crew.end("relay", "SIGKILL");
  say(pane, "first half, second half", { id: "reply" });
  await crew.startRelay();
  await crew.isLinked();
  await until("the watch shows the whole", () => watch.output.includes("second half"), WITHIN);
  const { items } = await readsItems(crew, 1);
  assert.equal(items[0].text, "first half, second half");
});

test("ages outlive a restart as lower bounds", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
  await crew.end("edge", "SIGKILL");
  const away = await crew.sees("the member is away for 2 s",
    (member) => member.state !== "connected" && member.lastSeenAgeMs > 2000 && member);
  assert.equal(away.ageAtLeast, undefined);
  await crew.end("relay", "SIGTERM");
  await crew.startRelay();
  const [member] = (await crew.snapshot()).members;
  assert.equal(member.ageAtLeast, true);
  assert.ok(member.lastSeenAgeMs > 2000, `${member.lastSeenAgeMs} ms`);
  assert.equal(member.sources[0].ageAtLeast, true);
  assert.ok(member.sources[0].readAgeMs > 2000);
  await crew.startEdge();
  await crew.isLinked();
  const back = await crew.sees("the agent is live again", (found, { state }) => state === "live" && found, "deck");
  assert.equal(back.ageAtLeast, undefined);
});

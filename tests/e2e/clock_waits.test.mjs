// A machine whose clock is set back stops no wait of ours: none is measured by that clock.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { noteWaits } from "./support/waits.mjs";

const LOOKED_MS = 8_000; // heartbeats, polls while somebody looks, every tick

async function work(crew, pane) {
  const end = performance.now() + LOOKED_MS;
  for (let n = 0; performance.now() < end; ++n) {
    await crew.act("deck", "p", "send", { requestId: `wait-${n}`, turn: pane.turn.id, text: "go" });
    await crew.get(`/api/conversations/${crew.member}/deck/p`);
    await crew.get(`/api/conversations/${crew.member}/deck/p/history`);
    await pause(500);
  }
}

test("no timed wait of relay and edge goes by the wall clock", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const pane = await crew.seesPane("deck", "p", "the pane is listed");
  const noted = {};
  for (const name of ["relay", "edge"]) noted[name] = await noteWaits(t, crew.daemon(name).pid);
  await work(crew, pane);

  for (const name of ["relay", "edge"]) {
    const ours = (await noted[name].stop()).filter(({ thread }) => thread.startsWith("collie"));
    assert.ok(ours.length > 5, `the ${name} waited: ${JSON.stringify(ours)}`);
    const byWallClock = ours.filter(({ operation }) => operation.includes("CLOCK_REALTIME"));
    const threads = [...new Set(byWallClock.map(({ thread }) => thread))];
    assert.deepEqual(threads, [], `threads of the ${name} that wait by the wall clock`);
  }
});

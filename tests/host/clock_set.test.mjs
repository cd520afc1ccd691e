// The real programs on a machine whose clock is set: back by three hours, then ahead by 500 days and
// right again. Only where the clock is the test's own (machine.sh).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "../e2e/support/crew.mjs";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const OWN_CLOCK = process.env.COLLIE_OWN_CLOCK === "1";

function moveClock(seconds) {
  execFileSync("date", ["-s", `@${Math.floor(Date.now() / 1000) + seconds}`]);
}

/** For `ms`: the member is connected and its agent was read not long ago. */
async function isFresh(crew, ms) {
  for (const end = performance.now() + ms; performance.now() < end; await pause(500)) {
    const [member] = (await crew.snapshot()).members;
    assert.equal(member.state, "connected");
    const [source] = member.sources;
    assert.equal(source.state, "live");
    assert.ok(source.readAgeMs < 12_000, `read ${source.readAgeMs} ms ago`);
  }
}

function saysOfClock(crew, what) {
  for (const name of ["relay", "edge"]) assert.match(crew.log(name), what);
}

test("a clock that is set stops and deletes nothing", { skip: !OWN_CLOCK }, async (t) => {
  const { collie, calls } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const pane = await crew.seesPane("deck", "p", "the pane is listed");
  const act = { requestId: "kept-1", turn: pane.turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "sent");

  moveClock(-3 * HOUR_S);
  await isFresh(crew, 30_000);
  saysOfClock(crew, /clock was set back by (3h|2h59m59s)/);

  moveClock(500 * DAY_S);
  await isFresh(crew, 5_000);
  moveClock(-500 * DAY_S);
  await isFresh(crew, 5_000);
  saysOfClock(crew, /clock jumped ahead by 1(2000|1999)h/);
  const again = await crew.act("deck", "p", "send", act);
  assert.equal(again.body.replayed, true);
  assert.equal(calls.length, 1, "the agent ran it once");
});

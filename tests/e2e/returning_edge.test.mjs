// An edge that returns sends what its relay does not have, and nothing is blank meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const PANES = 300; // with their titles about 80 KB

async function openCrowdedAgent(t) {
  const agent = await openAgent(t);
  const panes = [agent.pane];
  for (let i = 1; i < PANES; i++) {
    const title = `Pane ${i} ${"x".repeat(150)}`;
    panes.push(agent.tab.pane(`p${i}`, { title, harness: "test" }));
  }
  return { ...agent, panes };
}

async function panesOf(crew) {
  const [member] = (await crew.snapshot()).members;
  return member.sources.find(({ name }) => name === "deck").panes;
}

function isBack(crew) {
  return crew.sees("the edge is back", (member, source) => member.state === "connected" && source.state === "live",
    "deck");
}

test("an edge that returns sends what differs", async (t) => {
  const { collie, panes } = await openCrowdedAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.splitByLink();
  await crew.sees("all panes are listed", (_, source) => source.panes.length === PANES, "deck");
  const before = crew.link.sent;

  crew.link.cut();
  await until("the edge notices", () => crew.link.turnedAway > 0);
  panes[7].rename("Another title");
  assert.equal((await panesOf(crew)).length, PANES, "the last state stays");
  crew.link.mend();
  await isBack(crew);
  await crew.seesPane("deck", "p7", "the pane that changed", ({ title }) => title === "Another title");
  assert.equal((await panesOf(crew)).length, PANES);
  const afterCut = crew.link.sent - before;

  await crew.end("relay", "SIGKILL");
  await crew.startRelay();
  assert.equal((await panesOf(crew)).length, PANES, "what was kept shows at once");
  await isBack(crew);
  assert.equal((await panesOf(crew)).length, PANES);
  const afterKill = crew.link.sent - before - afterCut;

  await crew.end("edge", "SIGTERM");
  const whole = PANES * 150; // of titles alone
  t.diagnostic(`${afterCut} bytes after a cut, ${afterKill} after a kill, of ${whole} and more`);
  assert.ok(afterCut < whole / 2, `${afterCut} bytes after a cut`);
  assert.ok(afterKill < whole / 2, `${afterKill} bytes after a kill`);
});

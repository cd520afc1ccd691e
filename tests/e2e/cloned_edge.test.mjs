// A copied state folder of an edge is noticed: its member is locked until an operator says which host
// stays.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { launch } from "./support/daemon.mjs";

async function startWithCopy(t) {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.split();
  await crew.seesPane("deck", "p", "the pane is listed");
  const copy = mkdtempSync(join(tmpdir(), "copy-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  const act = (requestId) =>
    crew.act("deck", "p", "send", { requestId, turn: agent.pane("p").turn.id, text: "go" });
  return { agent, crew, copy, act };
}

function copyEdge(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith(".sock") });
}

function isLocked(crew) {
  return crew.sees("the member is locked", (member) => member?.state === "locked" && member);
}

test("an edge whose store was set back locks its member, and unlock lets the host that stays in", async (t) => {
  const { agent, crew, copy, act } = await startWithCopy(t);
  const edge = join(crew.state, "edge");
  await crew.end("edge", "SIGTERM");
  copyEdge(edge, copy);
  await crew.startEdge();
  await crew.isLinked();
  assert.equal((await act("since-1")).body.outcome, "sent");

  await crew.end("edge", "SIGKILL");
  rmSync(edge, { recursive: true });
  copyEdge(copy, edge);
  await crew.startEdge();
  await isLocked(crew);
  const refused = await act("locked-1");
  assert.equal(refused.body.reason, "member-locked", refused.text);
  assert.match(crew.log("relay"), /ALARM: member .* is locked/);
  assert.equal(agent.posted("locked-1"), 0);

  await crew.end("edge", "SIGTERM");
  const { output } = await crew.collie("crew", "unlock", crew.member);
  const token = output.match(/collie_\S+/)[0];
  await crew.collie("crew", "rejoin", token);
  await crew.startEdge();
  await crew.isLinked();
  assert.equal((await crew.snapshot()).members.length, 1);
  assert.equal((await act("unlocked-1")).body.outcome, "sent");
  assert.equal((await act("since-1")).body.replayed, true);
  assert.equal(agent.posted("since-1"), 1);
  await crew.collieExits(1, "crew", "rejoin", token);
});

test("two edges of one identity lock their member, whichever calls first", async (t) => {
  const { agent, crew, copy, act } = await startWithCopy(t);
  await crew.end("edge", "SIGTERM");
  copyEdge(join(crew.state, "edge"), join(copy, "edge"));
  await crew.startEdge();
  await crew.isLinked();
  const second = launch("collie-edge", ["--state-dir", copy, "--config-dir", join(crew.state, "..", "config")]);
  t.after(() => second.end("SIGTERM"));
  const member = await isLocked(crew);
  assert.match(member.detail, /in turn/);
  assert.match(member.detail, /collie crew unlock/);
  assert.equal((await act("locked-1")).body.reason, "member-locked");
  assert.equal(agent.posted("locked-1"), 0);
  await crew.end("relay", "SIGKILL");
  await crew.startRelay();
  await isLocked(crew);
  assert.equal((await act("locked-2")).body.code, "member-locked", "also after a restart");
});

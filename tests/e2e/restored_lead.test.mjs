// The relay's store is lost, or an older copy is put back, while the edge lives on.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";

const isStore = (name) => /^(relay|view)\.db/.test(name);

async function startSplit(t, socket) {
  const crew = await startCrew(t, { deck: socket });
  await crew.split();
  await crew.seesPane("deck", "p", "the pane is listed");
  return crew;
}

function send(crew, agent, requestId, more = {}) {
  return crew.act("deck", "p", "send", { requestId, turn: agent.pane("p").turn.id, text: "go", ...more });
}

function loseStore(crew) {
  const folder = join(crew.state, "relay");
  for (const name of readdirSync(folder).filter(isStore)) rmSync(join(folder, name));
}

test("a lead that lost its store is obeyed at once, stop too, and repeats nothing", async (t) => {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startSplit(t, agent.socket);
  const first = { requestId: "ran-1", turn: agent.pane("p").turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", first)).body.outcome, "sent");
  assert.equal((await send(crew, agent, "ran-2")).body.outcome, "sent");

  await crew.end("relay", "SIGKILL");
  loseStore(crew);
  await crew.startRelay();
  await crew.isLinked();

  const repeat = await crew.act("deck", "p", "send", first);
  assert.equal(repeat.body.outcome, "sent", repeat.text);
  assert.equal(repeat.body.replayed, true);
  assert.equal(agent.posted("ran-1"), 1);
  assert.equal((await crew.act("deck", "p", "send", { ...first, text: "else" })).body.code,
    "request-id-reused");
  const stop = await crew.act("deck", "p", "stop", { requestId: "stop-1" });
  assert.equal(stop.body.outcome, "sent", stop.text);
  assert.equal((await send(crew, agent, "new-1")).body.outcome, "sent");
  assert.equal(agent.posted("new-1"), 1);
  assert.equal((await crew.receipt("ran-2")).device, "test");
});

test("after a lost store an act that ended unknown can be tried again by the ordinary rules", async (t) => {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startSplit(t, agent.socket);
  agent.hold("maybe-1");
  agent.spoil("maybe-1", ({ response }) => response.destroy());
  const act = { requestId: "maybe-1", turn: agent.pane("p").turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "unknown");

  await crew.end("relay", "SIGKILL");
  loseStore(crew);
  await crew.startRelay();
  await crew.isLinked();

  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "unknown");
  assert.equal(agent.posted("maybe-1"), 1, "a bare repeat never reaches the agent");
  const again = await crew.act("deck", "p", "send", { ...act, again: true });
  assert.equal(again.body.outcome, "sent", again.text);
  assert.equal(agent.posted("maybe-1"), 2);
  assert.equal(agent.ran("maybe-1"), 1);
});

test("a lead whose store is an older copy knows what ran since", async (t) => {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startSplit(t, agent.socket);
  const copy = mkdtempSync(join(tmpdir(), "copy-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  assert.equal((await send(crew, agent, "before-1")).body.outcome, "sent");
  await crew.end("relay", "SIGTERM");
  cpSync(join(crew.state, "relay"), copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  await crew.startRelay();
  await crew.isLinked();
  const since = { requestId: "since-1", turn: agent.pane("p").turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", since)).body.outcome, "sent");

  await crew.end("relay", "SIGKILL");
  loseStore(crew);
  for (const name of readdirSync(copy).filter(isStore)) {
    cpSync(join(copy, name), join(crew.state, "relay", name));
  }
  await crew.startRelay();
  await crew.isLinked();

  const repeat = await crew.act("deck", "p", "send", since);
  assert.equal(repeat.body.outcome, "sent", repeat.text);
  assert.equal(repeat.body.replayed, true);
  assert.equal(agent.posted("since-1"), 1);
  const stop = await crew.act("deck", "p", "stop", { requestId: "stop-1" });
  assert.equal(stop.body.outcome, "sent", stop.text);
});

test("before the member's hello nothing is written, and the reply says so", async (t) => {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startSplit(t, agent.socket);
  await crew.end("edge", "SIGKILL");
  await crew.end("relay", "SIGKILL");
  await crew.startRelay();
  const refused = await send(crew, agent, "early-1");
  assert.equal(refused.status, 503);
  assert.equal(refused.body.code, "member-unreachable", refused.text);
  assert.equal(await crew.receipt("early-1"), undefined);
  await crew.startEdge();
  await crew.isLinked();
  await until("it is sent now", async () => (await send(crew, agent, "early-1")).body.outcome === "sent");
  assert.equal(agent.posted("early-1"), 1);
});

// After a clean stop every database is whole in its one file, so that a copy of it is a backup.

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";

/** Takes away what a copy of `*.db` leaves out; returns how many databases there are. */
function keepOnlyDatabases(folder) {
  const files = readdirSync(folder);
  for (const file of files) {
    if (/\.db-(wal|shm)$/.test(file)) rmSync(join(folder, file));
  }
  return files.filter((file) => file.endsWith(".db")).length;
}

test("a copy of the databases of a crew that was stopped has every receipt", async (t) => {
  const { collie, calls } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const pane = await crew.seesPane("deck", "p", "the pane is listed");
  const act = { requestId: "kept-1", turn: pane.turn.id, text: "go" };
  assert.equal((await crew.act("deck", "p", "send", act)).body.outcome, "sent");
  await crew.end("edge", "SIGTERM");
  await crew.end("relay", "SIGTERM");
  assert.equal(keepOnlyDatabases(join(crew.state, "relay")), 3);
  assert.equal(keepOnlyDatabases(join(crew.state, "edge")), 1);

  await crew.startRelay();
  await crew.startEdge();
  await crew.isLinked();
  const again = await crew.act("deck", "p", "send", act);
  assert.equal(again.body.replayed, true, JSON.stringify(again.body));
  assert.equal(calls.length, 1);
});

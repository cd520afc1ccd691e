// The local sockets are the owner's: an attached agent, and what it started, may not act as the owner.

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { startProgram } from "../agents/support/program.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const COLLIE = resolve(process.env.COLLIE_BIN ?? "build/asan/bin", "collie");

test("a command that an attached agent runs is refused at relay and edge, its owner's is not", async (t) => {
  const socket = join(temporaryFolder(t), "run", "calling.sock");
  const agent = await startProgram(t, "../e2e/support/calling_agent.mjs", [], { COLLIE_DURABLE_SOCKET: socket });
  const crew = await startCrew(t, { calling: socket });
  await crew.seesPane("calling", "p", "the pane is there");
  await crew.split();
  const runs = [["devices", "list"], ["durable", "list"]];
  for (const [at, command] of runs.entries()) {
    const text = JSON.stringify([COLLIE, ...command, ...crew.folders]);
    await crew.act("calling", "p", "send", { requestId: `run-${at}`, turn: "", text });
    await until("the agent's command ended", () => agent.output().split("ended ").length === at + 2);
    await crew.collie(...command); // the owner's own
  }
  assert.match(agent.output(), /ended 1\n/);
  assert.match(crew.log("relay"), /an attached agent's process \(\d+\) made this call/);
  assert.match(crew.log("edge"), /an attached agent's process \(\d+\) made this call/);
});

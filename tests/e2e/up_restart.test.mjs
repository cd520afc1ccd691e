// A relay or an edge that dies under `collie up` is restarted, and what people saw stays true.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

// The process of this program over this crew's state; undefined: none runs.
function pidOf(crew, program) {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).find((pid) => {
    const words = wordsOf(pid);
    return words[0]?.endsWith(`/${program}`) && words.includes(crew.state);
  });
}

function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // it has ended meanwhile
  }
}

for (const program of ["collie-relay", "collie-edge"]) {
  test(`${program} is started again when it dies`, async (t) => {
    const { collie } = await openAgent(t);
    const crew = await startCrew(t, { deck: collie.address });
    await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
    const killed = pidOf(crew, program);
    process.kill(killed, "SIGKILL");
    await until("another one runs", () => {
      const pid = pidOf(crew, program);
      return pid !== undefined && pid !== killed;
    }, { withinMs: 60_000 });
    const pane = await until("an act goes through", async () => {
      const snapshot = await crew.snapshot().catch(() => null);
      const source = snapshot?.members[0]?.sources[0];
      if (source?.state !== "live") return undefined;
      const [shown] = source.panes;
      const body = { requestId: `after-${killed}-${Date.now()}`, turn: shown.turn.id, text: "go" };
      const { body: receipt } = await crew.act("deck", shown.id, "send", body);
      return receipt?.outcome === "sent" && shown;
    }, { withinMs: 60_000 });
    assert.ok(pane);
    assert.match(crew.log("up"), new RegExp(`${program} ended \\(signal 9\\): restarting it`));
  });
}

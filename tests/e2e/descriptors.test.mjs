// A program whose caller closed its standard descriptors, or allows it few.

import assert from "node:assert/strict";
import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";
import { launchClosed } from "./support/daemon.mjs";

const START_MS = 60_000;

function standsOnNull({ pid }) {
  for (const fd of [0, 1, 2]) assert.equal(readlinkSync(`/proc/${pid}/fd/${fd}`), "/dev/null");
  const [, soft, hard] = /^Max open files\s+(\d+)\s+(\d+)/m
    .exec(readFileSync(`/proc/${pid}/limits`, "utf8"));
  assert.equal(soft, hard);
}

/** A crew that was up once, so that its files are there, and is stopped now. */
async function stoppedCrew(t) {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.end("up", "SIGTERM");
  return crew;
}

function launched(t, program, args) {
  const daemon = launchClosed(program, args);
  t.after(() => daemon.end("SIGKILL"));
  return daemon;
}

const answers = (crew) => until("the relay answers", async () => {
  try {
    return (await crew.get("/api/snapshot")).status === 200;
  } catch {
    return false;
  }
}, { withinMs: START_MS });

async function endsInOrder(daemon) {
  assert.equal(await daemon.end("SIGTERM"), 0);
}

test("relay and edge run with all three closed", async (t) => {
  const crew = await stoppedCrew(t);
  const relay = launched(t, "collie-relay", [...crew.listeners, ...crew.folders]);
  await answers(crew);
  const edge = launched(t, "collie-edge", crew.folders);
  await crew.isLinked();
  for (const [daemon, name] of [[relay, "relay"], [edge, "edge"]]) {
    standsOnNull(daemon);
    const lock = readFileSync(join(crew.state, name, "lock"), "utf8");
    assert.equal(lock, `${daemon.pid}\n`, "nothing but the process's id is in the lock");
  }
  await endsInOrder(edge);
  await endsInOrder(relay);
});

test("collie up runs and ends with all three closed", async (t) => {
  const crew = await stoppedCrew(t);
  const up = launched(t, "collie", ["up", ...crew.listeners, ...crew.folders]);
  await answers(crew);
  await crew.isLinked();
  standsOnNull(up);
  await endsInOrder(up);
});

test("a command does its work with all three closed", async (t) => {
  const crew = await stoppedCrew(t);
  const attach = ["durable", "attach", "other", "--socket", "/run/other.sock", ...crew.folders];
  assert.equal(await launched(t, "collie", attach).ended, 0);
  const config = crew.folders[crew.folders.indexOf("--config-dir") + 1];
  assert.equal(JSON.parse(readFileSync(join(config, "sources.json"), "utf8")).length, 2);
});

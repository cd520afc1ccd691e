// Parts of a relay that stall for a while: what reads its log, and the disk of its stores.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { until } from "../../agents/support/until.mjs";

const FLOOD = 800; // acts whose lines fill what a log keeps
const AT_ONCE = 4;
const STRANGERS = 40;

/** How to start a relay that these can stall. */
export function stallable(crew) {
  return { fault: `journal.commit=stall:${lockOf(crew)}`, env: { COLLIE_LOG_LEVEL: "debug" } };
}

/** The stalls: `begin` one, and end it by the function that it returns. `holdsActs`: callers wait for its end. */
export const STORE = { begin: stallStore, holdsActs: true };
export const LOG = { begin: stallLog, holdsActs: false };

// No store of the relay commits.
async function stallStore(t, crew) {
  const holder = spawn("flock", ["--exclusive", lockOf(crew), "sh", "-c", "echo held; exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => holder.kill("SIGKILL"));
  const ended = once(holder, "close");
  await once(holder.stdout, "data");
  return async () => {
    holder.stdin.end();
    await ended;
  };
}

// Nobody reads the relay's log, which is full, while strangers make gRPC itself complain.
async function stallLog(t, crew) {
  const relay = crew.daemon("relay");
  const before = droppedLines(relay.errors);
  relay.stopReading();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => fill(crew, `${before}-${k}`)));
  await Promise.all(Array.from({ length: STRANGERS }, () => comeAsStranger(crew.grpcPort)));
  return async () => {
    relay.readOn();
    await until("the log says how many lines it dropped", () => droppedLines(relay.errors) > before);
  };
}

// Acts on a conversation that is not there: each is refused, and leaves several lines. Where the load
// has every slot it leaves none.
async function fill(crew, name) {
  for (let i = 0; i < FLOOD / AT_ONCE; i += 1) {
    const body = { requestId: `flood-${name}-${i}`, turn: "t", text: "go" };
    const { status, text } = await crew.act("deck", `nowhere-${name}`, "send", body);
    assert.ok(status === 404 || status === 503, text);
  }
}

// How many lines a log says were dropped.
function droppedLines(log) {
  const said = [...log.matchAll(/log: (\d+) lines were dropped/g)];
  return said.reduce((sum, [, count]) => sum + Number(count), 0);
}

// Something that is no TLS; whether it is answered is the relay's affair.
function comeAsStranger(port) {
  return new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port }, () => socket.end("GET / HTTP/1.1\r\n\r\n"));
    socket.on("error", done);
    socket.on("close", done);
    socket.setTimeout(1000, () => socket.destroy());
    socket.resume();
  });
}

function lockOf(crew) {
  return join(crew.state, "stall.lock");
}

// Strangers, and devices that do not behave, at the gRPC listener: friends are served meanwhile, and
// all is as before afterwards.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { startLead } from "./support/crew.mjs";
import { pairIdentity } from "./support/grpc_client.mjs";

const STRANGERS = 300;
const RESETS = 60_000;
const FRAME_OF_NOTHING = Buffer.alloc(5); // an empty message
const ANSWER_MS = 15_000;
const SILENT_MS = 12_000; // past the handshake's 10 s

const rssMiB = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))[1]) / 1024;
const descriptors = (pid) => readdirSync(`/proc/${pid}/fd`).length;

function open(t, crew, identity, options = {}) {
  const session = connectHttp2(`https://localhost:${crew.grpcPort}`, { ...identity, ...options });
  session.on("error", () => {});
  t.after(() => session.destroy());
  return session;
}

function begin(session, method) {
  const stream = session.request({
    ":method": "POST", ":path": `/collie.v1.Dashboard/${method}`, "content-type": "application/grpc", te: "trailers",
  });
  stream.on("error", () => {});
  return stream;
}

/** One call of a session of its own; its grpc-status, or what became of it instead. */
function ask(t, crew, identity) {
  return new Promise((done) => {
    setTimeout(() => done("no answer"), ANSWER_MS).unref();
    const session = open(t, crew, identity);
    session.on("close", () => done("closed"));
    const stream = begin(session, "ListReceipts");
    const take = (headers) => {
      if (headers["grpc-status"] === undefined) return;
      done(headers["grpc-status"]);
      session.destroy();
    };
    stream.on("response", take);
    stream.on("trailers", take);
    stream.resume();
    stream.end(FRAME_OF_NOTHING);
  });
}

async function startRelay(t, options) {
  const crew = await startLead(t, options);
  const friend = await pairIdentity(t, crew, "friend", "viewer");
  const other = await pairIdentity(t, crew, "other", "viewer");
  return { crew, friend, other };
}

test("silent connections past the descriptor limit keep no device out, then or later", async (t) => {
  const { crew, friend } = await startRelay(t, { descriptors: 256 });
  const { pid } = crew.daemon("relay");
  const before = descriptors(pid);
  const strangers = [];
  for (let i = 0; i < STRANGERS; ++i) {
    const socket = connect(crew.grpcPort, "127.0.0.1");
    socket.on("error", () => {});
    t.after(() => socket.destroy());
    strangers.push(once(socket, "connect").then(() => once(socket, "close")));
    await once(socket, "connect");
  }
  assert.equal(await ask(t, crew, friend), "0");
  // None of them stays beyond the time of a handshake.
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("a stranger stays")), SILENT_MS * 2).unref());
  await Promise.race([Promise.all(strangers), late]);
  assert.equal(await ask(t, crew, friend), "0");
  await until("no descriptor stays behind", () => descriptors(pid) <= before + 2);
});

test("a device that opens and cancels streams is cut off, and costs the others nothing", async (t) => {
  const { crew, friend, other } = await startRelay(t);
  const { pid } = crew.daemon("relay");
  const before = rssMiB(pid);
  const session = open(t, crew, friend);
  const closed = new Promise((done) => session.on("close", () => done("closed")));
  await once(session, "connect");
  let began = 0;
  while (began < RESETS && !session.closed && !session.destroyed) {
    for (let i = 0; i < 200 && !session.destroyed; ++i, ++began) {
      const stream = begin(session, "Watch");
      stream.write(FRAME_OF_NOTHING);
      stream.close(constants.NGHTTP2_CANCEL);
    }
    await new Promise(setImmediate);
  }
  assert.equal(await ask(t, crew, other), "0");
  assert.ok(began < RESETS, `${began} streams were taken`);
  assert.equal(await closed, "closed");
  assert.notEqual(await ask(t, crew, friend), "0"); // for a while
  t.diagnostic(`${began} streams, RSS ${before.toFixed(0)} MiB before, ${rssMiB(pid).toFixed(0)} after`);
  assert.ok(rssMiB(pid) - before < 200, `${before} MiB before, ${rssMiB(pid)} after`);
});

test("replies that nobody reads end at a bound", async (t) => {
  const { crew, friend, other } = await startRelay(t);
  const { pid } = crew.daemon("relay");
  const before = rssMiB(pid);
  const session = open(t, crew, friend, { settings: { initialWindowSize: 0 } });
  await once(session, "remoteSettings");
  assert.ok(session.remoteSettings.maxConcurrentStreams <= 128, "streams at once are bounded");
  const statuses = [];
  for (let i = 0; i < session.remoteSettings.maxConcurrentStreams; ++i) {
    const stream = begin(session, "ListReceipts");
    stream.on("response", (headers) => statuses.push(headers["grpc-status"]));
    stream.end(FRAME_OF_NOTHING);
  }
  assert.equal(await ask(t, crew, other), "0");
  session.destroy();
  assert.ok(rssMiB(pid) - before < 200, `${before} MiB before, ${rssMiB(pid)} after`);
  assert.equal(await ask(t, crew, friend), "0");
});

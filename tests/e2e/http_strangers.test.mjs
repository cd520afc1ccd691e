// What strangers can do to the HTTP API: nothing that a friend notices, and nothing that stays.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const IDLE = 2000;
// The address sanitizer keeps what was freed for a while.
const MOST_GROWTH_KB = 300 * 1024;
const MOST_LATENCY_MS = 5000;

/** A connection that says these bytes; `closed` promises how many it took and what it answered. */
function stranger(url, ...pieces) {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString("latin1")));
  socket.on("error", () => {});
  const closed = new Promise((done) => socket.on("close", () => done({ answer, sent: socket.bytesWritten })));
  for (const piece of pieces) socket.write(piece);
  return { socket, closed };
}

function residentKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
}

/** The relay's process, below the shell that starts it. */
function relayPid(crew) {
  return crew.daemon("relay").pid;
}

/** Writes these bytes again and again until the other side hangs up or all is sent. */
async function pours({ socket, closed }, piece, total) {
  let over = false;
  closed.then(() => (over = true));
  for (let sent = 0; sent < total && !over; sent += piece.length) {
    if (!socket.write(piece)) {
      await Promise.race([new Promise((done) => socket.once("drain", done)), closed]);
    }
  }
  return closed;
}

test("strangers fill no memory and keep no friend out", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.split();
  const friendly = async () => {
    const begun = Date.now();
    assert.equal((await crew.get("/api/snapshot")).status, 200);
    return Date.now() - begun;
  };
  await friendly();
  const before = residentKb(relayPid(crew));
  const all = [];
  t.after(() => all.forEach(({ socket }) => socket.destroy()));
  let slowest = 0;

  for (let i = 0; i < IDLE; ++i) {
    all.push(stranger(crew.url));
    if (i % 100 === 0) slowest = Math.max(slowest, await friendly());
  }
  const head = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  const endless = await pours(stranger(crew.url, head), `X: ${"x".repeat(1000)}\r\n`, 50 << 20);
  assert.match(endless.answer, /^HTTP\/1.1 431 /);
  const large = stranger(crew.url, `POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${1 << 30}\r\n\r\n`);
  assert.match((await pours(large, Buffer.alloc(64 << 10), 1 << 30)).answer, /^HTTP\/1.1 413 /);
  const chunks = stranger(crew.url, "POST /pair HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = Buffer.from(`10000\r\n${"x".repeat(0x10000)}\r\n`);
  assert.match((await pours(chunks, chunk, 1 << 30)).answer, /^HTTP\/1.1 413 /);
  const drip = stranger(crew.url, "GET /healthz HTTP/1.1\r\n");
  const dripping = setInterval(() => drip.socket.write("X"), 500);
  const dripped = await drip.closed;
  clearInterval(dripping);
  assert.match(dripped.answer, /^(HTTP\/1.1 408 |$)/, "cut by its time, or to make a place");
  slowest = Math.max(slowest, await friendly());

  assert.ok(slowest < MOST_LATENCY_MS, `a friend waited ${slowest} ms`);
  const growth = residentKb(relayPid(crew)) - before;
  assert.ok(growth < MOST_GROWTH_KB, `the relay grew by ${growth} KB`);
  t.diagnostic(`slowest friend ${slowest} ms, memory +${growth} KB`);
  all.forEach(({ socket }) => socket.destroy());
  await until("a stranger is answered as before", async () =>
    (await fetch(`${crew.url}/healthz`)).status === 200);
});

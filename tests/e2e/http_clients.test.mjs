// The HTTP API by clients that nobody here wrote: curl, Node's fetch, and a reader of events.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { openEvents } from "./support/events.mjs";

const run = promisify(execFile);

/** What curl prints: the status, then the body. */
async function curl(...args) {
  const { stdout } = await run("curl", ["-sS", "-o", "-", "-w", "\n%{http_code}", ...args]);
  const end = stdout.lastIndexOf("\n");
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

test("curl reads and acts over HTTP/1.0, with chunks, and with Expect", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  const token = await crew.pair("curl", "operator");
  const as = ["-H", `Authorization: Bearer ${token}`];
  const json = ["-H", "Content-Type: application/json"];

  const old = await curl("--http1.0", ...as, `${crew.url}/api/snapshot`);
  assert.equal(old.status, 200);
  assert.equal(JSON.parse(old.body).members[0].id, crew.member);

  const close = `${crew.url}/api/conversations/${crew.member}/deck/none/close`;
  const chunked = await curl(...as, ...json, "-H", "Transfer-Encoding: chunked", "-d", '{"requestId":"r-1"}', close);
  assert.equal(chunked.status, 404);
  assert.equal(JSON.parse(chunked.body).reason, "no-such-conversation");
  const expecting = await curl(...as, ...json, "-H", "Expect: 100-continue", "-d", '{"requestId":"r-2"}', close);
  assert.equal(expecting.status, 404);

  for (const host of ["localhost:9000", "127.0.0.1", "[::1]"]) {
    assert.equal((await curl(...as, "-H", `Host: ${host}`, `${crew.url}/api/snapshot`)).status, 200, host);
  }
  assert.equal((await curl(...as, "-H", "Host: evil.example", `${crew.url}/api/snapshot`)).status, 421);
  assert.equal((await curl(`${crew.url}/api/snapshot`)).status, 401);
});

test("a reader of events goes on where it was, and hears that it is alive", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  const token = await crew.pair("page", "viewer");
  await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
  const first = await openEvents(`${crew.url}/api/events?passive=1`, token);
  const whole = await first.next();
  assert.equal(whole.event, "snapshot");
  const source = whole.data.members[0].sources.find(({ name }) => name === "deck");
  assert.equal(source.state, "live");
  assert.match(await first.comment(), /^:/);
  first.end();

  await crew.collie("durable", "detach", "deck");
  const second = await openEvents(`${crew.url}/api/events?passive=1`, token, { "Last-Event-ID": whole.id });
  t.after(() => second.end());
  const removed = await second.next(({ data }) => data.removed?.length > 0);
  assert.equal(removed.event, "delta");
  assert.deepEqual(removed.data.removed, [{ member: crew.member, source: "deck" }]);

  await crew.collie("devices", "revoke", "page");
  await assert.rejects(second.next(), /ended|terminated/);
});

test("receipts come in pages, by outcome and by time", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  const from = Date.now() - 1000;
  for (const id of ["r-1", "r-2", "r-3"]) {
    assert.equal((await crew.act("deck", "none", "close", { requestId: id })).status, 404);
  }
  const page = (await crew.get("/api/receipts?limit=2")).body;
  assert.deepEqual(page.receipts.map(({ requestId }) => requestId), ["r-3", "r-2"]);
  const rest = (await crew.get(`/api/receipts?limit=2&before=${page.before}`)).body;
  assert.deepEqual(rest.receipts.map(({ requestId }) => requestId), ["r-1"]);
  assert.equal(rest.before, null);
  assert.equal((await crew.get(`/api/receipts?outcome=refused&from=${from}`)).body.receipts.length, 3);
  assert.equal((await crew.get("/api/receipts?outcome=sent")).body.receipts.length, 0);
  assert.equal((await crew.get(`/api/receipts?until=${from}`)).body.receipts.length, 0);
  assert.equal((await crew.get("/api/receipts?outcome=done")).status, 400);
});

// The HTTP API behind the proxies that people have, with their defaults: HTTP/1.0 to the API, bodies
// in chunks, compressed replies.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { openEvents } from "./support/events.mjs";
import { startHaproxy, startNginx } from "./support/proxies.mjs";

/** One exchange through the proxy. */
async function exchange(url, token, path, options = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...options.headers };
  const reply = await fetch(url + path, { ...options, headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

for (const [name, start] of [["nginx", startNginx], ["haproxy", startHaproxy]]) {
  test(`behind ${name} tags hold, bodies arrive and events flow`, async (t) => {
    const { collie } = await openAgent(t);
    const crew = await startCrew(t, { deck: collie.address });
    const token = await crew.pair(name, "operator");
    const url = await start(t, crew.url);

    const whole = await exchange(url, token, "/api/snapshot", { headers: { "Accept-Encoding": "gzip" } });
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get("content-encoding"), "gzip");
    const tag = whole.headers.get("etag");
    assert.match(tag, /^W\/"/, "a weak tag stays when a proxy compresses");
    const again = await exchange(url, token, "/api/snapshot", { headers: { "If-None-Match": tag } });
    assert.equal(again.status, 304);

    const body = JSON.stringify({ code: "none", more: "x".repeat(60_000) });
    const posted = await exchange(url, token, "/pair", {
      method: "POST", headers: { "Content-Type": "application/json" }, body,
    });
    assert.equal(posted.status, 400);
    assert.match(posted.text, /more/, "the whole body arrived");
    const stream = new Blob([body.replace("more", "chunked")]).stream();
    const chunked = await exchange(url, token, "/pair", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: stream, duplex: "half",
    });
    assert.equal(chunked.status, 400);
    assert.match(chunked.text, /chunked/);

    const events = await openEvents(`${url}/api/events`, token);
    t.after(() => events.end());
    assert.match(events.type, /^text\/event-stream/);
    const first = await events.next();
    assert.equal(first.event, "snapshot");
    assert.equal(first.data.members[0].id, crew.member);
    await crew.collie("durable", "detach", "deck");
    const change = await events.next(({ event, data }) =>
      event === "delta" && data.removed.some(({ source }) => source === "deck"));
    assert.ok(change.id, "a reader can go on from here");
  });
}

// The order of the checks, and what each of them answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";

const TOKEN = "0123456789abcdef0123456789abcdef";
const NO_VERSION = { "X-Collie-Session": undefined };

function refused(reply, status, code) {
  assert.deepEqual([reply.status, reply.body.code], [status, code]);
}

test("the token comes first, for hello and unknown paths too", async (t) => {
  const { edge } = await openAgent(t, { socket: undefined, port: 0, token: TOKEN });
  for (const Authorization of [undefined, `Bearer ${TOKEN}x`, TOKEN, "Basic abc"]) {
    refused(await edge.get("hello", { Authorization }), 401, "unauthorized");
    refused(await edge.get("nothing", { Authorization }), 401, "unauthorized");
  }
  assert.equal((await edge.get("hello")).status, 200);
});

test("while a token is replaced, both are taken", async (t) => {
  const next = TOKEN.replaceAll("0", "9");
  const { edge } = await openAgent(t, { socket: undefined, port: 0, token: [TOKEN, next] });
  assert.equal((await edge.get("hello", { Authorization: `Bearer ${next}` })).status, 200);
});

test("an agent behind a URL may have a path of its own", async (t) => {
  const url = { socket: undefined, port: 0, token: TOKEN, basePath: "/collie" };
  const { edge } = await openAgent(t, url);
  assert.equal((await edge.get("hello")).status, 200);
  edge.base = "";
  refused(await edge.get("hello"), 404, "not-found");
});

test("an unknown path is not-found, before its method and version", async (t) => {
  const { edge } = await openAgent(t, { isReady: false });
  const paths = [
    "/", "/session/v1", "/session/v1/", "/session/v2/hello", "/session/v1/hello/", "/hello",
    "/session/v1/panes", "/session/v1/panes/", "/session/v1/panes/p/", "/session/v1/panes/p/jump",
    "/session/v1/panes/p/asks", "/session/v1/panes/p/asks/", "/session/v1/panes/p/send/x",
    "/session/v1/panes/p/asks/a/b", "/session/v1/panes/%zz", "/session/v1/../v1/hello",
  ];
  for (const path of paths) {
    refused(await edge.exchange("PUT", path, { headers: NO_VERSION }), 404, "not-found");
  }
});

test("the wrong method is refused before the version", async (t) => {
  const { edge } = await openAgent(t, { isReady: false });
  const wrong = [
    ["POST", "hello"], ["POST", "snapshot"], ["DELETE", "panes/p"], ["PUT", "panes/p/history"],
    ["GET", "panes/p/send"], ["GET", "panes/p/asks/a"], ["GET", "start"],
  ];
  for (const [method, path] of wrong) {
    const reply = await edge.exchange(method, `/session/v1/${path}`, { headers: NO_VERSION });
    refused(reply, 405, "method-not-allowed");
  }
});

test("a missing or unreadable version is bad-request, before starting", async (t) => {
  const { edge } = await openAgent(t, { isReady: false });
  for (const version of [undefined, "", "one", "0", "-1", "1.0", "1,1", "99999999999"]) {
    const reply = await edge.get("snapshot", { "X-Collie-Session": version });
    refused(reply, 400, "bad-request");
  }
  refused(await edge.get("hello", { "X-Collie-Session": "x" }), 400, "bad-request");
});

test("a version out of range is incompatible on any call, before starting", async (t) => {
  const { edge } = await openAgent(t, { isReady: false });
  const reply = await edge.get("snapshot", { "X-Collie-Session": "2" });
  refused(reply, 409, "incompatible");
  refused(await edge.post("start", {}, { "X-Collie-Session": "2" }), 409, "incompatible");
});

test("the version hello gets both ranges; a spoken version gets the hello", async (t) => {
  const { edge } = await openAgent(t);
  const telling = await edge.get("hello", { "X-Collie-Session": "7" });
  refused(telling, 409, "incompatible");
  assert.deepEqual(telling.body.refusal, { agent: { min: 1, max: 1 }, collie: { max: 7 } });
  assert.equal((await edge.get("hello", { "X-Collie-Session": "1" })).status, 200);
});

test("before ready() all but hello is starting, whatever the body", async (t) => {
  const { collie, edge } = await openAgent(t, { isReady: false });
  assert.equal((await edge.hello()).ready, false);
  refused(await edge.get("snapshot"), 503, "starting");
  refused(await edge.get("panes/none"), 503, "starting");
  refused(await edge.exchange("POST", "/session/v1/start", { raw: "{" }), 503, "starting");
  collie.ready();
  assert.equal((await edge.hello()).ready, true);
  assert.equal((await edge.get("snapshot")).status, 200);
});

test("a body past 64 KiB is too-large, and one of 64 KiB is read", async (t) => {
  const { edge, collie } = await openAgent(t);
  const body = (bytes) => {
    const frame = { requestId: "r-size", epoch: collie.epoch, turn: "t", text: "" };
    return JSON.stringify({ ...frame, text: "x".repeat(bytes - JSON.stringify(frame).length) });
  };
  const send = (raw, headers) =>
    edge.exchange("POST", "/session/v1/panes/p/send", { raw, headers });
  refused(await send(body(65_537)), 413, "too-large");
  refused(await send(body(3_000_000)), 413, "too-large");
  refused(await send(body(65_537), { "Transfer-Encoding": "chunked" }), 413, "too-large");
  refused(await send(body(65_536)), 409, "stale");
});

test("a body that is no object with requestId, epoch and its fields is bad-request", async (t) => {
  const { edge, collie } = await openAgent(t);
  const good = { requestId: "r-1", epoch: collie.epoch, turn: "t", text: "hi" };
  const bad = [
    "", "{", "[]", "null", '"x"', "1", Buffer.from([0x22, 0xff, 0x22]),
    ...[
      { ...good, requestId: undefined }, { ...good, requestId: 1 }, { ...good, requestId: "a b" },
      { ...good, requestId: ".." }, { ...good, requestId: "r".repeat(129) },
      { ...good, epoch: undefined }, { ...good, epoch: 5 }, { ...good, turn: undefined },
      { ...good, text: undefined }, { ...good, text: "" }, { ...good, text: ["hi"] },
    ].map((body) => JSON.stringify(body)),
  ];
  for (const raw of bad) {
    const reply = await edge.exchange("POST", "/session/v1/panes/p/send", { raw });
    refused(reply, 400, "bad-request");
  }
});

test("an epoch of another run is stale, before capability and pane", async (t) => {
  const { edge, pane } = await openAgent(t, { caps: {}, on: {} });
  const known = await edge.act("panes/p/send", { epoch: "e-old", turn: "t", text: "x" });
  refused(known, 409, "stale");
  assert.equal(known.body.turn, pane.turnId);
  const unknown = await edge.act("panes/none/send", { epoch: "e-old", turn: "t", text: "x" });
  refused(unknown, 409, "stale");
  assert.equal(unknown.body.turn, undefined);
});

test("what is not claimed is unsupported, before the pane is looked up", async (t) => {
  const { edge } = await openAgent(t, { caps: {}, on: {} });
  const acts = {
    "panes/none/send": { turn: "t", text: "x" }, "panes/none/steer": { turn: "t", text: "x" },
    "panes/none/abort": {}, "panes/none/rename": { title: "x" }, "panes/none/close": {},
    "panes/none/reopen": {}, "panes/none/action": { actionId: "x" }, "panes/none/asks/a": {},
    start: { starterId: "new" },
  };
  for (const [path, body] of Object.entries(acts)) {
    refused(await edge.act(path, body), 409, "unsupported");
  }
  refused(await edge.get("panes/none/history"), 409, "unsupported");
});

test("an unknown pane is no-such-pane", async (t) => {
  const { edge } = await openAgent(t);
  refused(await edge.get("panes/none"), 404, "no-such-pane");
  refused(await edge.get("panes/none/history"), 404, "no-such-pane");
  refused(await edge.act("panes/none/abort"), 404, "no-such-pane");
  refused(await edge.act("panes/a%2Fb/asks/x", { answer: {} }), 404, "no-such-pane");
});

test("bytes that are no HTTP get an error of the wire", async (t) => {
  const { collie } = await openAgent(t);
  const { connect } = await import("node:net");
  const text = await new Promise((resolve) => {
    const socket = connect(collie.address, () => socket.write("nonsense\r\n\r\n"));
    let got = "";
    socket.on("data", (bytes) => (got += bytes));
    socket.on("close", () => resolve(got));
  });
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.match(text, /"code":"bad-request"/);
});

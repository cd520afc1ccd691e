// A request id runs at most once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";
import { until } from "./support/until.mjs";

/** An agent whose abort hangs until the test lets it go on. */
async function openHanging(t, end = () => {}) {
  const gate = { runs: 0 };
  gate.opened = new Promise((resolve) => (gate.open = resolve));
  const abort = async () => {
    gate.runs += 1;
    await gate.opened;
    end();
  };
  const agent = await openAgent(t, { on: { abort } });
  await agent.edge.send("p", "go");
  return { ...agent, gate };
}

test("a repeat of a finished id gets the first reply, replayed, and runs nothing", async (t) => {
  const { edge, pane, calls, collie } = await openAgent(t);
  const body = { requestId: "r-1", epoch: collie.epoch, turn: pane.turnId, text: "hi" };
  const first = await edge.post("panes/p/send", body);
  const again = await edge.post("panes/p/send", body);
  assert.deepEqual(first.body, { requestId: "r-1" });
  assert.deepEqual([again.status, again.body], [200, { requestId: "r-1", replayed: true }]);
  assert.equal(calls.length, 1);
});

test("a replay is not refused by what has changed since", async (t) => {
  const { edge, pane, collie } = await openAgent(t);
  pane.ask({ id: "a", kind: "text", title: "Say" });
  const body = { requestId: "r-1", epoch: collie.epoch, answer: { text: "x" } };
  await edge.post("panes/p/asks/a", body);
  await edge.act("panes/p/close");
  const again = await edge.post("panes/p/asks/a", body);
  assert.deepEqual(again.body, { requestId: "r-1", outcome: "taken", replayed: true });
});

test("the body is compared as JSON, not as bytes", async (t) => {
  const { edge, pane, collie, calls } = await openAgent(t);
  const body = { requestId: "r-1", epoch: collie.epoch, turn: pane.turnId, text: "é" };
  await edge.post("panes/p/send", body);
  const reversed = Object.fromEntries(Object.entries(body).reverse());
  const raw = JSON.stringify(reversed, null, 2).replace("é", "\\u00e9");
  const again = await edge.exchange("POST", "/session/v1/panes/p/send", { raw });
  assert.equal(again.body.replayed, true);
  assert.equal(calls.length, 1);
});

test("the same id with another payload is request-id-reused", async (t) => {
  const { edge, pane, collie, tab } = await openAgent(t);
  tab.pane("q");
  const body = { requestId: "r-1", epoch: collie.epoch, turn: pane.turnId, text: "hi" };
  await edge.post("panes/p/send", body);
  const others = [
    ["panes/p/send", { ...body, text: "ho" }], ["panes/p/steer", body], ["panes/q/send", body],
    ["panes/p/send", { ...body, extra: 1 }], ["panes/p/send", { ...body, epoch: "e-other" }],
  ];
  for (const [path, other] of others) {
    const reply = await edge.post(path, other);
    assert.deepEqual([reply.status, reply.body.code], [409, "request-id-reused"], path);
  }
});

test("a refusal is not remembered", async (t) => {
  const { edge, collie, pane } = await openAgent(t);
  const body = { requestId: "r-1", epoch: collie.epoch, turn: "t-wrong", text: "hi" };
  assert.equal((await edge.post("panes/p/send", body)).body.code, "stale");
  assert.equal((await edge.post("panes/p/send", body)).body.code, "stale");
  assert.equal((await edge.post("panes/p/send", { ...body, turn: pane.turnId })).status, 200);
});

test("a repeat of an act under way waits for its reply and never runs", async (t) => {
  const { edge, collie, gate } = await openHanging(t);
  const body = { requestId: "held-1", epoch: collie.epoch };
  const first = edge.post("panes/p/abort", body);
  await until("the act runs", () => gate.runs === 1);
  let settled = false;
  const repeat = edge.post("panes/p/abort", body).finally(() => (settled = true));
  const other = await edge.post("panes/p/abort", { ...body, turn: "t" });
  assert.equal(other.body.code, "request-id-reused");
  assert.equal((await edge.get("snapshot")).status, 200);
  assert.equal(settled, false);
  gate.open();
  assert.deepEqual((await first).body, { requestId: "held-1" });
  assert.deepEqual((await repeat).body, { requestId: "held-1", replayed: true });
  assert.equal(gate.runs, 1);
});

test("an id is remembered from the moment it is read, though its caller left", async (t) => {
  const { edge, collie, gate } = await openHanging(t);
  const body = { requestId: "r-1", epoch: collie.epoch };
  const { request } = await import("node:http");
  const left = request({
    socketPath: collie.address,
    method: "POST",
    path: "/session/v1/panes/p/abort",
    headers: { "X-Collie-Session": "1" },
  });
  left.on("error", () => {});
  left.end(JSON.stringify(body));
  await until("the act runs", () => gate.runs === 1);
  left.destroy();
  const repeat = edge.post("panes/p/abort", body);
  gate.open();
  assert.equal((await repeat).body.replayed, true);
  assert.equal(gate.runs, 1);
});

test("a repeat that waited for a refusal gets it", async (t) => {
  const { Refusal } = await import("./wire.mjs");
  const { edge, collie, gate } = await openHanging(t, () => {
    throw new Refusal("busy", "No.");
  });
  const body = { requestId: "r-1", epoch: collie.epoch };
  const both = [edge.post("panes/p/abort", body), edge.post("panes/p/abort", body)];
  await until("the act runs", () => gate.runs === 1);
  gate.open();
  const replies = await Promise.all(both);
  assert.deepEqual(replies.map(({ body: { code } }) => code), ["busy", "busy"]);
});

test("an act that broke may have run: its id stays spent", async (t) => {
  t.mock.method(console, "error", () => {});
  const { edge, collie, gate } = await openHanging(t, () => {
    throw new Error("broken");
  });
  gate.open();
  const body = { requestId: "r-1", epoch: collie.epoch };
  for (let n = 0; n < 2; n += 1) {
    assert.equal((await edge.post("panes/p/abort", body)).body.code, "internal");
  }
  assert.equal(gate.runs, 1);
});

test("a body that was cut runs nothing and spends no id", async (t) => {
  const { edge, collie, pane, calls } = await openAgent(t);
  const body = { requestId: "r-1", epoch: collie.epoch, turn: pane.turnId, text: "hi" };
  const raw = JSON.stringify(body);
  const { connect } = await import("node:net");
  await new Promise((resolve) => {
    const head = "POST /session/v1/panes/p/send HTTP/1.1\r\nHost: a\r\nX-Collie-Session: 1\r\n";
    const socket = connect(collie.address, () => {
      socket.end(`${head}Content-Length: ${raw.length}\r\n\r\n${raw.slice(0, -1)}`);
    });
    socket.on("error", resolve).on("close", resolve).resume();
  });
  assert.equal(calls.length, 0);
  assert.deepEqual((await edge.post("panes/p/send", body)).body, { requestId: "r-1" });
});

test("at least the last 500 ids are remembered", async (t) => {
  const { edge, collie } = await openAgent(t);
  const body = { requestId: "r-first", epoch: collie.epoch, title: "T" };
  await edge.post("panes/p/rename", body);
  for (let n = 0; n < 499; n += 1) {
    await edge.post("panes/p/rename", { ...body, requestId: `r-more-${n}` });
  }
  assert.equal((await edge.post("panes/p/rename", body)).body.replayed, true);
});

// What readers see: hello, snapshot, a pane's events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];

function say(pane, text, more = {}) {
  return pane.item({ kind: "assistant", text, ...more });
}

function texts(view) {
  return view.events.filter(({ type }) => type === "item").map(({ item }) => item.text);
}

test("hello says who the agent is and what it can do", async (t) => {
  const options = { now: () => 1764460800000, runtime: "r 1", selfTest: "new" };
  const { edge } = await openAgent(t, options);
  const hello = await edge.hello();
  assert.deepEqual(hello.wire, { min: 1, max: 1 });
  assert.match(hello.epoch, /^e-[0-9a-f]{16,}$/);
  assert.deepEqual([hello.now, hello.hostName, hello.runtime], [1764460800000, "test", "r 1"]);
  assert.deepEqual([hello.caps.send, hello.caps.queue, hello.caps.checksEpoch], [true, true, true]);
  assert.equal(hello.caps.idsOutliveEpoch, false);
  assert.deepEqual([hello.starters, hello.selfTest], [[{ id: "new", label: "New chat" }], "new"]);
});

test("each start has another epoch", async (t) => {
  const [a, b] = [await openAgent(t), await openAgent(t)];
  assert.notEqual(a.collie.epoch, b.collie.epoch);
});

test("the snapshot shows workspaces, tabs and panes", async (t) => {
  const { edge, pane, collie } = await openAgent(t);
  pane.setActions([{ id: "compact", label: "Compact" }]);
  const { body } = await edge.get("snapshot");
  assert.equal(body.epoch, collie.epoch);
  const [workspace] = body.workspaces;
  assert.deepEqual([workspace.id, workspace.title], ["w", "W"]);
  assert.deepEqual([workspace.tabs[0].id, workspace.tabs[0].title], ["t", "T"]);
  const [shown] = workspace.tabs[0].panes;
  assert.deepEqual(shown.turn, { id: pane.turnId, state: "idle" });
  assert.deepEqual([shown.id, shown.title, shown.harness, shown.open], ["p", "P", "test", true]);
  assert.deepEqual([shown.openAsks, shown.actions], [0, [{ id: "compact", label: "Compact" }]]);
  assert.equal(typeof shown.lastActivityAt, "number");
});

test("an unchanged snapshot is a 304 without a body, and any change ends that", async (t) => {
  const { edge, pane, collie } = await openAgent(t);
  const first = await edge.get("snapshot");
  assert.equal(first.headers.etag, `"${collie.epoch}-${first.body.rev}"`);
  const again = await edge.get("snapshot", { "If-None-Match": first.headers.etag });
  assert.deepEqual([again.status, again.body, again.headers.etag], [304, "", first.headers.etag]);
  say(pane, "news");
  const changed = await edge.get("snapshot", { "If-None-Match": first.headers.etag });
  assert.equal(changed.status, 200);
  assert.ok(changed.body.rev > first.body.rev);
});

test("every visible change raises rev", async (t) => {
  const { edge, pane, tab } = await openAgent(t);
  const changes = [
    () => say(pane, "x", { id: "i" }), () => pane.removeItem("i"), () => pane.turn("working"),
    () => pane.ask({ id: "a", kind: "choice", title: "?", options: OPTIONS }),
    () => pane.closeAsk("a", { outcome: "withdrawn" }), () => pane.turn("idle"),
    () => pane.rename("New"), () => pane.setActions([]), () => pane.setOpen(false),
    () => tab.pane("q"),
  ];
  for (const change of changes) {
    const before = (await edge.get("snapshot")).headers.etag;
    change();
    assert.notEqual((await edge.get("snapshot")).headers.etag, before, String(change));
  }
});

test("the snapshot's cursor is the pane's newest", async (t) => {
  const { edge, pane } = await openAgent(t);
  say(pane, "x");
  const { cursor } = await edge.pane("p");
  assert.equal((await edge.view("p")).cursor, cursor);
  assert.deepEqual((await edge.view("p", cursor)).events, []);
});

test("without a cursor the whole view comes: open asks, then items, oldest first", async (t) => {
  const { edge, pane } = await openAgent(t);
  say(pane, "one");
  pane.ask({ id: "a", kind: "choice", title: "?", options: OPTIONS });
  say(pane, "two");
  const view = await edge.view("p");
  assert.deepEqual([view.reset, view.more, view.truncated], [true, false, undefined]);
  assert.deepEqual(view.events.map(({ type }) => type), ["ask", "item", "item"]);
  assert.deepEqual(texts(view), ["one", "two"]);
});

test("a cursor gets what came after it", async (t) => {
  const { edge, pane } = await openAgent(t);
  say(pane, "one");
  const { cursor } = await edge.view("p");
  say(pane, "two");
  const view = await edge.view("p", cursor);
  assert.deepEqual([view.reset, texts(view)], [false, ["two"]]);
});

test("cursors that cannot be continued from reset", async (t) => {
  const { edge, pane, tab } = await openAgent(t);
  const other = await openAgent(t);
  say(pane, "one");
  const { cursor } = await edge.view("p");
  const foreign = [
    (await other.edge.view("p")).cursor, tab.pane("q").chat.cursor, "", "x", `${cursor}9`,
    `${cursor.split(".")[0]}.99`, `${cursor}.1`, "c".repeat(300),
  ];
  for (const one of foreign) {
    const view = await edge.view("p", one);
    assert.deepEqual([view.reset, texts(view)], [true, ["one"]], one);
  }
});

test("a growing item keeps its place, and is told once to whoever missed its steps", async (t) => {
  const { edge, pane } = await openAgent(t);
  const { cursor } = await edge.view("p");
  say(pane, "a", { id: "i-1", partial: true });
  const step = await edge.view("p", cursor);
  assert.equal(step.events[0].item.partial, true);
  say(pane, "later", { id: "i-2" });
  say(pane, "ab", { id: "i-1" });
  assert.deepEqual(texts(await edge.view("p", cursor)), ["ab", "later"]);
  assert.deepEqual(texts(await edge.view("p", step.cursor)), ["later", "ab"]);
  assert.deepEqual(texts(await edge.view("p")), ["ab", "later"]);
});

test("a removed item is told, and a reader that would miss one resets", async (t) => {
  const { edge, pane } = await openAgent(t);
  say(pane, "gone", { id: "i-0" });
  const { cursor } = await edge.view("p");
  pane.removeItem("i-0");
  const events = [{ type: "item-removed", itemId: "i-0" }];
  assert.deepEqual((await edge.view("p", cursor)).events, events);
  for (let n = 0; n < 600; n += 1) {
    say(pane, "x", { id: `x-${n}` });
    pane.removeItem(`x-${n}`);
  }
  assert.equal((await edge.view("p", cursor)).reset, true);
});

test("an ask and its end are told with outcome, decider, request id and answer", async (t) => {
  const { edge, pane } = await openAgent(t);
  const { cursor } = await edge.view("p");
  pane.ask({ id: "a", kind: "choice", title: "Go?", options: OPTIONS });
  assert.equal((await edge.pane("p")).openAsks, 1);
  await edge.act("panes/p/asks/a", { requestId: "r-answer", answer: { optionIds: ["yes"] } });
  const { events } = await edge.view("p", cursor);
  assert.deepEqual(events.map(({ type }) => type), ["ask", "ask-closed", "item"]);
  assert.deepEqual(events[1], {
    type: "ask-closed", askId: "a", outcome: "answered", decidedBy: "phone",
    requestId: "r-answer", answer: { optionIds: ["yes"] },
  });
  assert.equal((await edge.pane("p")).openAsks, 0);
});

test("many changes come in pages that lose nothing", async (t) => {
  const { edge, pane } = await openAgent(t);
  let { cursor } = await edge.view("p");
  const sent = Array.from({ length: 450 }, (_, n) => say(pane, `m ${n}`).text);
  const got = [];
  let pages = 0;
  for (let more = true; more; pages += 1) {
    const view = await edge.view("p", cursor);
    assert.equal(view.reset, false);
    assert.notEqual(view.cursor, cursor);
    got.push(...texts(view));
    ({ cursor, more } = view);
  }
  assert.deepEqual([got, pages], [sent, 3]);
});

test("an increment too large for one reply is a reset, which keeps its newest items", async (t) => {
  const { edge, pane } = await openAgent(t);
  const { cursor } = await edge.view("p");
  for (let n = 0; n < 80; n += 1) say(pane, `${n} ${"x".repeat(65_000)}`);
  const reply = await edge.get(`panes/p?cursor=${cursor}`);
  assert.deepEqual([reply.body.reset, reply.body.truncated, reply.body.more], [true, true, false]);
  assert.ok(Number(reply.headers["content-length"]) <= 4 * 1024 * 1024);
  assert.equal(texts(reply.body).at(-1).slice(0, 2), "79");
});

test("a closed pane stays in the snapshot and can be read", async (t) => {
  const { edge, pane } = await openAgent(t);
  say(pane, "old");
  await edge.act("panes/p/close");
  assert.equal((await edge.pane("p")).open, false);
  assert.deepEqual(texts(await edge.view("p")), ["old"]);
  assert.equal((await edge.get("panes/p/history")).body.items.length, 1);
});

test("strings over their limit are cut between two characters", async (t) => {
  const { edge, pane } = await openAgent(t);
  pane.rename("😀".repeat(300));
  say(pane, "é".repeat(70_000));
  assert.equal(Array.from((await edge.pane("p")).title).length, 200);
  assert.equal((await edge.items("p"))[0].text.length, 65_536);
});

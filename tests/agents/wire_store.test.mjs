// What lives across the starts of an agent, and the journal that keeps it.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "./wire.mjs";
import { openAgent } from "./support/agent.mjs";
import { temporaryFolder } from "./support/temporary.mjs";
import { until } from "./support/until.mjs";

const CHOICE = {
  kind: "choice", title: "Go?", options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
};

/** Starts agents on one state folder, one after the other. */
function starts(t) {
  const folder = temporaryFolder(t);
  return async (options = {}) => {
    const store = openJournal(folder);
    const agent = await openAgent(t, { store, ...options });
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await agent.collie.close();
      store.close();
    };
    t.after(stop);
    return { ...agent, stop, file: join(folder, "journal.jsonl") };
  };
}

test("a request id outlives the epoch and is replayed", async (t) => {
  const start = starts(t);
  const first = await start();
  const body = { requestId: "r-1", epoch: first.collie.epoch, title: "T" };
  await first.edge.post("panes/p/rename", body);
  await first.stop();
  const second = await start();
  const again = await second.edge.post("panes/p/rename", body);
  assert.deepEqual([again.status, again.body], [200, { requestId: "r-1", replayed: true }]);
  const reused = await second.edge.post("panes/p/rename", { ...body, title: "U" });
  assert.equal(reused.body.code, "request-id-reused");
  const fresh = await second.edge.post("panes/p/rename", { ...body, requestId: "r-2" });
  assert.equal(fresh.body.code, "stale");
});

test("an open ask is raised again under its id, and its answer reaches the agent", async (t) => {
  const start = starts(t);
  const first = await start();
  first.pane.ask({ id: "a", ...CHOICE });
  const asked = await first.edge.openAsk("p");
  await first.stop();
  const second = await start({ isReady: false });
  const promise = second.pane.ask({ id: "a", ...CHOICE });
  second.collie.ready();
  assert.deepEqual(await second.edge.openAsk("p"), asked);
  await second.edge.act("panes/p/asks/a", { answer: { optionIds: ["yes"] } });
  assert.deepEqual(await promise, { optionIds: ["yes"] });
});

test("an open ask that is not raised again is withdrawn at ready()", async (t) => {
  const start = starts(t);
  const first = await start();
  first.pane.ask({ id: "a", ...CHOICE });
  await first.stop();
  const second = await start();
  const reply = await second.edge.act("panes/p/asks/a", { answer: { optionIds: ["yes"] } });
  assert.deepEqual([reply.body.code, reply.body.outcome.outcome], ["decided", "withdrawn"]);
});

test("decided asks, items, titles and open or closed live on; the turn id is new", async (t) => {
  const start = starts(t);
  const first = await start();
  first.pane.item({ id: "i-1", kind: "assistant", text: "grow", partial: true });
  first.pane.item({ id: "i-1", kind: "assistant", text: "grown" });
  first.pane.ask({ id: "a", ...CHOICE });
  await first.edge.act("panes/p/asks/a", { answer: { optionIds: ["no"] } });
  await first.edge.act("panes/p/rename", { title: "Named" });
  await first.edge.act("panes/p/close");
  const before = await first.edge.pane("p");
  const items = await first.edge.items("p");
  await first.stop();
  const second = await start();
  const after = await second.edge.pane("p");
  assert.deepEqual([after.title, after.open], ["Named", false]);
  assert.notEqual(after.turn.id, before.turn.id);
  assert.deepEqual(await second.edge.items("p"), items);
  const late = await second.edge.act("panes/p/asks/a", { answer: { optionIds: ["yes"] } });
  assert.deepEqual(late.body.outcome.answer, { optionIds: ["no"] });
  assert.equal((await second.edge.view("p", before.cursor)).reset, true);
});

test("a cursor of history lives across epochs", async (t) => {
  const start = starts(t);
  const first = await start();
  for (let n = 1; n <= 5; n += 1) first.pane.item({ kind: "assistant", text: `${n}` });
  const { before } = (await first.edge.get("panes/p/history?limit=2")).body;
  await first.stop();
  const second = await start();
  const { items } = (await second.edge.get(`panes/p/history?limit=2&before=${before}`)).body;
  assert.deepEqual(items.map(({ text }) => text), ["2", "3"]);
});

test("a queued send does not outlive the epoch, and the chat says so", async (t) => {
  const start = starts(t);
  const first = await start();
  await first.edge.send("p", "one");
  await first.edge.send("p", "two");
  await first.stop();
  const second = await start();
  assert.match((await second.edge.items("p")).at(-1).text, /^Not run, .* anew: two$/);
  assert.equal(second.calls.length, 0);
});

test("an answer is on disk before the agent goes on", async (t) => {
  const start = starts(t);
  const { edge, pane, file } = await start();
  const seen = pane.ask({ id: "a", ...CHOICE }).then(() => readFileSync(file, "utf8"));
  await edge.act("panes/p/asks/a", { requestId: "r-decides", answer: { optionIds: ["yes"] } });
  const line = (await seen).split("\n").find((text) => text.includes('"ask-closed"'));
  assert.ok(line.includes('"k":"request","requestId":"r-decides"'), "one line holds act and id");
});

test("a reply leaves only after its line is on disk; a store that fails gives 500", async (t) => {
  t.mock.method(console, "error", () => {});
  const saved = [];
  let isBroken = false;
  const save = (entries) => {
    if (isBroken) throw new Error("disk full");
    saved.push(...entries);
  };
  const { edge, pane, collie } = await openAgent(t, { store: { load: () => [], save } });
  isBroken = true;
  const promise = pane.ask({ id: "a", ...CHOICE });
  let wentOn = false;
  promise.then(() => (wentOn = true));
  const reply = await edge.act("panes/p/asks/a", { answer: { optionIds: ["yes"] } });
  assert.deepEqual([reply.status, reply.body.code, wentOn], [500, "internal", false]);
  isBroken = false;
  collie.changed();
  pane.item({ kind: "notice", text: "later" });
  await until("what waited is saved", () => saved.some(({ k }) => k === "ask-closed"));
  await promise;
});

test("the journal is private and whole lines; a torn last line is dropped", async (t) => {
  const start = starts(t);
  const first = await start();
  await first.edge.act("panes/p/rename", { title: "Kept" });
  await first.stop();
  assert.equal(statSync(first.file).mode & 0o777, 0o600);
  appendFileSync(first.file, '[{"k":"pane","pane":"p","title":"To');
  const second = await start();
  assert.equal((await second.edge.pane("p")).title, "Kept");
  await second.edge.act("panes/p/rename", { title: "Next" });
  await second.stop();
  assert.equal((await (await start()).edge.pane("p")).title, "Next");
});

test("a broken line before the last one is refused", (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "journal.jsonl"), '[]\nbroken\n[]\n', { mode: 0o600 });
  assert.throws(() => openJournal(folder), /is damaged at byte 3/);
});

test("one agent at a time uses a state folder", (t) => {
  const folder = temporaryFolder(t);
  const journal = openJournal(folder);
  assert.throws(() => openJournal(folder), /Another agent uses the state/);
  journal.close();
  openJournal(folder).close();
});

test("a lock that a dead process left is taken over", (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "lock"), "999999999 1");
  openJournal(folder).close();
});

test("a journal that has grown is replaced by what still counts", async (t) => {
  const start = starts(t);
  const first = await start();
  for (let n = 0; n < 120; n += 1) {
    first.pane.item({ id: "i-1", kind: "assistant", text: `${n} ${"x".repeat(60_000)}` });
    first.collie.commit();
  }
  await first.edge.act("panes/p/rename", { title: "Small" });
  assert.ok(statSync(first.file).size < 4 * 1024 * 1024);
  await first.stop();
  const second = await start();
  assert.equal((await second.edge.pane("p")).title, "Small");
  assert.match((await second.edge.items("p"))[0].text, /^119 /);
});

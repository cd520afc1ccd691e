// Pages of the past.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent } from "./support/agent.mjs";

function fill(pane, count) {
  for (let n = 1; n <= count; n += 1) pane.item({ kind: "assistant", text: `${n}` });
}

async function page(edge, query = "") {
  return (await edge.get(`panes/p/history${query}`)).body;
}

test("the newest page has 50 items, oldest first, and leads to the oldest", async (t) => {
  const { edge, pane, collie } = await openAgent(t);
  fill(pane, 120);
  const pages = [await page(edge)];
  while (pages[0].before !== null) pages.unshift(await page(edge, `?before=${pages[0].before}`));
  assert.deepEqual(pages.map(({ items }) => items.length), [20, 50, 50]);
  const all = pages.flatMap(({ items }) => items.map(({ text }) => Number(text)));
  assert.deepEqual(all, Array.from({ length: 120 }, (_, n) => n + 1));
  assert.deepEqual(pages.map(({ truncated }) => truncated), [false, false, false]);
  assert.equal(pages[0].epoch, collie.epoch);
});

test("limit is 1 to 200", async (t) => {
  const { edge, pane } = await openAgent(t);
  fill(pane, 210);
  for (const [limit, length] of [[1, 1], [200, 200]]) {
    assert.equal((await page(edge, `?limit=${limit}`)).items.length, length);
  }
  for (const limit of ["0", "201", "-1", "x", "", "1.5"]) {
    const reply = await edge.get(`panes/p/history?limit=${limit}`);
    assert.deepEqual([reply.status, reply.body.code], [400, "bad-request"], limit);
  }
});

test("only a cursor that history gave is taken", async (t) => {
  const { edge, pane, tab } = await openAgent(t);
  fill(pane, 3);
  fill(tab.pane("q"), 3);
  const other = (await edge.get("panes/q/history?limit=1")).body.before;
  const { before } = await page(edge, "?limit=1");
  for (const bad of ["", "x", other, `${before}9`, (await edge.view("p")).cursor]) {
    const reply = await edge.get(`panes/p/history?before=${bad}`);
    assert.deepEqual([reply.status, reply.body.code], [404, "bad-cursor"], bad);
  }
});

test("a page stays under its bytes and still leads on", async (t) => {
  const { edge, pane } = await openAgent(t);
  for (let n = 0; n < 40; n += 1) pane.item({ kind: "user", text: `${n} ${"x".repeat(60_000)}` });
  const reply = await edge.get("panes/p/history?limit=200");
  assert.ok(Number(reply.headers["content-length"]) <= 1024 * 1024);
  assert.ok(reply.body.items.length < 40);
  const older = await page(edge, `?limit=200&before=${reply.body.before}`);
  const [last] = older.items.slice(-1);
  const [first] = reply.body.items;
  assert.equal(Number(last.text.split(" ")[0]) + 1, Number(first.text.split(" ")[0]));
});

test("the oldest page says that older items were dropped", async (t) => {
  const { edge, pane } = await openAgent(t);
  fill(pane, 2001);
  assert.equal((await page(edge, "?limit=1")).truncated, false);
  let oldest = await page(edge, "?limit=200");
  while (oldest.before !== null) oldest = await page(edge, `?limit=200&before=${oldest.before}`);
  assert.deepEqual([oldest.items[0].text, oldest.truncated], ["2", true]);
  assert.equal((await edge.view("p")).truncated, true);
});

// The self-test conversations of the shell agent, by which a checker drives it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startShell } from "./support/shell.mjs";
import { until } from "./support/until.mjs";

const ANSWERS = {
  permission: { optionIds: ["allow"] },
  choice: { optionIds: ["one"] },
  text: { text: "words" },
  form: { fields: { name: "n", count: 2, sure: true, pick: "two" } },
};

async function startTest(t) {
  const shell = await startShell(t);
  const { selfTest } = await shell.edge.hello();
  const { paneId } = (await shell.edge.act("start", { starterId: selfTest })).body;
  return { shell, edge: shell.edge, paneId };
}

async function lastText(edge, paneId) {
  return (await edge.items(paneId)).at(-1).text;
}

test("quick answers, and an unknown word gets the list of known ones", async (t) => {
  const { shell, edge, paneId } = await startTest(t);
  await edge.send(paneId, "quick");
  await shell.idle(paneId);
  assert.equal(await lastText(edge, paneId), "Done.");
  await edge.send(paneId, "dance");
  await shell.idle(paneId);
  assert.match(await lastText(edge, paneId), /^I obey: quick, slow/);
});

test("slow takes two seconds or more and grows, and can be stopped", async (t) => {
  const { shell, edge, paneId } = await startTest(t);
  const began = Date.now();
  await edge.send(paneId, "slow");
  const lengths = new Set();
  await until("it is done", async () => {
    const item = (await edge.items(paneId)).at(-1);
    if (item.partial) lengths.add(item.text.length);
    return item.text === "Done slowly.";
  });
  assert.ok(Date.now() - began >= 2000);
  assert.ok(lengths.size >= 3);
  await shell.idle(paneId);
  await edge.send(paneId, "slow");
  await edge.act(`panes/${paneId}/abort`);
  await shell.idle(paneId);
  assert.equal(await lastText(edge, paneId), "Stopped.");
});

for (const [kind, answer] of Object.entries(ANSWERS)) {
  test(`ask ${kind} stands until it is answered, over a restart too`, async (t) => {
    const { shell, edge, paneId } = await startTest(t);
    await edge.send(paneId, `ask ${kind}`);
    const ask = await edge.openAsk(paneId);
    assert.equal(ask.kind, kind);
    await shell.program.end("SIGKILL");
    const second = await shell.start();
    assert.deepEqual(await second.edge.openAsk(paneId), ask);
    const reply = await second.edge.act(`panes/${paneId}/asks/${ask.id}`, { answer });
    assert.equal(reply.body.outcome, "taken");
    await second.idle(paneId);
    assert.equal(await lastText(second.edge, paneId), `You answered ${JSON.stringify(answer)}`);
  });
}

test("ask expiring times out 1 to 10 seconds ahead", async (t) => {
  const { shell, edge, paneId } = await startTest(t);
  await edge.send(paneId, "ask expiring");
  const { expiresAt } = await edge.openAsk(paneId);
  const left = expiresAt - (await edge.hello()).now;
  assert.ok(left > 500 && left <= 10_000);
  await shell.idle(paneId);
  assert.equal(await lastText(edge, paneId), "A question: expiring Timed out before an answer.");
});

// The shell agent dies and starts again: nothing is lost, and nothing runs twice.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isAlive, startShell } from "./support/shell.mjs";
import { until } from "./support/until.mjs";

async function killed(shell) {
  await shell.program.end("SIGKILL");
  return shell.start();
}

test("an open question stands again under its id, and can be allowed", async (t) => {
  const first = await startShell(t);
  const proof = join(first.folder, "ran");
  const ask = await first.offer(`echo x >> ${proof}`);
  const { epoch } = await first.edge.hello();
  const second = await killed(first);
  assert.notEqual((await second.edge.hello()).epoch, epoch);
  assert.deepEqual(await second.edge.openAsk("main"), ask);
  assert.equal((await second.edge.pane("main")).turn.state, "working");
  assert.equal(existsSync(proof), false);
  await second.answer(ask, "allow");
  await second.idle();
  assert.equal(readFileSync(proof, "utf8"), "x\n");
});

test("a replay after the restart runs nothing", async (t) => {
  const first = await startShell(t);
  const proof = join(first.folder, "ran");
  const { epoch } = await first.edge.hello();
  const { turn } = await first.edge.pane("main");
  const send = { requestId: "r-send", epoch, turn: turn.id, text: `echo x >> ${proof}` };
  await first.edge.post("panes/main/send", send);
  const ask = await until("the question stands", () => first.edge.openAsk("main"));
  const allow = { requestId: "r-allow", epoch, answer: { optionIds: ["allow"] } };
  await first.edge.post(`panes/main/asks/${ask.id}`, allow);
  await first.idle();
  const second = await killed(first);
  const replies = [
    await second.edge.post("panes/main/send", send),
    await second.edge.post(`panes/main/asks/${ask.id}`, allow),
  ];
  assert.deepEqual(replies.map(({ body }) => body), [
    { requestId: "r-send", replayed: true },
    { requestId: "r-allow", outcome: "taken", replayed: true },
  ]);
  await second.run("true");
  assert.equal(readFileSync(proof, "utf8"), "x\n");
});

test("what ran is shown as interrupted, its processes end, it never runs again", async (t) => {
  const first = await startShell(t);
  const proof = join(first.folder, "ran");
  await first.begin(`echo x >> ${proof}; sh -c 'echo $$; sleep 1000; :'`);
  const shown = await until("the process id", async () => {
    return (await first.newestTool()).tool.output.trim();
  });
  const second = await killed(first);
  await until("the processes end", () => !isAlive(Number(shown)));
  const { tool, partial } = await second.newestTool();
  assert.deepEqual([tool.status, partial], ["error", undefined]);
  assert.match(tool.output, /\[interrupted\]\n$/);
  assert.match((await second.notices()).at(-1), /^Interrupted: .* It is not run again\.$/);
  const pane = await second.edge.pane("main");
  assert.deepEqual([pane.turn.state, pane.openAsks], ["idle", 0]);
  assert.equal(readFileSync(proof, "utf8"), "x\n");
  const third = await killed(second);
  const notices = await third.notices();
  assert.equal(notices.filter((text) => text.startsWith("Interrupted")).length, 1);
});

test("conversations, titles and the folder of the shell survive", async (t) => {
  const first = await startShell(t);
  const { paneId } = (await first.edge.act("start", { starterId: "new" })).body;
  await first.edge.act(`panes/${paneId}/rename`, { title: "Second" });
  await first.run("cd /usr; X=1", paneId);
  await first.edge.act("panes/main/close");
  const second = await killed(first);
  const panes = await second.edge.panes();
  const shown = panes.map(({ title, open }) => [title, open]);
  assert.deepEqual(shown, [["Shell", false], ["Second", true]]);
  assert.equal((await second.run('echo "$PWD [$X]"', paneId)).tool.output, "/usr []\n");
  assert.ok((await second.notices(paneId)).some((text) => text.startsWith("A new shell, in /usr")));
});

test("the old epoch's acts that never arrived are stale", async (t) => {
  const first = await startShell(t);
  const { epoch } = await first.edge.hello();
  const { turn } = await first.edge.pane("main");
  const second = await killed(first);
  const reply = await second.edge.act("panes/main/send", { epoch, turn: turn.id, text: "date" });
  assert.deepEqual([reply.status, reply.body.code], [409, "stale"]);
});

test("a second agent on the same state is refused while the first one lives", async (t) => {
  const first = await startShell(t);
  await assert.rejects(first.start(), /Another agent uses the state/);
  assert.equal((await first.run("echo fine")).tool.output, "fine\n");
});

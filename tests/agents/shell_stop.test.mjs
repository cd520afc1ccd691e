// Stop: the running command and its children end, and nothing that came after it runs.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isAlive, startShell } from "./support/shell.mjs";
import { until } from "./support/until.mjs";

/** The process ids that the running command printed, `count` of them, a line each. */
async function printedPids(shell, count) {
  const output = await until("the process ids are shown", async () => {
    const shown = (await shell.newestTool())?.tool.output ?? "";
    return shown.split("\n").length > count && shown;
  });
  return output.trim().split("\n").slice(0, count).map(Number);
}

async function stop(shell) {
  assert.equal((await shell.edge.act("panes/main/abort")).status, 200);
  await shell.idle();
  return shell.newestTool();
}

function allGone(pids) {
  return until(`${pids} are gone`, () => !pids.some(isAlive));
}

test("stop ends a sleep and its grandchild, and what followed does not run", async (t) => {
  const shell = await startShell(t);
  const proof = join(shell.folder, "ran");
  const inner = "sleep 1000 & echo $!; echo $$; wait; sleep 1000";
  await shell.begin(`X=5; sh -c '${inner}'; touch ${proof}`);
  const pids = await printedPids(shell, 2);
  assert.ok(pids.every(isAlive));
  const { tool, partial } = await stop(shell);
  await allGone(pids);
  assert.deepEqual([tool.status, partial], ["error", undefined]);
  assert.match(tool.output, /\[stopped\]\n$/);
  assert.equal((await shell.run('echo "$X"')).tool.output, "5\n");
  assert.equal(existsSync(proof), false);
});

const STUBBORN = {
  "one that ignores signals": "sh -c 'trap \"\" INT TERM; echo $$; while :; do sleep 1; done'",
  "one in a session of its own": "setsid sh -c 'echo $$; sleep 1000; :'",
  "a background job": "sleep 1000 & echo $!; wait",
  "a pipeline": "sh -c 'echo $$; exec sleep 1000' | cat",
  "a loop in a function": "f() { while :; do sh -c 'echo $$; exec sleep 1000'; done; }; f; echo no",
};

for (const [name, command] of Object.entries(STUBBORN)) {
  test(`stop ends ${name}`, async (t) => {
    const shell = await startShell(t);
    await shell.begin(`${command}; echo after`);
    const pids = await printedPids(shell, 1);
    const { tool } = await stop(shell);
    await allGone(pids);
    assert.ok(!tool.output.includes("after"));
    assert.equal((await shell.run("echo next")).tool.output, "next\n");
  });
}

test("stop ends a loop of the shell itself", async (t) => {
  const shell = await startShell(t);
  await shell.begin("echo up; while :; do :; done; echo after");
  await shell.shows("up");
  assert.equal((await stop(shell)).tool.output, "up\n[stopped]\n");
});

test("a shell that ignores the interrupt is ended, the next command gets a new one", async (t) => {
  const shell = await startShell(t);
  await shell.run("cd /usr");
  await shell.begin("trap '' INT; echo up; while :; do :; done");
  await shell.shows("up");
  assert.match((await stop(shell)).tool.output, /\[stopped\]\n$/);
  assert.equal((await shell.run("pwd")).tool.output, "/usr\n");
});

test("what ran in the background before is spared", async (t) => {
  const shell = await startShell(t);
  await shell.run("sleep 1000 & echo $!");
  const [background] = await printedPids(shell, 1);
  await shell.begin("echo up; sleep 1000");
  await shell.shows("up");
  await stop(shell);
  assert.ok(isAlive(background));
  await shell.program.end("SIGTERM");
  await allGone([background]);
});

test("stop while the question stands withdraws it, and the command does not run", async (t) => {
  const shell = await startShell(t);
  const proof = join(shell.folder, "ran");
  const ask = await shell.offer(`touch ${proof}`);
  await stop(shell);
  const late = await shell.answer(ask, "allow");
  assert.deepEqual([late.body.code, late.body.outcome.outcome], ["decided", "withdrawn"]);
  await shell.run("true");
  assert.equal(existsSync(proof), false);
});

test("close ends what runs", async (t) => {
  const shell = await startShell(t);
  await shell.begin("sleep 1000 & echo $!; wait");
  const pids = await printedPids(shell, 1);
  const queued = await shell.edge.send("main", "echo never");
  assert.equal(queued.body.queued, true);
  assert.equal((await shell.edge.act("panes/main/close")).status, 200);
  await allGone(pids);
  const pane = await shell.edge.pane("main");
  assert.deepEqual([pane.open, pane.openAsks, pane.turn.state], [false, 0, "idle"]);
  assert.equal((await shell.newestTool()).tool.status, "error");
});

test("SIGTERM ends the agent with its children and frees its socket and state", async (t) => {
  const shell = await startShell(t);
  await shell.begin("sleep 1000 & echo $!; wait");
  const pids = await printedPids(shell, 1);
  assert.equal(await shell.program.end("SIGTERM"), 0);
  await allGone(pids);
  const again = await shell.start();
  assert.match((await again.newestTool()).tool.output, /\[the shell was ended\]\n$/);
});

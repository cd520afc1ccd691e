// The shell agent's story: a message is a command, and it runs only after a person allowed it.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "./support/program.mjs";
import { startShell } from "./support/shell.mjs";
import { until } from "./support/until.mjs";

test("it starts with one conversation and says what it can do", async (t) => {
  const shell = await startShell(t);
  const hello = await shell.edge.hello();
  const { actions, ...others } = hello.caps;
  assert.deepEqual([actions, new Set(Object.values(others))], [false, new Set([true])]);
  assert.deepEqual(hello.starters[0], { id: "new", label: "New shell" });
  const panes = await shell.edge.panes();
  assert.deepEqual(panes.map(({ id, title }) => [id, title]), [["main", "Shell"]]);
  assert.equal(statSync(join(shell.folder, "state", "journal.jsonl")).mode & 0o777, 0o600);
});

test("a command waits for its permission, runs, and its output is in the chat", async (t) => {
  const shell = await startShell(t);
  const proof = join(shell.folder, "ran");
  const ask = await shell.offer(`echo hello; touch ${proof}`);
  assert.equal(ask.kind, "permission");
  assert.equal(ask.title, `Run echo hello; touch ${proof}`);
  assert.deepEqual(ask.options.map(({ id }) => id), ["allow", "deny"]);
  assert.equal(existsSync(proof), false);
  await shell.answer(ask, "allow");
  await shell.idle();
  const { tool, partial } = await shell.newestTool();
  assert.deepEqual([tool.output, tool.status, tool.exitCode], ["hello\n", "done", 0]);
  assert.equal(partial, undefined);
  assert.ok(existsSync(proof));
});

test("a denied command is not run, and the chat says so", async (t) => {
  const shell = await startShell(t);
  const proof = join(shell.folder, "ran");
  await shell.answer(await shell.offer(`touch ${proof}`), "deny");
  await shell.idle();
  assert.equal((await shell.notices()).at(-1), "Not run: it was denied.");
  assert.equal(await shell.newestTool(), undefined);
  assert.equal((await shell.run("true")).tool.status, "done");
  assert.equal(existsSync(proof), false);
});

test("folder, variables and functions stay from command to command", async (t) => {
  const shell = await startShell(t);
  await shell.run(`cd ${shell.folder}; X='a b'; say() {\n  echo "<$1>"\n}`);
  const { tool } = await shell.run('say "$X"; pwd');
  assert.equal(tool.output, `<a b>\n${shell.folder}\n`);
});

test("a failing command is an error with its exit code", async (t) => {
  const shell = await startShell(t);
  const { tool } = await shell.run("echo bad >&2; (exit 7)");
  assert.deepEqual([tool.status, tool.exitCode], ["error", 7]);
  assert.equal(tool.output, "bad\n[exit code 7]\n");
  assert.equal((await shell.run("if")).tool.status, "error");
  assert.equal((await shell.run("echo still here")).tool.output, "still here\n");
});

test("a command that ends the shell gets a new one, in the same folder", async (t) => {
  const shell = await startShell(t);
  await shell.run("cd /usr; X=1");
  assert.equal((await shell.run("exit 4")).tool.exitCode, 4);
  assert.equal((await shell.run('echo "$PWD [$X]"')).tool.output, "/usr []\n");
});

test("quotes, many lines and what looks like a report are only text", async (t) => {
  const shell = await startShell(t);
  const { tool } = await shell.run("cat <<'E'\nit's \"$HOME\" `x` \\n\nended 0 /\nE");
  assert.equal(tool.output, "it's \"$HOME\" `x` \\n\nended 0 /\n");
});

test("output streams while the command runs, and its length is bounded", async (t) => {
  const shell = await startShell(t);
  await shell.begin("echo first; read line; seq 1 40000; echo last");
  await shell.shows("first");
  const growing = await shell.newestTool();
  assert.deepEqual([growing.partial, growing.tool.status], [true, "running"]);
  const turn = (await shell.edge.pane("main")).turn.id;
  await shell.edge.act("panes/main/steer", { turn, text: "go on" });
  await shell.idle();
  const { id, tool } = await shell.newestTool();
  assert.equal(id, growing.id);
  assert.match(tool.output, /^first\n1\n2\n[^]*characters left out[^]*\n40000\nlast\n$/);
  assert.ok(tool.output.length < 64 * 1024);
});

test("steer is a line for the running command, and none is left for the next", async (t) => {
  const shell = await startShell(t);
  const steer = async (text) => {
    const { turn } = await shell.edge.pane("main");
    return shell.edge.act("panes/main/steer", { turn: turn.id, text });
  };
  await shell.begin('echo ready; read a; echo "got $a"; sleep 1000');
  await shell.shows("ready");
  await steer("one");
  await shell.shows("got one");
  await steer("left over");
  await shell.edge.act("panes/main/abort");
  await shell.idle();
  await shell.begin('read a; echo "then $a"');
  await until("it runs", async () => (await shell.newestTool()).tool.status === "running");
  await steer("two");
  await shell.shows("then two");
});

test("steer while the question stands is refused", async (t) => {
  const shell = await startShell(t);
  await shell.offer("cat");
  const { turn } = await shell.edge.pane("main");
  const reply = await shell.edge.act("panes/main/steer", { turn: turn.id, text: "x" });
  assert.equal(reply.body.code, "question-open");
});

test("a send while a command runs is asked about after it", async (t) => {
  const shell = await startShell(t);
  await shell.begin("echo up; read a");
  await shell.shows("up");
  const queued = await shell.edge.send("main", "echo second");
  assert.equal(queued.body.queued, true);
  const { turn } = await shell.edge.pane("main");
  await shell.edge.act("panes/main/steer", { turn: turn.id, text: "end" });
  const ask = await until("the next question", () => shell.edge.openAsk("main"));
  assert.equal(ask.title, "Run echo second");
  await shell.answer(ask, "allow");
  await shell.shows("second");
});

test("a command that cannot be shown whole is not asked about", async (t) => {
  const shell = await startShell(t);
  await shell.edge.send("main", `echo ${"x".repeat(9000)}`);
  await shell.idle();
  assert.match((await shell.notices()).at(-1), /^Not run: a command has 1 to 8192 characters/);
  const ask = await shell.offer("echo a\necho b");
  assert.deepEqual([ask.title, ask.detail], ["Run echo a …", "echo a\necho b"]);
});

test("start makes another shell, with a text also its first command", async (t) => {
  const shell = await startShell(t);
  const { body } = await shell.edge.act("start", { starterId: "new", text: "cd /usr; pwd" });
  const ask = await until("its question", () => shell.edge.openAsk(body.paneId));
  await shell.answer(ask, "allow", { pane: body.paneId });
  await shell.shows("/usr", body.paneId);
  assert.notEqual((await shell.run("pwd")).tool.output, "/usr\n");
  assert.equal((await shell.edge.pane(body.paneId)).title, "Shell 2");
});

test("rename, close and reopen", async (t) => {
  const shell = await startShell(t);
  await shell.edge.act("panes/main/rename", { title: "Build" });
  await shell.run("cd /usr");
  await shell.edge.act("panes/main/close");
  const closed = await shell.edge.pane("main");
  assert.deepEqual([closed.title, closed.open], ["Build", false]);
  await shell.edge.act("panes/main/reopen");
  assert.equal((await shell.run("pwd")).tool.output, "/usr\n");
});

test("tokens in the agent's environment do not reach the commands", async (t) => {
  process.env.COLLIE_TEST_TOKEN = "secret";
  t.after(() => delete process.env.COLLIE_TEST_TOKEN);
  const shell = await startShell(t);
  assert.equal((await shell.run('echo "[$COLLIE_TEST_TOKEN]"')).tool.output, "[]\n");
});

test("wrong use is reported, with exit code 2", async () => {
  const { code, errors } = await runProgram("shell.mjs", ["--socket", "/tmp/x.sock"]);
  assert.equal(code, 2);
  assert.match(errors, /^--socket and --state are needed\.\nusage: /);
});

// What `collie` does with its output: a reader that leaves, a disk that is full, a pipe.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";

const COLLIE = join(resolve(process.env.COLLIE_BIN ?? "build/asan/bin"), "collie");
const ASK = {
  id: "go", kind: "permission", title: "Deploy?",
  options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
};

async function startDeck(t) {
  const agent = await openCountingAgent(t, ["deploy"]);
  agent.pane("deploy").raise(ASK);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", "deploy", "the question is seen", ({ ask }) => ask);
  return { agent, crew };
}

/** Runs a line of bash in which $collie is the program with the crew's folders: {code, output, errors}. */
function bash(crew, line) {
  const [, state, , config] = crew.folders;
  const env = { ...process.env, collie: COLLIE, COLLIE_STATE_DIR: state, COLLIE_CONFIG_DIR: config };
  const child = spawn("bash", ["-c", line], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { output: "", errors: "" };
  child.stdout.on("data", (bytes) => (said.output += bytes));
  child.stderr.on("data", (bytes) => (said.errors += bytes));
  return new Promise((done) => child.on("close", (code) => done({ code, ...said })));
}

test("a watch ends when its reader is gone, though nothing changes", async (t) => {
  const { crew } = await startDeck(t);
  for (const flags of ["", "--json", "deploy", "--passive"]) {
    const { code, output } = await bash(crew, `timeout 30 "$collie" watch ${flags} | head -1; exit \${PIPESTATUS[0]}`);
    assert.notEqual(code, 124, `watch ${flags} went on`);
    assert.equal(output.split("\n").length, 2, output);
  }
});

test("output that cannot be written is an error, whatever the verb", async (t) => {
  const { crew } = await startDeck(t);
  await crew.collie("send", "deploy", "--text", "hi", "--request-id", "r-1").catch(() => {}); // refused: a question is open
  const verbs = ["receipts", "receipts --json", "trace r-1", "trace r-1 --json",
    "watch --once", "watch --once --json", "watch deploy --once", "watch deploy --once --json", "durable list",
    "durable list --json", "devices list", "devices list --json", "devices pair --label x --print-token",
    "doctor", "doctor --json", "version", "version --json", "--version", "--help", "watch --help",
    "completion bash", "completion zsh", "completion fish", "man", "man watch"];
  for (const verb of verbs) {
    const { code, errors } = await bash(crew, `timeout 30 "$collie" ${verb} >/dev/full`);
    assert.equal(code, 1, `${verb}: ${errors}`);
    assert.match(errors, /cannot be written/, verb);
  }
});

test("without a terminal an answer names the whole command, which works", async (t) => {
  const { agent, crew } = await startDeck(t);
  const { code, errors } = await bash(crew, `"$collie" answer deploy --option yes`);
  assert.equal(code, 2);
  assert.match(errors, /\? Deploy\?/);
  assert.equal(agent.posts.size, 0);
  const [, command] = /run: collie (.*)$/m.exec(errors);
  const answered = await bash(crew, `"$collie" ${command}`);
  assert.equal(answered.code, 0, answered.errors);
  assert.equal(agent.posts.size, 1);
});

test("a question withdrawn for another one is not answered by a command that named the first", async (t) => {
  const { agent, crew } = await startDeck(t);
  const { errors } = await bash(crew, `"$collie" answer deploy --option yes`);
  const [, command] = /run: collie (.*)$/m.exec(errors);
  agent.pane("deploy").close("go", { outcome: "withdrawn" });
  agent.pane("deploy").raise({ ...ASK, id: "rm", title: "Run rm -rf /?" });
  await crew.seesPane("deck", "deploy", "the other question is seen", ({ ask }) => ask?.askId === "rm");
  const stale = await bash(crew, `"$collie" ${command}`);
  assert.equal(stale.code, 1, stale.errors);
  assert.equal(agent.posts.size, 0);
});

test("a watch that follows a question as it opens shows it with its commands", async (t) => {
  const { agent, crew } = await startDeck(t);
  const watch = crew.begins("watch", "watch");
  await until("the list is there", () => watch.output.includes("? Deploy?"), { withinMs: 40_000 });
  agent.pane("deploy").raise({ ...ASK, id: "second", title: "Another?" });
  await until("the question is there", () => watch.output.includes("? Another?"), { withinMs: 40_000 });
  assert.match(watch.output, /collie answer .*second --option yes --hash/);
});

test("a watch of a conversation whose agent is gone says so on top, with the age", async (t) => {
  const { agent, crew } = await startDeck(t);
  await agent.close();
  await crew.sees("the agent is unreachable", (_, source) => source.state === "unreachable", "deck");
  const { code, output } = await bash(crew, `"$collie" watch deploy --once`);
  assert.equal(code, 0);
  assert.match(output, /^source [a-z0-9-]+\/deck {2}unreachable .*last read \d+ (s|min) ago\n/);
  assert.doesNotMatch(output, /the turn is/);
});

test("bash completes verbs, flags, choices and folders", async (t) => {
  const { crew } = await startDeck(t);
  const complete = async (...words) => {
    const line = `eval "$("$collie" completion bash)"; COMP_WORDS=(collie ${words.map((w) => `'${w}'`).join(" ")});
      COMP_CWORD=${words.length}; _collie; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { output, errors } = await bash(crew, line);
    assert.equal(errors, "");
    return output.trim().split("\n");
  };
  assert.deepEqual(await complete("wa"), ["watch"]);
  assert.deepEqual(await complete("durable", "de"), ["detach"]);
  assert.ok((await complete("watch", "--pas")).includes("--passive"));
  assert.deepEqual(await complete("devices", "pair", "--role", "o"), ["operator"]);
  assert.deepEqual(await complete("watch", "--state-dir", "/et"), ["/etc"]);
  assert.deepEqual(await complete("completion", "z"), ["zsh"]);
});

test("manual pages are what man can read", async (t) => {
  const { crew } = await startDeck(t);
  const { output } = await bash(crew, `"$collie" man answer`);
  assert.match(output, /^\.TH COLLIE\\-ANSWER 1/);
  const { code, errors } = await bash(crew,
    `if command -v man >/dev/null; then "$collie" man answer | man --warnings -E UTF-8 -l - >/dev/null; fi`);
  assert.equal(code, 0, errors);
  assert.equal(errors, "");
});

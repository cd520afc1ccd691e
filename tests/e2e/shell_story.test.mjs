// The shell agent's story at the APIs: a command is sent, approved and run; one is refused; one is
// stopped.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { startProgram } from "../agents/support/program.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

async function startShellCrew(t) {
  const folder = temporaryFolder(t);
  const socket = join(folder, "run", "shell.sock");
  const args = ["--socket", socket, "--state", join(folder, "state")];
  await startProgram(t, "shell.mjs", args);
  const crew = await startCrew(t, { shell: socket });
  await crew.seesPane("shell", "main", "the shell is listed");
  return crew;
}

let minted = 0;
const requestId = () => `shell-${(minted += 1)}`;

// Sends a command and returns the card that asks for it.
async function offer(crew, text) {
  const idle = ({ turn, openAsks }) => turn.state === "idle" && openAsks === 0;
  const { turn } = await crew.seesPane("shell", "main", "the shell is idle", idle);
  const { body } = await crew.act("shell", "main", "send", { requestId: requestId(), turn: turn.id, text });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  const pane = await crew.seesPane("shell", "main", "the card shows", ({ ask }) => ask);
  assert.match(pane.ask.title + pane.ask.detail, new RegExp(text.slice(0, 4)));
  return pane.ask;
}

async function tap(crew, ask, optionId) {
  const { body } = await crew.post(`/api/ask/${ask.id}`, { requestId: requestId(), hash: ask.hash, optionId });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
}

const tools = ({ items }) => items.filter(({ kind }) => kind === "tool");

test("a command is sent, approved and run, and its output is seen", async (t) => {
  const crew = await startShellCrew(t);
  await tap(crew, await offer(crew, "echo one-$((40+2))"), "allow");
  const done = await until("the output is seen", async () => {
    const [tool] = tools(await crew.conversation("shell", "main"));
    return tool?.tool.status === "done" && tool;
  }, { withinMs: 30_000 });
  assert.match(done.tool.output, /one-42/);
  const { items } = await crew.conversation("shell", "main");
  assert.ok(items.some(({ kind, requestId: id }) => kind === "user" && id?.startsWith("shell-")));
});

test("a watch that begins later shows what happened meanwhile", async (t) => {
  const crew = await startShellCrew(t);
  await tap(crew, await offer(crew, "echo first"), "allow");
  await crew.seesPane("shell", "main", "the shell is idle", ({ turn }) => turn.state === "idle");
  const before = await crew.collie("watch", "main", "--once");
  assert.match(before.output, /echo first/);
  await tap(crew, await offer(crew, "echo second"), "allow");
  await crew.seesPane("shell", "main", "the shell is idle", ({ turn }) => turn.state === "idle");
  const after = await crew.collie("watch", "main", "--once");
  assert.match(after.output, /echo second/);
});

test("a refused command does not run", async (t) => {
  const crew = await startShellCrew(t);
  await tap(crew, await offer(crew, "echo never > never.txt"), "deny");
  await crew.seesPane("shell", "main", "the shell is idle", ({ turn, openAsks }) =>
    turn.state === "idle" && openAsks === 0);
  const conversation = await until("the chat says so", async () => {
    const seen = await crew.conversation("shell", "main");
    return seen.items.some(({ kind }) => kind === "notice") && seen;
  });
  assert.deepEqual(tools(conversation), []);
});

test("a running command is stopped", async (t) => {
  const crew = await startShellCrew(t);
  await tap(crew, await offer(crew, "sleep 1000"), "allow");
  await until("it runs", async () => {
    const [tool] = tools(await crew.conversation("shell", "main"));
    return tool?.tool.status === "running";
  }, { withinMs: 30_000 });
  const { body } = await crew.act("shell", "main", "stop", { requestId: requestId() });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
  await crew.seesPane("shell", "main", "the shell is idle", ({ turn }) => turn.state === "idle");
  const ended = await until("the chat says so", async () => {
    const [tool] = tools(await crew.conversation("shell", "main"));
    return tool.tool.status !== "running" && tool;
  });
  assert.equal(ended.tool.status, "error");
});

// `collie` as a person tries it in a real terminal, narrow and wide: the table and its questions, an
// answer that is confirmed, wrong words, no relay, an interrupt, a terminal without escapes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { expectGolden } from "./support/golden.mjs";
import { openTerminal } from "./support/terminal.mjs";

const ASK = {
  id: "deploy-1", kind: "choice", title: "Deploy?", detail: "make deploy\nto production",
  options: [
    { id: "yes", label: "Yes, deploy what was built last night on the build host to staging" },
    { id: "no", label: "Yes, deploy what was built last night on the build host to production" },
  ],
};
const WAITS = /\? Deploy\?/;

async function startDeck(t) {
  const agent = await openCountingAgent(t, ["build", "deploy"]);
  agent.pane("deploy").raise(ASK);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", "deploy", "the question is seen", ({ ask }) => ask);
  return { agent, crew };
}

const envOf = (crew) => ({ COLLIE_STATE_DIR: crew.folders[1], COLLIE_CONFIG_DIR: crew.folders[3] });

for (const columns of [60, 200]) {
  test(`at ${columns} columns the table fits, and an interrupt leaves the prompt below it`, async (t) => {
    const { crew } = await startDeck(t);
    const terminal = await openTerminal(t, { columns, rows: 40, env: envOf(crew) });
    terminal.type("collie watch");
    const screen = await terminal.shows(/build {2}build/);
    expectGolden(`watch_${columns}`, screen);
    const rows = terminal.rows();
    for (const row of rows) assert.ok(row.length <= columns, row);
    assert.match(screen, /to staging/);
    assert.match(screen, /to production/);
    assert.equal(terminal.cursorIsVisible(), false);
    terminal.press("C-c");
    await terminal.shows(/ready>$/);
    assert.equal(terminal.cursorIsVisible(), true);
    assert.match(terminal.screen(), WAITS, "what was shown stands");
  });
}

test("a watch on a terminal writes little while nothing changes, and shows a question that opens", async (t) => {
  const { agent, crew } = await startDeck(t);
  const terminal = await openTerminal(t, { columns: 100, rows: 40, env: envOf(crew) });
  terminal.type("collie watch");
  await terminal.shows(WAITS);
  const before = terminal.raw().length;
  await pause(5_000);
  const perSecond = (terminal.raw().length - before) / 5;
  assert.ok(perSecond < 400, `${perSecond} bytes a second; the screen has some 1,200`);
  assert.equal(terminal.raw().split("\x1b[2J").length, 2, "the screen is cleared once");
  agent.pane("build").raise({ ...ASK, id: "second", title: "Another?" });
  await terminal.shows(/\? Another\?/);
  terminal.resize(60, 20);
  await terminal.shows(/more lines/);
});

test("an answer is shown and confirmed, and no is no", async (t) => {
  const { agent, crew } = await startDeck(t);
  const terminal = await openTerminal(t, { columns: 100, rows: 40, env: envOf(crew) });
  terminal.type("clear; collie answer deploy --option yes");
  expectGolden("answer_asks", await terminal.shows(/\[y\/N\]/));
  terminal.type("n");
  await terminal.shows(/nothing was sent/);
  assert.equal(agent.posts.size, 0);
  terminal.type("clear; collie answer deploy --option yes");
  await terminal.shows(/\[y\/N\]/);
  terminal.type("y");
  expectGolden("answer_sent", await terminal.shows(/sent\. The agent took it/));
  assert.equal(agent.posts.size, 1);
});

for (const env of [{ TERM: "dumb" }, { NO_COLOR: "1" }]) {
  test(`with ${JSON.stringify(env)} a watch writes lines without an escape`, async (t) => {
    const { agent, crew } = await startDeck(t);
    const terminal = await openTerminal(t, { env: { ...envOf(crew), ...env } });
    const before = terminal.raw().length;
    terminal.type("collie watch");
    await terminal.shows(WAITS);
    agent.pane("build").raise({ ...ASK, id: "second", title: "Another?" });
    await terminal.shows(/\? Another\?/);
    terminal.press("C-c");
    await terminal.isIdle();
    assert.doesNotMatch(terminal.raw().slice(before), /\x1b/);
  });
}

for (const columns of [60, 200]) {
  test(`wrong words and no relay at ${columns} columns`, async (t) => {
    const folder = temporaryFolder(t);
    const env = { COLLIE_STATE_DIR: `${folder}/s`, COLLIE_CONFIG_DIR: `${folder}/c` };
    const terminal = await openTerminal(t, { columns, rows: 60, env });
    const lines = ["collie frobnicate", "collie wacth", "collie durable atach x", "collie watch --jsn",
      "collie trace", "collie receipts --limit 900", "collie watch", "collie send main --text hi",
      "collie answer main", "collie devices list", "collie durable list", "collie doctor"];
    let texts = "";
    for (const line of lines) {
      const { code, text } = await terminal.run(line);
      texts += `$ ${line}\n${text}\nexit code ${code}\n\n`;
    }
    expectGolden(`wrong_${columns}`, texts);
  });
}

// One conversation with a shell: a message is a command, it runs only after a person allowed it,
// and its output grows in the chat.
//
// What is under way is kept beside the pane as `plan` {command, askId, itemId, phase}, phase
// `asking` or `running`. After a restart an open question is raised again; what had been allowed is
// shown as interrupted and never run again.

import { Refusal } from "../wire.mjs";
import { mintId } from "../wire/limits.mjs";
import { Output } from "./output.mjs";
import { ShellProcess } from "./shell_process.mjs";

const MAX_COMMAND = 8 * 1024; // characters; all of it is shown before it may run
const TITLE_COMMAND = 200;
const SHOW_EVERY_MS = 100;
const OPTIONS = [
  { id: "allow", label: "Allow" },
  { id: "deny", label: "Deny" },
];

export class Conversation {
  #pane;
  #commit;
  #shell = null;
  #stopped = false; // the command under way is not to run on
  #shown = null; // {item, output, timer} of the newest command

  /** `commit()` puts all changes so far on disk. */
  constructor(pane, commit) {
    this.#pane = pane;
    this.#commit = commit;
  }

  /** Resumes where an earlier run of the agent ended. */
  resume() {
    const plan = this.#kept.plan;
    if (!plan) return;
    const ask = this.#pane.chat.asks.get(plan.askId);
    if (plan.phase === "asking" && ask?.closed === null) this.#pane.run(() => this.#askFirst(plan));
    else this.#showInterrupted(plan);
  }

  async send({ text }) {
    if (text.trim() === "" || text.includes("\0") || Array.from(text).length > MAX_COMMAND) {
      this.#notice(`Not run: a command has 1 to ${MAX_COMMAND} characters and no zero byte.`);
      return;
    }
    await this.#askFirst({
      command: text,
      askId: mintId("a"),
      itemId: mintId("i"),
      phase: "asking",
    });
  }

  /** A line for the running command's standard input. */
  steer({ text }) {
    if (this.#kept.plan?.phase !== "running" || !this.#shell?.isAlive) {
      throw new Refusal("question-open", "The command waits for your permission.");
    }
    this.#shell.write(text);
  }

  /** Withdraws the question, or interrupts the running command and its children. */
  abort() {
    this.#stopped = true;
    this.#pane.withdrawAsks();
    this.#shell?.interrupt();
  }

  /** Ends the shell and all that runs in it; the next command gets a new one. */
  async close() {
    this.#stopped = true;
    await this.#shell?.kill();
  }

  get #kept() {
    return this.#pane.kept ?? {};
  }

  #keep(changes) {
    this.#pane.keep({ ...this.#kept, ...changes });
  }

  #notice(text) {
    this.#pane.item({ kind: "notice", text });
  }

  async #askFirst(plan) {
    this.#stopped = false;
    this.#keep({ plan });
    const answer = await this.#ask(plan).catch((error) => {
      this.#keep({ plan: null });
      throw error;
    });
    if (answer.optionIds[0] === "allow") await this.#run(plan);
    else this.#notice("Not run: it was denied.");
    this.#keep({ plan: null });
  }

  #ask({ command, askId, itemId }) {
    const line = command.split("\n")[0];
    const whole = line === command && line.length <= TITLE_COMMAND;
    return this.#pane.ask({
      id: askId,
      toolCallId: itemId,
      kind: "permission",
      title: whole ? `Run ${line}` : `Run ${Array.from(line).slice(0, TITLE_COMMAND).join("")} …`,
      ...(whole ? {} : { detail: command }),
      options: OPTIONS,
    });
  }

  async #run(plan) {
    this.#keep({ plan: { ...plan, phase: "running" } });
    this.#show(plan);
    this.#commit(); // before it runs: it is never offered a second time
    if (this.#stopped) return this.#finish({ code: null, stopped: true });
    this.#shell = this.#shell?.isAlive ? this.#shell : this.#newShell();
    const shell = this.#shell;
    const end = await shell.run(plan.command);
    this.#keep({ cwd: shell.cwd, hadShell: shell.isAlive });
    return this.#finish({ ...end, exitCode: shell.exitCode });
  }

  #newShell() {
    const shell = new ShellProcess({ cwd: this.#kept.cwd, onOutput: (text) => this.#take(text) });
    if (this.#kept.hadShell) {
      this.#notice(`A new shell, in ${shell.cwd}: what was set in the one before is gone.`);
    }
    return shell;
  }

  #show({ command, itemId }) {
    const tool = { name: "sh", input: command, output: "", status: "running" };
    this.#shown = { item: { id: itemId, kind: "tool", tool, partial: true }, output: new Output() };
    this.#pane.item(this.#shown.item);
  }

  #take(text) {
    const shown = this.#shown;
    if (shown === null) return;
    shown.output.append(text);
    shown.timer ??= setTimeout(() => this.#showOutput(shown), SHOW_EVERY_MS);
  }

  #showOutput(shown) {
    clearTimeout(shown.timer);
    shown.timer = undefined;
    shown.item.tool.output = shown.output.text;
    this.#pane.item(shown.item);
  }

  #finish({ code, stopped, exitCode }) {
    const { item, output } = this.#shown;
    const status = code ?? exitCode ?? null;
    const good = status === 0 && !stopped;
    if (!good) output.append(`${endOfLine(output)}[${ending(status, stopped)}]\n`);
    delete item.partial;
    item.tool.status = good ? "done" : "error";
    if (status !== null) item.tool.exitCode = status;
    this.#showOutput(this.#shown);
    if (code !== null || status === null) return;
    this.#notice("The shell ended with this command.");
  }

  // It had been allowed when the agent ended: whether it finished is not known.
  #showInterrupted(plan) {
    const item = this.#pane.chat.items.get(plan.itemId)?.item;
    if (item) {
      const { partial, ...rest } = item;
      const output = `${item.tool.output}${item.tool.output === "" ? "" : "\n"}[interrupted]\n`;
      this.#pane.item({ ...rest, tool: { ...item.tool, output, status: "error" } });
    }
    this.#notice("Interrupted: the agent ended before this was done. It is not run again.");
    this.#keep({ plan: null });
  }
}

function ending(status, stopped) {
  if (stopped) return "stopped";
  return status === null ? "the shell was ended" : `exit code ${status}`;
}

function endOfLine({ text }) {
  return text === "" || text.endsWith("\n") ? "" : "\n";
}

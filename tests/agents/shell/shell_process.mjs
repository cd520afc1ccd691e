// One real /bin/sh that keeps its state from command to command (runner.sh), in a process group of
// its own. One command runs at a time.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { StringDecoder } from "node:string_decoder";
import { fileURLToPath } from "node:url";
import { family, signal } from "./process_tree.mjs";

const RUNNER = fileURLToPath(new URL("runner.sh", import.meta.url));
const HARD_STOP_MS = 1_000; // then what the interrupt did not end is killed
const GIVE_UP_MS = 3_000; // then the shell itself is killed
const LAST_OUTPUT_MS = 1_000; // for output that a detached process may hold open

export class ShellProcess {
  #child;
  #decoder = new StringDecoder("utf8");
  #onOutput;
  #reports = "";
  #running = null; // {resolve, before, begun, stopping, end, timers} of the command that runs
  #ready;
  #isReady;

  /** `onOutput(text)` gets the output of whatever runs, also of what runs in the background. */
  constructor({ cwd, onOutput }) {
    this.cwd = existsSync(cwd ?? "") ? cwd : homedir();
    this.isAlive = true;
    this.#onOutput = onOutput;
    this.#child = spawn("/bin/sh", [RUNNER], {
      cwd: this.cwd,
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "ignore", "pipe", "pipe", "pipe", "pipe"],
    });
    for (const stream of this.#child.stdio) stream?.on("error", () => {}); // known by its end
    this.#child.stdout.on("data", (bytes) => this.#take(this.#decoder.write(bytes)));
    this.#child.stdio[6].setEncoding("utf8").on("data", (text) => this.#readReports(text));
    this.#ready = new Promise((resolve) => (this.#isReady = resolve));
    this.ended = new Promise((resolve) => this.#watchEnd(resolve));
  }

  /** Runs `command` and promises {code, stopped}; the code is null when the shell ended with it. */
  async run(command) {
    await Promise.race([this.#ready, this.ended]);
    if (!this.isAlive) return { code: null, stopped: false };
    const before = new Set(this.#family().map(({ key }) => key));
    return new Promise((resolve) => {
      this.#running = newRun(resolve, before);
      this.#child.stdio[3].write(`${quoted(command)}\n`);
    });
  }

  /** Gives the running command one line of input. */
  write(line) {
    this.#child.stdio[5].write(`${line}\n`);
  }

  /** Interrupts the running command and its children; kills what does not obey. */
  interrupt() {
    const running = this.#running;
    if (running === null || running.stopping) return;
    running.stopping = true;
    if (running.begun) signal(-this.#child.pid, "SIGINT");
    running.timers.push(setTimeout(() => this.#killCommand(running), HARD_STOP_MS));
    running.timers.push(setTimeout(() => this.kill(), GIVE_UP_MS));
  }

  /** Kills the shell and all that it started. Promises its end. */
  kill() {
    if (this.isAlive && this.#child.pid !== undefined) {
      for (const { pid } of this.#family()) signal(pid, "SIGKILL");
      signal(-this.#child.pid, "SIGKILL");
    }
    return this.ended;
  }

  #family() {
    return family(this.#child.pid);
  }

  // What ran in the background before this command is not touched.
  #killCommand({ before }) {
    for (const { pid, key } of this.#family()) if (!before.has(key)) signal(pid, "SIGKILL");
  }

  #readReports(text) {
    this.#reports += text;
    const lines = this.#reports.split("\n");
    this.#reports = lines.pop();
    for (const line of lines) this.#report(line);
  }

  #report(line) {
    const running = this.#running;
    const [, code, cwd] = /^ended ([0-9]+) (.*)$/.exec(line) ?? [];
    if (line === "ready") this.#isReady();
    else if (line === "begun" && running) this.#begin(running);
    else if (code !== undefined && running) this.#drain(running, Number(code), cwd);
  }

  // A stop that came too early for the shell is sent now.
  #begin(running) {
    running.begun = true;
    if (running.stopping) signal(-this.#child.pid, "SIGINT");
  }

  #drain(running, code, cwd) {
    this.cwd = cwd;
    if (running.stopping) this.#killCommand(running);
    const token = randomBytes(16).toString("hex");
    running.end = { code, token, rest: "" };
    running.timers.push(setTimeout(() => this.kill(), GIVE_UP_MS));
    this.#child.stdio[3].write(`${token}\n`);
    this.#child.stdio[5].write(`\n${token}\n`);
  }

  // Once a command has ended, its output ends at the token that only this runner knows.
  #take(text) {
    const end = this.#running?.end;
    if (!end) return this.#onOutput(text);
    end.rest += text;
    const at = end.rest.indexOf(end.token);
    if (at === -1) return undefined;
    const [last, later] = [end.rest.slice(0, at), end.rest.slice(at + end.token.length)];
    if (last !== "") this.#onOutput(last);
    this.#finish(end.code);
    if (later !== "") this.#onOutput(later);
    return undefined;
  }

  #finish(code) {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    for (const timer of running.timers) clearTimeout(timer);
    running.resolve({ code, stopped: running.stopping });
  }

  #watchEnd(resolve) {
    let cut;
    const done = () => {
      clearTimeout(cut);
      if (!this.isAlive) return;
      this.isAlive = false;
      this.#flushRest();
      this.#finish(null);
      resolve();
    };
    this.#child.on("error", done);
    this.#child.on("close", done);
    this.#child.on("exit", (code) => {
      this.exitCode = code;
      cut = setTimeout(done, LAST_OUTPUT_MS);
      for (const { pid } of this.#family()) signal(pid, "SIGKILL");
      signal(-this.#child.pid, "SIGKILL");
    });
  }

  #flushRest() {
    const rest = (this.#running?.end?.rest ?? "") + this.#decoder.end();
    if (rest !== "") this.#onOutput(rest);
  }
}

function newRun(resolve, before) {
  return { resolve, before, begun: false, stopping: false, end: null, timers: [] };
}

// One line of shell code that says `text`, line breaks too.
function quoted(text) {
  const lines = text.split("\n").map((line) => `'${line.replaceAll("'", "'\\''")}'`);
  return lines.join('"$__collie_newline"');
}

// What belongs to Collie, tokens above all, is hidden from commands.
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("COLLIE_"));
  return { ...Object.fromEntries(kept), TERM: "dumb" };
}

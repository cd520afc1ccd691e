// A real terminal of a given size, by tmux, with a plain shell in it that finds a crew's programs.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../../agents/support/temporary.mjs";
import { until } from "../../agents/support/until.mjs";

const BIN = resolve(process.env.COLLIE_BIN ?? "build/asan/bin");
const PROMPT = "ready> ";
const SEE_MS = 40_000;

/** Opens one. `env` is set in its shell. It ends with the test. */
export async function openTerminal(t, { columns = 80, rows = 40, env = {} } = {}) {
  const terminal = new Terminal(temporaryFolder(t), { columns, rows, env });
  t.after(() => terminal.close());
  await terminal.isIdle();
  return terminal;
}

class Terminal {
  #socket;
  #raw;

  constructor(folder, { columns, rows, env }) {
    this.#socket = join(folder, "tmux");
    this.#raw = join(folder, "raw");
    const all = { PATH: `${BIN}:${process.env.PATH}`, PS1: PROMPT, ...env };
    const words = Object.entries(all).map(([name, value]) => `${name}=${value}`);
    // A shell that edits no lines writes nothing of its own but its prompt.
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", `${columns}`, "-y", `${rows}`,
      "env", ...words, "sh");
    this.#tmux("set-option", "-g", "status", "off");
    this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
    this.#tmux("pipe-pane", `cat > ${this.#raw}`);
  }

  /** Types a line. */
  type(line) {
    this.#tmux("send-keys", "-l", line);
    this.press("Enter");
  }

  /** Presses a key by its name, such as C-c. */
  press(key) {
    this.#tmux("send-keys", key);
  }

  /** What it shows, without the empty lines at its end; a line that wraps is one line. */
  screen() {
    return this.#tmux("capture-pane", "-p", "-J").trimEnd();
  }

  /** The same, row by row. */
  rows() {
    return this.#tmux("capture-pane", "-p").trimEnd().split("\n");
  }

  cursorIsVisible() {
    return this.#tmux("display-message", "-p", "#{cursor_flag}").trim() === "1";
  }

  /** All that its programs have written, escapes included. */
  raw() {
    return readFileSync(this.#raw, "latin1");
  }

  resize(columns, rows) {
    this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
  }

  /** Waits until `pattern` fits what it shows, and returns that. */
  shows(pattern) {
    return until(`the terminal shows ${pattern}: ${this.screen()}`, () => {
      const screen = this.screen();
      return pattern.test(screen) && screen;
    }, { withinMs: SEE_MS });
  }

  /** Waits until its shell waits for the next command. */
  isIdle() {
    return until("the shell waits", () => this.screen().endsWith(PROMPT.trimEnd()), { withinMs: SEE_MS });
  }

  /** Runs a command to its end: {code, text}. */
  async run(command) {
    this.#tmux("send-keys", "-R");
    this.#tmux("clear-history");
    this.type(`clear; ${command}; echo "exit code $?"`);
    const screen = await this.shows(/exit code \d+\nready>$/);
    const [, text, code] = /^([^]*?)\n?exit code (\d+)\nready>$/.exec(screen);
    return { code: Number(code), text };
  }

  close() {
    try {
      this.#tmux("kill-server");
    } catch {
      // It has ended already.
    }
  }

  #tmux(...args) {
    return execFileSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
}

// One of the real programs, run by a test.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

// Ignores the signal of a file over its limit, so that a test may limit files: a write then fails.
const SHELL = ["-c", 'trap "" XFSZ; exec "$0" "$@"'];
const CLOSING_SHELL = ["-c", 'ulimit -Sn 128; exec "$0" "$@" <&- >&- 2>&-'];
const BIN = resolve(process.env.COLLIE_BIN ?? "build/asan/bin");

/**
 * Starts a program with these arguments and additions to the environment. `ended` promises its exit
 * code, or the name of the signal that ended it.
 */
export function launch(program, args, env = {}) {
  return new Daemon(join(BIN, program), args, env);
}

/** The same for one whose descriptors 0 to 2 are closed and which is allowed few others. */
export function launchClosed(program, args, env = {}) {
  return new Daemon(join(BIN, program), args, env, CLOSING_SHELL);
}

/** The same for one that may have so many descriptors, whatever it asks for. */
export function launchLimited(descriptors, program, args, env = {}) {
  const shell = ["-c", `trap "" XFSZ; ulimit -n ${descriptors}; exec "$0" "$@"`];
  return new Daemon(join(BIN, program), args, env, shell);
}

class Daemon {
  output = "";
  errors = "";

  constructor(path, args, env, shell = SHELL) {
    const options = { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } };
    this.child = spawn("bash", [...shell, path, ...args], options);
    this.child.stdout.on("data", (bytes) => (this.output += bytes));
    this.child.stderr.on("data", (bytes) => (this.errors += bytes));
    this.ended = new Promise((done) => {
      this.child.on("close", (code, signal) => done(code ?? signal));
    });
  }

  get pid() {
    return this.child.pid;
  }

  hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Whether a signal holds the process until it is resumed. */
  isStopped() {
    if (this.hasEnded()) return false;
    const stat = readFileSync(`/proc/${this.pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
  }

  /** From now on nobody reads its log, as at a terminal that was stopped; what it says waits with it. */
  stopReading() {
    this.child.stderr.pause();
  }

  readOn() {
    this.child.stderr.resume();
  }

  goOn() {
    this.child.kill("SIGCONT");
  }

  /** Ends it with this signal, also while it is stopped, and waits for its end. */
  end(signal) {
    this.child.kill(signal);
    this.goOn();
    this.readOn();
    return this.ended;
  }
}

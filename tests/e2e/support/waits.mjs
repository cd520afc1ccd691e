// How the threads of a program wait, seen from the kernel.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// <thread id><its name> futex(<address>, <operation>, <value>, {tv_sec=…
const TIMED_WAIT = /^\d+<([^>]*)> futex\(\w+, (FUTEX_WAIT[A-Z_|]*), \d+, \{tv_sec/;

/**
 * Notes the timed waits of a running program's threads. `stop()` returns them as [{thread,
 * operation}]; a thread of a library has that library's name, one of ours begins with "collie".
 */
export async function noteWaits(t, pid) {
  const folder = mkdtempSync(join(tmpdir(), "waits-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "futex");
  const args = ["-f", "-Y", "-e", "trace=futex", "-o", file, "-p", String(pid)];
  const tracer = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(tracer, "close");
  t.after(() => tracer.kill("SIGINT"));
  const [said] = await once(tracer.stderr, "data");
  if (!/attached/.test(said)) throw new Error(`strace: ${said}`);
  tracer.stderr.resume();
  return {
    async stop() {
      tracer.kill("SIGINT");
      await ended;
      return readFileSync(file, "utf8").split("\n").flatMap((line) => {
        const [, thread, operation] = TIMED_WAIT.exec(line) ?? [];
        return thread ? [{ thread, operation }] : [];
      });
    },
  };
}

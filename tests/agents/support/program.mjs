// An agent as a program of its own.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "./until.mjs";

/** Starts `node tests/agents/<name> …args` and waits for its "listening" line. */
export async function startProgram(t, name, args, env = {}) {
  const program = launch(name, args, env);
  t.after(() => program.end("SIGKILL"));
  await until(`${name} listens: ${program.errors()}`, () => {
    if (program.hasEnded()) throw new Error(`${name} ended: ${program.errors()}`);
    return program.output().includes("listening ");
  });
  return program;
}

/** Starts it and waits for its end: {code, output, errors}. */
export async function runProgram(name, args, env = {}) {
  const program = launch(name, args, env);
  const code = await program.ended;
  return { code, output: program.output(), errors: program.errors() };
}

function launch(name, args, env) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"]) {
    child[stream].on("data", (bytes) => (texts[stream] += bytes));
  }
  const ended = new Promise((resolve) => child.on("close", (code) => resolve(code)));
  return {
    pid: child.pid,
    ended,
    output: () => texts.stdout,
    errors: () => texts.stderr,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

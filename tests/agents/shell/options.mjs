// The command line of the shell agent.

import { parseArgs } from "node:util";

const USAGE = "usage: node shell.mjs --socket PATH --state DIR [--name NAME]";

/** Reads `--socket`, `--state` and `--name`; a wrong use ends the program with 2. */
export function readOptions(args) {
  const text = { type: "string" };
  try {
    const { values } = parseArgs({ args, options: { socket: text, state: text, name: text } });
    if (values.socket && values.state) return { name: "shell", ...values };
    return refuse("--socket and --state are needed.");
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(sentence) {
  console.error(`${sentence}\n${USAGE}`);
  process.exit(2);
}

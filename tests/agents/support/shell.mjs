// The shell agent as a program, with its folders, and the steps of its story.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Edge } from "./edge.mjs";
import { startProgram } from "./program.mjs";
import { temporaryFolder } from "./temporary.mjs";
import { until } from "./until.mjs";

/** Starts the shell agent; `start()` of each one starts another on the same socket and state. */
export async function startShell(t) {
  const folder = temporaryFolder(t);
  const socket = join(folder, "run", "shell.sock");
  const state = join(folder, "state");
  const start = async () => {
    const program = await startProgram(t, "shell.mjs", ["--socket", socket, "--state", state]);
    return Object.assign(new Shell(program, socket, folder), { start });
  };
  return start();
}

class Shell {
  constructor(program, socket, folder) {
    this.program = program;
    this.folder = folder;
    this.edge = new Edge(socket);
  }

  /** Sends a command and waits for the question about it. */
  async offer(command, pane = "main") {
    const reply = await this.edge.send(pane, command);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return until("the question stands", () => this.edge.openAsk(pane));
  }

  answer(ask, optionId, { pane = "main", ...more } = {}) {
    const answer = { optionIds: [optionId] };
    return this.edge.act(`panes/${pane}/asks/${ask.id}`, { answer, ...more });
  }

  /** Sends a command and allows it; does not wait for its end. */
  async begin(command, pane = "main") {
    const ask = await this.offer(command, pane);
    const { body } = await this.answer(ask, "allow", { pane });
    if (body.outcome !== "taken") throw new Error(JSON.stringify(body));
  }

  /** Runs a command to its end and returns its tool item. */
  async run(command, pane = "main") {
    await this.begin(command, pane);
    await this.idle(pane);
    return this.newestTool(pane);
  }

  idle(pane = "main") {
    const look = async () => (await this.edge.pane(pane)).turn.state === "idle";
    return until(`${pane} is idle`, look);
  }

  async newestTool(pane = "main") {
    return (await this.edge.items(pane)).filter(({ kind }) => kind === "tool").at(-1);
  }

  async notices(pane = "main") {
    const items = await this.edge.items(pane);
    return items.filter(({ kind }) => kind === "notice").map(({ text }) => text);
  }

  /** Waits until the running command has written `text`. */
  shows(text, pane = "main") {
    const look = async () => (await this.newestTool(pane))?.tool.output.includes(text);
    return until(`the output shows ${text}`, look);
  }
}

/** Whether the process lives; a zombie does not. */
export function isAlive(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^\d+ \(.*\) [ZX]/s.test(stat);
  } catch {
    return false;
  }
}

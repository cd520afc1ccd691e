// One thousand sends a minute, each to the next of many conversations, whatever became of those before.
// A client that the relay has no slot for comes again when it is told to.

import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 60;

/** The conversations that it needs at its agent: more than wait at a time. */
export const STEADY_PANES = Array.from({ length: 150 }, (_, i) => `c${i}`);

/** A steady load at the source "deck" of a crew, which is this counting agent with STEADY_PANES. */
export class SteadyLoad {
  #crew;
  #agent;
  #timer;
  #underWay = [];

  /** Every act of it: {id, kind, pane, told, askedAt, repliedAt}; the times are of performance.now(). */
  acts = [];
  /** How often the relay had no slot. */
  turnedAway = 0;

  constructor(crew, agent) {
    this.#crew = crew;
    this.#agent = agent;
  }

  start() {
    this.#timer = setInterval(() => this.#underWay.push(this.#send()), EVERY_MS);
  }

  /** Begins no more, and waits until every act has its reply. */
  async stop() {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  async #send() {
    const count = this.acts.length;
    const pane = STEADY_PANES[count % STEADY_PANES.length];
    const act = { id: `steady-${count}`, kind: "send", pane, told: [], askedAt: performance.now() };
    this.acts.push(act);
    const body = { requestId: act.id, turn: this.#agent.pane(pane).turn.id, text: "go" };
    for (;;) {
      const reply = await this.#crew.act("deck", pane, "send", body);
      if (reply.body?.requestId === act.id) act.told.push(reply.body);
      if (reply.body?.code !== "overloaded") {
        act.reply = reply;
        act.repliedAt = performance.now();
        return;
      }
      this.turnedAway += 1;
      await pause(1000); // its Retry-After
    }
  }
}

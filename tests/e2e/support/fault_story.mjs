// A crew under load in which a test ends or holds a daemon at one step of the write path.

import assert from "node:assert/strict";
import { until } from "../../agents/support/until.mjs";
import { openCountingAgent } from "./counting_agent.mjs";
import { startCrew } from "./crew.mjs";
import { Load, PANES } from "./load.mjs";
import { allSendsHeal, isTrue } from "./truth.mjs";

const REACH_MS = 60_000;
const PROVOKED_MS = 30_000; // longer than an act's deadline, of 20 s
const AFTER = 24; // acts that the load goes on for after a fault

/** A split crew whose link is in the test's hand, with a load's agent as "deck". */
export async function openFaultStory(t) {
  const agent = await openCountingAgent(t, PANES);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.splitByLink();
  await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
  return new FaultStory(crew, agent);
}

class FaultStory {
  constructor(crew, agent) {
    this.crew = crew;
    this.agent = agent;
    this.load = new Load(crew, agent);
  }

  /** Kills this daemon and starts it anew; `fault` as in COLLIE_FAULT. */
  async startAnew(name, fault) {
    await this.crew.end(name, "SIGKILL");
    await this.start(name, fault);
    await this.crew.sees("the agent is live", (member, { state }) =>
      member.state === "connected" && state === "live", "deck");
  }

  start(name, fault) {
    return name === "relay" ? this.crew.startRelay({ fault }) : this.crew.startEdge({ fault });
  }

  /** Runs `happen` under load, lets the load go on and come to rest, and checks the invariants (truth.mjs). */
  async underLoad(happen) {
    const first = this.load.acts.length;
    this.load.start();
    try {
      await happen();
      await this.load.goesOn(AFTER);
    } finally {
      await this.load.stop();
    }
    await isTrue(this.crew, this.agent, this.load, first);
  }

  /** The daemon has killed itself at the step; `provoke` is repeated until it does. */
  async dies(name, point, provoke) {
    const daemon = this.crew.daemon(name);
    await this.#reaches(`${point} ends the ${name}`, () => daemon.hasEnded(), provoke);
    assert.equal(await daemon.ended, "SIGKILL", daemon.errors);
  }

  /** The daemon holds at the step. */
  async holds(name, point, provoke) {
    const daemon = this.crew.daemon(name);
    await this.#reaches(`${point} holds the ${name}`, () => daemon.isStopped(), provoke);
  }

  /** Cuts the link, lets the daemon go on, and restores the link once the edge has noticed. */
  async cutWhileHeld(name) {
    this.crew.link.cut();
    this.crew.daemon(name).goOn();
    await this.#edgeRedials();
  }

  /** Cuts the link with commands and results on it, so that they are lost, and restores it. */
  async loseWhatIsOnItsWay() {
    this.crew.link.hold();
    await this.load.isUnderWay();
    this.crew.link.cut();
    await this.#edgeRedials();
  }

  /** Nothing passes over the link until a step is reached: the deadline of an act goes by. */
  async keepSilent() {
    this.crew.link.hold();
    await this.load.isUnderWay();
  }

  async #edgeRedials() {
    const { link } = this.crew;
    await until("the edge has noticed the cut", () => link.turnedAway > 0, { withinMs: REACH_MS });
    link.mend();
    await until("the edge redials", () => link.carried > 0, { withinMs: REACH_MS });
  }

  allSendsHeal() {
    return allSendsHeal(this.crew, this.agent, this.load);
  }

  // A provocation may come at the wrong moment: then it is repeated. It may fail once the daemon is
  // gone, and may go on while the daemon is held.
  async #reaches(what, isThere, provoke) {
    if (!provoke) return until(what, isThere, { withinMs: REACH_MS });
    for (let tries = 1; ; tries += 1) {
      const provoked = provoke().catch((error) => error);
      const missed = await until(what, isThere, { withinMs: PROVOKED_MS }).then(() => null, (error) => error);
      this.crew.link.release();
      this.crew.link.mend();
      if (missed === null) return;
      const failed = await provoked;
      if (failed || tries === 3) throw failed ?? missed;
    }
  }
}

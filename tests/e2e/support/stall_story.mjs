// A crew under a steady load while a part of its relay stalls, and what readers and callers see of it.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { openCountingAgent } from "./counting_agent.mjs";
import { startCrew } from "./crew.mjs";
import { stallable } from "./stall.mjs";
import { STEADY_PANES, SteadyLoad } from "./steady_load.mjs";
import { receiptsAreTrue } from "./truth.mjs";

const READ_EVERY_MS = 200;
const IN_TIME_MS = 1000;
const CALLER_WAITS_MS = 25_000;
const AGE_MS = 2000 + 5000; // the agent is read, and the edge tells it, at the latest

/** A split crew whose relay can be stalled, with a steady load's agent as "deck". */
export async function openStallStory(t) {
  const agent = await openCountingAgent(t, STEADY_PANES);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.splitByLink({ relay: stallable(crew) });
  await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
  return new StallStory(t, crew, agent);
}

class StallStory {
  #t;
  #reads = [];
  #isReading = true;

  constructor(t, crew, agent) {
    this.#t = t;
    this.crew = crew;
    this.agent = agent;
    this.load = new SteadyLoad(crew, agent);
  }

  /** Runs the load: `calmMs` without a stall, then each stall in turn for `stallMs`, with as long a calm after it. */
  async underLoad(stalls, { calmMs, stallMs }) {
    const dials = this.crew.link.dials;
    const reader = this.#readAll();
    this.load.start();
    try {
      await this.#stallInTurn(stalls, calmMs, stallMs);
    } finally {
      await this.load.stop();
      this.#isReading = false;
      await reader;
    }
    assert.equal(this.crew.link.dials, dials, "the edge had to dial anew");
    await receiptsAreTrue(this.crew, this.agent, this.load.acts);
    this.#allWereCarriedOut();
  }

  async #stallInTurn(stalls, calmMs, stallMs) {
    await pause(calmMs);
    const usualMs = Math.max(...this.#reads.map(({ tookMs }) => tookMs), ...this.#tookOf(this.load.acts));
    for (const stall of stalls) {
      const began = performance.now();
      const release = await stall.begin(this.#t, this.crew);
      await pause(stallMs);
      await release();
      await pause(calmMs);
      this.#nobodyWaited(began, usualMs, stall.holdsActs ? CALLER_WAITS_MS : IN_TIME_MS * 3 + usualMs);
    }
  }

  /** While the store stalls nothing but `happen` goes on; the reads stay in time. */
  async whileReading(happen) {
    const dials = this.crew.link.dials;
    const reader = this.#readAll();
    try {
      await happen();
    } finally {
      this.#isReading = false;
      await reader;
    }
    this.#nobodyWaited(0, 0, CALLER_WAITS_MS);
    assert.equal(this.crew.link.dials, dials, "the edge had to dial anew");
  }

  async #readAll() {
    while (this.#isReading) {
      const at = performance.now();
      const [{ state, sources }] = (await this.crew.snapshot()).members;
      this.#reads.push({ at, tookMs: performance.now() - at, state, ageMs: sources[0].readAgeMs });
      await pause(READ_EVERY_MS);
    }
  }

  #nobodyWaited(since, usualMs, actsWithinMs) {
    const reads = this.#reads.filter(({ at }) => at >= since);
    const late = reads.filter(({ tookMs }) => tookMs > IN_TIME_MS + usualMs);
    assert.deepEqual(late, [], "reads wait");
    const old = reads.filter(({ state, ageMs }) => state !== "connected" || ageMs > AGE_MS + IN_TIME_MS);
    assert.deepEqual(old, [], "heartbeats wait");
    const acts = this.load.acts.filter(({ askedAt, repliedAt }) => repliedAt !== undefined && askedAt >= since);
    const slowest = Math.max(0, ...this.#tookOf(acts));
    assert.ok(slowest < actsWithinMs, `an act took ${slowest} ms`);
    this.#t.diagnostic(`${reads.length} reads, the slowest ${Math.max(...reads.map(({ tookMs }) => tookMs)).toFixed()} ms; ` +
      `${acts.length} acts, the slowest ${slowest.toFixed()} ms; usual ${usualMs.toFixed()} ms`);
  }

  #tookOf(acts) {
    return acts.filter(({ repliedAt }) => repliedAt).map(({ askedAt, repliedAt }) => repliedAt - askedAt);
  }

  #allWereCarriedOut() {
    const { acts, turnedAway } = this.load;
    const not = acts.filter(({ stored }) => stored.outcome !== "sent").map(({ stored }) => stored);
    assert.deepEqual(not, []);
    this.#t.diagnostic(`${acts.length} acts were sent; the relay had no slot ${turnedAway} times`);
  }
}

// Request ids: an act runs at most once for one id (protos/WIRE.md, Request ids).
//
// An id is known from the moment it is read. A repeat waits for the first one's reply and never
// runs. A refusal is forgotten. An act that failed inside the agent may have run in part, so its id
// stays spent: a repeat gets the same failure.

import { Refusal } from "./refusal.mjs";

const KEEP = 10_000;

export class RequestIds {
  #known = new Map();

  /** Remembers a finished act of an earlier start: its payload's fingerprint and its reply. */
  restore(id, payload, reply) {
    this.#known.set(id, { payload, reply: Promise.resolve(reply), finished: { payload, reply } });
    this.#forgetOldest();
  }

  /** Runs `act` for the first caller of `id`; others get its reply, marked `replayed`. */
  once(id, payload, act) {
    const known = this.#known.get(id);
    if (known === undefined) return this.#first(id, payload, act);
    if (known.payload !== payload) {
      throw new Refusal("request-id-reused", "This request id was used for another act.");
    }
    return known.reply.then((reply) => ({ ...reply, replayed: true }));
  }

  /** Every finished act, oldest first: `[id, {payload, reply}]`. */
  finished() {
    return [...this.#known].filter(([, e]) => e.finished).map(([id, e]) => [id, e.finished]);
  }

  #first(id, payload, act) {
    const entry = { payload, reply: Promise.resolve().then(act), finished: null };
    this.#known.set(id, entry);
    entry.reply.then(
      (reply) => {
        entry.finished = { payload, reply };
        this.#forgetOldest();
      },
      (error) => {
        if (error instanceof Refusal) this.#known.delete(id);
      },
    );
    return entry.reply;
  }

  #forgetOldest() {
    for (const [id, entry] of this.#known) {
      if (this.#known.size <= KEEP) return;
      if (entry.finished) this.#known.delete(id);
    }
  }
}

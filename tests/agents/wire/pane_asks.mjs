// The questions of one pane, from the moment they are raised to their end: who waits for the
// answer, and when the time is over.
//
// `owner` is the agent: {now(), afterwards(next)}. `told(entry)` journals a change and shows it;
// `noted(item)` adds the line that a closed ask leaves in the chat.

import { askHash } from "./canonical.mjs";
import { closedAskItem } from "./items.mjs";
import { ENTRIES, isId, mintId } from "./limits.mjs";
import { makeAsk } from "./questions.mjs";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Why a promise of an answer is rejected: the ask timed out or was withdrawn. */
export class AskClosed extends Error {
  constructor(outcome) {
    super(`The question was closed: ${outcome}.`);
    this.name = "AskClosed";
    this.outcome = outcome;
  }
}

export class PaneAsks {
  #owner;
  #chat;
  #told;
  #noted;
  #waiters = new Map(); // ask id → {resolve, reject}[]
  #timers = new Map(); // ask id → timer of its expiry

  constructor(owner, chat, { told, noted }) {
    this.#owner = owner;
    this.#chat = chat;
    this.#told = told;
    this.#noted = noted;
  }

  /** Raises a question, or joins the same one that stands or stood. See Pane.ask(). */
  ask(given) {
    const { toolCallId } = given;
    const id = given.id ?? (isId(toolCallId) ? toolCallId : mintId("a"));
    const ask = makeAsk({ ...given, id });
    const known = this.#chat.asks.get(id);
    if (known === undefined) this.#raise(ask);
    else if (askHash(known.ask) !== askHash(ask)) {
      throw new TypeError(`The ask "${id}" is another question; an ask never changes.`);
    }
    const promise = this.#promise(id);
    if (known?.closed) this.#settle(id, known.closed.outcome);
    else this.#armExpiry(id);
    return promise;
  }

  isAwaited(askId) {
    return this.#waiters.has(askId);
  }

  close(askId, outcome) {
    const entry = this.#chat.asks.get(askId);
    if (entry === undefined || entry.closed) return;
    this.#chat.close(askId, outcome);
    clearTimeout(this.#timers.get(askId));
    this.#timers.delete(askId);
    this.#told({ k: "ask-closed", askId, outcome });
    this.#noted(closedAskItem(entry.ask, outcome));
    // The agent goes on only once the decision is saved: it can never be asked for twice.
    this.#owner.afterwards(() => this.#settle(askId, outcome));
  }

  expire(askId) {
    const ask = this.#chat.asks.get(askId)?.ask;
    if (ask?.expiresAt === undefined || ask.expiresAt > this.#owner.now()) return;
    this.close(askId, { outcome: "timed-out", decidedBy: "timeout" });
  }

  dispose() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #raise(ask) {
    if (this.#chat.openAsks.length >= ENTRIES.openAsks) {
      throw new TypeError(`A pane has at most ${ENTRIES.openAsks} open asks.`);
    }
    this.#chat.open(ask);
    this.#told({ k: "ask", ask });
  }

  #promise(askId) {
    const promise = new Promise((resolve, reject) => {
      const list = this.#waiters.get(askId) ?? [];
      this.#waiters.set(askId, [...list, { resolve, reject }]);
    });
    promise.catch(() => {}); // an agent that does not wait for the answer is not ended by it
    return promise;
  }

  #settle(askId, outcome) {
    for (const waiter of this.#waiters.get(askId) ?? []) {
      if (outcome.outcome === "answered") waiter.resolve(outcome.answer);
      else waiter.reject(new AskClosed(outcome.outcome));
    }
    this.#waiters.delete(askId);
  }

  #armExpiry(askId) {
    const { expiresAt } = this.#chat.asks.get(askId).ask;
    if (expiresAt === undefined) return;
    clearTimeout(this.#timers.get(askId));
    const left = Math.max(0, expiresAt - this.#owner.now());
    const fire = () => {
      this.expire(askId);
      if (this.#chat.asks.get(askId)?.closed === null) this.#armExpiry(askId);
    };
    this.#timers.set(askId, setTimeout(fire, Math.min(left, LONGEST_TIMER_MS)));
  }
}

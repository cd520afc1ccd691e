// What an agent wants kept, gathered into transactions. Entries of one act are saved together with
// its request id before its reply leaves; all others soon after the work at hand.
//
// A store has two functions: load() returns the entries saved so far; save(entries, whole) keeps
// `entries` in one transaction before it returns, and may call whole() to replace all it holds.

export class Saver {
  #store;
  #whole;
  #waiting = [];
  #afterwards = [];
  #scheduled = null;
  #failing = false;

  constructor(store, whole) {
    this.#store = store;
    this.#whole = whole;
  }

  record(entry) {
    if (this.#store !== undefined) this.#waiting.push(entry);
    this.#schedule();
  }

  /** Runs `next` once all that was recorded up to now is saved. */
  afterwards(next) {
    this.#afterwards.push(next);
    this.#schedule();
  }

  /** Saves what waits; throws when the store cannot, and then keeps it waiting. */
  flush() {
    clearImmediate(this.#scheduled);
    this.#scheduled = null;
    if (this.#waiting.length > 0) this.#store.save(this.#waiting, this.#whole);
    this.#waiting = [];
    this.#failing = false;
    for (const next of this.#afterwards.splice(0)) queueMicrotask(next);
  }

  #schedule() {
    this.#scheduled ??= setImmediate(() => this.#flushQuietly());
  }

  // Outside an act nobody waits for an outcome; the entries are tried again with the next ones.
  #flushQuietly() {
    try {
      this.flush();
    } catch (error) {
      if (!this.#failing) console.error(`The agent's state cannot be saved: ${error.message}`);
      this.#failing = true;
    }
  }
}

// One conversation of the counting agent: its turn, its questions and what was said in it.

import { randomBytes } from "node:crypto";

const mint = (what) => `${what}-${randomBytes(8).toString("hex")}`;

export class CountingPane {
  #changed;
  #events = [];
  #tag = mint("c");

  turn = { id: mint("t"), state: "idle" };
  /** By id: {ask, closed: null | outcome}. */
  asks = new Map();
  /** Called with the id of a question once it is shown as closed. */
  whenClosed = () => {};

  constructor(id, changed) {
    this.id = id;
    this.#changed = changed;
  }

  /** Begins a turn ("working", with a new id) or ends it ("idle"). */
  setTurn(state) {
    this.turn = { id: state === "working" ? mint("t") : this.turn.id, state };
    this.#changed();
  }

  get openAsks() {
    return [...this.asks.values()].filter(({ closed }) => closed === null).map(({ ask }) => ask);
  }

  /** Shows a line of a person. */
  say(text, requestId) {
    this.#tell({ type: "item", item: { id: mint("i"), kind: "user", text, requestId } });
  }

  /** Raises a question; it stands until it is answered. */
  raise(ask) {
    this.asks.set(ask.id, { ask, closed: null });
    this.#tell({ type: "ask", ask });
  }

  /** Shows a question as closed. */
  close(askId, outcome) {
    this.asks.get(askId).closed = outcome;
    this.#tell({ type: "ask-closed", askId, ...outcome });
    this.whenClosed(askId);
  }

  /** Another run of the agent: the same words and questions under new cursors and a new turn. */
  startAnew() {
    this.#tag = mint("c");
    this.turn = { id: mint("t"), state: "idle" };
    this.#events = this.#events.filter(({ type }) => type === "item");
    for (const ask of this.openAsks) this.#events.push({ type: "ask", ask });
  }

  view() {
    return {
      id: this.id, title: this.id, harness: "counting", open: true, turn: this.turn,
      cursor: this.#cursor(), openAsks: this.openAsks.length, lastActivityAt: 0,
    };
  }

  /** What came after `cursor`; the whole when it is unknown in this run. */
  read(cursor) {
    const [tag, seen] = (cursor ?? "").split(".");
    const reset = tag !== this.#tag;
    const events = reset ? this.#whole() : this.#events.slice(Number(seen));
    return { cursor: this.#cursor(), reset, more: false, events };
  }

  #whole() {
    const asks = this.openAsks.map((ask) => ({ type: "ask", ask }));
    return [...asks, ...this.#events.filter(({ type }) => type === "item")];
  }

  #cursor() {
    return `${this.#tag}.${this.#events.length}`;
  }

  #tell(event) {
    this.#events.push(event);
    this.#changed();
  }
}

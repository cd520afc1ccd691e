// The chat of one pane: its items and asks, in the order they came, readable from any cursor
// (protos/WIRE.md, A pane's events).
//
// Every change takes the next number. A cursor is the number that a reader has seen, under a tag
// that is new with every run. A thing seen for the first time is sent at its birth, so that a
// reader who missed several changes still gets the items in the order of the chat.

import { randomBytes } from "node:crypto";
import { BYTES, encodedBytes } from "./limits.mjs";

const PAGE_EVENTS = 200;
const KEEP_ITEMS = 2000;
const KEEP_CLOSED_ASKS = 500;
const KEEP_MARKS = 500;
const SPACE_FOR_FRAME = 4096;

export class Chat {
  #tag = randomBytes(8).toString("hex");
  #seq = 0;
  #floor = 0; // a cursor below it would miss something that is no longer kept
  #marks = []; // removed items and dropped sends: {seq, event}

  /** By id, in the order of the chat: {item, ord, born, changed}. */
  items = new Map();
  /** By id, in the order they were raised: {ask, born, closed: null | {seq, outcome}}. */
  asks = new Map();
  /** The next item's place, kept across restarts. */
  nextOrd = 1;
  /** Whether the oldest items were dropped. */
  cut = false;

  get cursor() {
    return `${this.#tag}.${this.#seq}`;
  }

  get openAsks() {
    return [...this.asks.values()].filter((entry) => entry.closed === null);
  }

  /** Adds `item`, or puts it in the place of the one with its id. Returns its entry. */
  put(item, ord) {
    const known = this.items.get(item.id);
    const seq = ++this.#seq;
    if (known) {
      known.item = item;
      known.changed = seq;
      return known;
    }
    const entry = { item, ord: ord ?? this.nextOrd, born: seq, changed: seq };
    this.nextOrd = Math.max(this.nextOrd, entry.ord + 1);
    this.items.set(item.id, entry);
    if (this.items.size > KEEP_ITEMS) {
      this.items.delete(this.items.keys().next().value);
      this.cut = true;
    }
    return entry;
  }

  /** Removes the item and notifies readers. */
  remove(itemId) {
    if (this.items.delete(itemId)) this.#mark({ type: "item-removed", itemId });
  }

  /** Notifies readers that a queued send will never run. */
  dropSend(requestId) {
    this.#mark({ type: "send-dropped", requestId });
  }

  /** Raises an ask. */
  open(ask) {
    this.asks.set(ask.id, { ask, born: ++this.#seq, closed: null });
  }

  /** Closes an open ask with its outcome: {outcome, decidedBy?, requestId?, answer?}. */
  close(askId, outcome) {
    this.asks.get(askId).closed = { seq: ++this.#seq, outcome };
    const closed = [...this.asks].filter(([, entry]) => entry.closed !== null);
    if (closed.length <= KEEP_CLOSED_ASKS) return;
    const oldest = closed.reduce((a, b) => (a[1].closed.seq < b[1].closed.seq ? a : b));
    this.asks.delete(oldest[0]);
    this.#floor = Math.max(this.#floor, oldest[1].closed.seq);
  }

  /** The events after `cursor`, or the whole view when it cannot be continued from. */
  read(cursor) {
    const since = this.#place(cursor);
    if (since === null) return this.#whole();
    const all = this.#changes(since);
    const page = all.slice(0, PAGE_EVENTS);
    const events = page.map((change) => change.event);
    if (encodedBytes(events) > BYTES.paneRead - SPACE_FOR_FRAME) return this.#whole();
    const more = page.length < all.length;
    const seq = more ? page[page.length - 1].at : this.#seq;
    return { cursor: `${this.#tag}.${seq}`, reset: false, more, events };
  }

  #mark(event) {
    this.#marks.push({ at: ++this.#seq, event });
    if (this.#marks.length > KEEP_MARKS) {
      this.#floor = Math.max(this.#floor, this.#marks.shift().at);
    }
  }

  #place(cursor) {
    const [tag, digits] = String(cursor ?? "").split(".");
    if (tag !== this.#tag || !/^(0|[1-9][0-9]{0,15})$/.test(digits ?? "")) return null;
    const seq = Number(digits);
    return cursor === `${tag}.${seq}` && seq >= this.#floor && seq <= this.#seq ? seq : null;
  }

  #changes(since) {
    const found = this.#marks.filter((mark) => mark.at > since);
    for (const { item, born, changed } of this.items.values()) {
      if (changed <= since) continue;
      found.push({ at: born > since ? born : changed, event: { type: "item", item } });
    }
    for (const [askId, { ask, born, closed }] of this.asks) {
      if (born > since) found.push({ at: born, event: { type: "ask", ask } });
      if (closed === null || closed.seq <= since) continue;
      found.push({ at: closed.seq, event: { type: "ask-closed", askId, ...closed.outcome } });
    }
    return found.sort((a, b) => a.at - b.at);
  }

  #whole() {
    const asks = this.openAsks.map(({ ask }) => ({ type: "ask", ask }));
    const items = newestThatFit(
      [...this.items.values()].map(({ item }) => ({ type: "item", item })),
      BYTES.paneRead - SPACE_FOR_FRAME - encodedBytes(asks),
    );
    const truncated = this.cut || items.length < this.items.size;
    const view = { cursor: this.cursor, reset: true, more: false, events: [...asks, ...items] };
    return truncated ? { ...view, truncated } : view;
  }
}

/** The longest tail of `list` whose encoded entries stay under `room` bytes. */
export function newestThatFit(list, space) {
  let left = space;
  let start = list.length;
  while (start > 0) {
    left -= encodedBytes(list[start - 1]) + 1;
    if (left < 0) break;
    start -= 1;
  }
  return list.slice(start);
}

// One conversation: its turn, its chat and the sends that wait for the turn's end.
//
// `owner` is the agent: {now(), changed(), record(entry), afterwards(next), turnEnded(pane)}.

import { randomBytes } from "node:crypto";
import { Chat } from "./chat.mjs";
import { droppedSendItem, makeItem } from "./items.mjs";
import { CHARACTERS, ENTRIES, clip, encodedBytes, mintId } from "./limits.mjs";
import { AskClosed, PaneAsks } from "./pane_asks.mjs";
import { Refusal } from "./refusal.mjs";

const MAX_QUEUE = 32;

export class Pane {
  #owner;
  #asks;
  #savedBytes = new Map(); // growing item id → its size when it was last journaled

  chat = new Chat();
  open = true;
  state = "idle";
  turnId = mintId("t"); // never used twice, in another start either
  queue = []; // {requestId, text}
  actions = []; // {id, label}
  kept = null; // the agent's own words about this pane, see keep()

  constructor(owner, { workspace, tab, id, title, harness, birth }) {
    this.#owner = owner;
    this.id = id;
    this.workspace = workspace;
    this.tab = tab;
    this.title = clip(title ?? id, CHARACTERS.title);
    this.harness = harness;
    this.birth = birth ?? randomBytes(6).toString("hex");
    this.lastActivityAt = owner.now();
    this.#asks = new PaneAsks(owner, this.chat, {
      told: (entry) => this.#tell(entry),
      noted: (item) => this.item(item),
    });
  }

  /** Adds an item, or replaces the one with its id in its place. Returns it as it went out. */
  item(given) {
    const known = this.chat.items.get(given.id);
    const item = makeItem(given, known?.item.at ?? this.#owner.now());
    const entry = this.chat.put(item);
    if (this.#isWorthSaving(item)) {
      this.#record({ k: "item", item, ord: entry.ord });
    }
    this.#touch();
    return item;
  }

  removeItem(itemId) {
    this.chat.remove(itemId);
    this.#savedBytes.delete(itemId);
    this.#tell({ k: "item-removed", itemId });
  }

  /** Begins a turn ("working", with a new turn id) or ends it ("idle"). Returns the turn's id. */
  turn(state) {
    if (state === "working") this.turnId = mintId("t");
    const ended = state === "idle" && this.state === "working";
    this.state = state;
    this.#touch();
    if (ended) this.#owner.turnEnded(this);
    return this.turnId;
  }

  /** One turn that lasts as long as `work`; its failure becomes a line in the chat. */
  async run(work) {
    const turn = this.turn("working");
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AskClosed)) {
        this.item({ kind: "notice", text: `This failed: ${error.message}` });
      }
    } finally {
      if (this.turnId === turn && this.state === "working") this.turn("idle");
    }
  }

  /**
   * Raises a question and promises its answer, such as {optionIds: ["yes"]}. The promise is
   * rejected with AskClosed when the ask times out or is withdrawn. The same id with the same
   * question joins the one that stands, so a question survives a restart of the agent.
   */
  ask(given) {
    if (!this.open) throw new TypeError("A closed pane asks nothing.");
    return this.#asks.ask(given);
  }

  /** Whether somebody in the agent waits for the answer to this open ask. */
  isAwaited(askId) {
    return this.#asks.isAwaited(askId);
  }

  /** Closes an open ask: {outcome: "answered" | "timed-out" | "withdrawn", decidedBy?, …}. */
  closeAsk(askId, outcome) {
    this.#asks.close(askId, outcome);
  }

  /** Withdraws every open ask. */
  withdrawAsks() {
    for (const { ask } of this.chat.openAsks) {
      this.closeAsk(ask.id, { outcome: "withdrawn", decidedBy: "agent" });
    }
  }

  /** Closes an ask whose time is over, also when its timer has not fired yet. */
  expire(askId) {
    this.#asks.expire(askId);
  }

  enqueue(send) {
    if (this.queue.length >= MAX_QUEUE) throw new Refusal("busy", "The queue is full.");
    this.queue.push(send);
    this.#saveQueue();
  }

  dequeue() {
    const send = this.queue.shift();
    if (send) this.#saveQueue();
    return send;
  }

  /** Gives up every queued send, with a line in the chat for each. */
  dropQueue(why) {
    for (let send = this.dequeue(); send; send = this.dequeue()) {
      this.chat.dropSend(send.requestId);
      this.item(droppedSendItem(send.text, why));
    }
  }

  rename(title) {
    this.title = clip(title, CHARACTERS.title);
    this.#tell(this.facts());
  }

  setOpen(open) {
    this.open = open;
    this.#tell(this.facts());
  }

  setActions(actions) {
    if (actions.length > ENTRIES.actions) throw new TypeError("A pane has at most 16 actions.");
    this.actions = actions;
    this.#touch();
  }

  /** Keeps a JSON value of the agent's own beside this pane, across starts. */
  keep(value) {
    this.kept = value;
    this.#record({ k: "keep", value });
  }

  /** This pane as the snapshot shows it. */
  view() {
    return {
      id: this.id,
      title: this.title,
      harness: this.harness,
      open: this.open,
      turn: { id: this.turnId, state: this.state },
      cursor: this.chat.cursor,
      openAsks: this.chat.openAsks.length,
      lastActivityAt: this.lastActivityAt,
      actions: this.actions,
    };
  }

  /** What identifies this pane in the journal. */
  facts() {
    const { id, title, harness, open, birth, workspace, tab } = this;
    return { k: "pane", pane: id, title, harness, open, birth, workspace, tab };
  }

  /** Everything to keep of this pane, as entries for restore() after its facts. */
  everything() {
    const { items, asks, cut, nextOrd } = this.chat;
    const all = [{ k: "chat", cut, nextOrd }];
    for (const { item, ord } of items.values()) all.push({ k: "item", item, ord });
    for (const [askId, { ask, closed }] of asks) {
      all.push({ k: "ask", ask });
      if (closed) all.push({ k: "ask-closed", askId, outcome: closed.outcome });
    }
    all.push({ k: "queue", queue: [...this.queue] }, { k: "keep", value: this.kept });
    return [this.facts(), ...all.map((entry) => ({ ...entry, pane: this.id }))];
  }

  /** Takes one journaled entry of an earlier start. */
  restore(entry) {
    const restored = {
      chat: () => {
        this.chat.cut = entry.cut;
        this.chat.nextOrd = entry.nextOrd;
      },
      item: () => {
        this.chat.put(entry.item, entry.ord);
        this.lastActivityAt = Math.max(this.lastActivityAt, entry.item.at ?? 0);
      },
      "item-removed": () => this.chat.remove(entry.itemId),
      ask: () => this.chat.open(entry.ask),
      "ask-closed": () => this.chat.close(entry.askId, entry.outcome),
      queue: () => (this.queue = entry.queue),
      keep: () => (this.kept = entry.value),
    };
    restored[entry.k]?.();
  }

  /** Stops the timers; the pane asks nothing any more. */
  dispose() {
    this.#asks.dispose();
  }

  // A growing item is journaled when it has doubled, so that a long stream costs its length once.
  #isWorthSaving(item) {
    if (item.partial !== true) {
      this.#savedBytes.delete(item.id);
      return true;
    }
    const bytes = encodedBytes(item);
    if (bytes < 2 * (this.#savedBytes.get(item.id) ?? 0)) return false;
    this.#savedBytes.set(item.id, bytes);
    return true;
  }

  #saveQueue() {
    this.#tell({ k: "queue", queue: [...this.queue] });
  }

  // Journals a change that readers see.
  #tell(entry) {
    this.#record(entry);
    this.#touch();
  }

  #record(entry) {
    this.#owner.record({ ...entry, pane: this.id });
  }

  #touch() {
    this.lastActivityAt = this.#owner.now();
    this.#owner.changed();
  }
}

// The agent behind the wire: its workspaces, tabs and panes, the revision of its snapshot, and what
// is kept across restarts.

import { randomBytes } from "node:crypto";
import { BYTES, CHARACTERS, ENTRIES, WIRE, clip, encodedBytes, isId } from "./limits.mjs";
import { Pane } from "./pane.mjs";
import { Places } from "./places.mjs";
import { RequestIds } from "./request_ids.mjs";
import { Saver } from "./saver.mjs";

const CAPS = [
  "asks", "starters", "send", "queue", "steer", "abort", "rename", "close", "actions", "history",
  "reopen", "checksEpoch", "idsOutliveEpoch",
];

export class Collie {
  #saver;
  #rev = 1;
  #isReady = false;
  #isClosing = false;
  #closeServer = async () => {};
  #places = new Places();

  epoch = `e-${randomBytes(16).toString("hex")}`;
  requestIds = new RequestIds();
  panes = new Map();
  address = null;

  /** See openCollie() in wire.mjs for the options. */
  constructor(options) {
    this.hostName = clip(options.hostName, CHARACTERS.title);
    this.runtime = clip(options.runtime ?? `node ${process.versions.node}`, CHARACTERS.title);
    this.caps = readCaps(options.caps ?? {}, options.store !== undefined);
    this.starters = options.starters ?? [];
    this.selfTest = options.selfTest;
    this.on = options.on ?? {};
    this.now = options.now ?? Date.now;
    checkHandlers(this.caps, this.on);
    this.#saver = new Saver(options.store, () => this.#everything());
    for (const entry of options.store?.load() ?? []) this.#restore(entry);
    this.#dropQueues();
  }

  get isReady() {
    return this.#isReady;
  }

  get etag() {
    return `"${this.epoch}-${this.#rev}"`;
  }

  /** Sets what to do at close(). */
  opened(address, closeServer) {
    this.address = address;
    this.#closeServer = closeServer;
  }

  /** Says that every conversation is shown and every open ask raised again. */
  ready() {
    for (const pane of this.panes.values()) {
      for (const { ask } of pane.chat.openAsks) {
        if (pane.isAwaited(ask.id)) continue;
        pane.closeAsk(ask.id, { outcome: "withdrawn", decidedBy: "agent" });
      }
    }
    this.#saver.flush();
    this.#isReady = true;
    this.changed();
  }

  /** Ends the wire: no new exchange, the running ones finish. */
  async close() {
    this.#isClosing = true;
    await this.#closeServer();
    for (const pane of this.panes.values()) pane.dispose();
    this.#saver.flush();
  }

  workspace(id, { title } = {}) {
    this.#savePlace(id, title);
    return {
      tab: (tabId, tab = {}) => {
        this.#savePlace(id, title, tabId, tab.title);
        return { pane: (paneId, pane = {}) => this.#pane(id, tabId, paneId, pane) };
      },
    };
  }

  /** Takes a pane out of the agent for good. */
  removePane(id) {
    this.panes.get(id)?.dispose();
    if (this.panes.delete(id)) this.record({ k: "pane-removed", pane: id });
    this.changed();
  }

  get isFull() {
    return this.panes.size >= ENTRIES.panes;
  }

  hello() {
    return {
      wire: WIRE,
      epoch: this.epoch,
      ready: this.#isReady,
      now: this.now(),
      hostName: this.hostName,
      runtime: this.runtime,
      caps: this.caps,
      starters: this.starters,
      ...(this.selfTest === undefined ? {} : { selfTest: this.selfTest }),
    };
  }

  snapshot() {
    const hidden = new Set();
    const closed = [...this.panes.values()].filter((pane) => !pane.open);
    closed.sort((a, b) => a.lastActivityAt - b.lastActivityAt);
    let view = this.#snapshotWithout(hidden);
    // The oldest closed conversations leave first when the snapshot would be too large to read.
    while (closed.length > 0 && encodedBytes(view) > BYTES.snapshot) {
      for (const pane of closed.splice(0, 16)) hidden.add(pane.id);
      view = this.#snapshotWithout(hidden);
    }
    return view;
  }

  /** Something that a reader could see has changed. */
  changed() {
    this.#rev += 1;
  }

  record(entry) {
    this.#saver.record(entry);
  }

  /** Runs `next` once all that was recorded up to now is saved. */
  afterwards(next) {
    this.#saver.afterwards(next);
  }

  /** Saves all that was recorded, as one transaction. */
  commit() {
    this.#saver.flush();
  }

  /** A turn is over: the oldest queued send runs now. */
  turnEnded(pane) {
    if (!pane.open || this.#isClosing) return;
    const send = pane.dequeue();
    if (send) this.deliver(pane, { ...send, queued: true });
  }

  /** A send takes effect: its item names the request id, and a turn begins. */
  deliver(pane, send) {
    pane.item({ kind: "user", text: send.text, requestId: send.requestId });
    pane.run(async () => this.on.send?.(pane, send));
  }

  #pane(workspace, tab, id, { title, harness }) {
    const known = this.panes.get(id);
    if (known) return known;
    if (!isId(id)) throw new TypeError(`The pane id "${id}" breaks the id rule.`);
    if (this.isFull) throw new TypeError(`An agent has at most ${ENTRIES.panes} panes.`);
    const pane = new Pane(this, { workspace, tab, id, title, harness: harness ?? this.hostName });
    this.panes.set(id, pane);
    this.record(pane.facts());
    this.changed();
    return pane;
  }

  #savePlace(id, title, tabId, tabTitle) {
    this.#places.make(id, title, tabId, tabTitle);
    this.record({ k: "place", id, title, tabId, tabTitle });
    this.changed();
  }

  #snapshotWithout(hidden) {
    const shown = [...this.panes.values()].filter((pane) => !hidden.has(pane.id));
    const workspaces = this.#places.view(shown);
    return { epoch: this.epoch, rev: this.#rev, now: this.now(), workspaces };
  }

  #restore(entry) {
    const pane = this.panes.get(entry.pane);
    switch (entry.k) {
      case "place":
        return this.#places.make(entry.id, entry.title, entry.tabId, entry.tabTitle);
      case "pane":
        return this.#restorePane(entry, pane);
      case "pane-removed":
        return this.panes.delete(entry.pane);
      case "request":
        return this.requestIds.restore(entry.requestId, entry.payload, entry.reply);
      default:
        return pane?.restore(entry);
    }
  }

  #restorePane(entry, known) {
    const pane = known ?? new Pane(this, { ...entry, id: entry.pane });
    if (known === undefined) pane.lastActivityAt = 0;
    pane.title = entry.title;
    pane.open = entry.open;
    this.panes.set(pane.id, pane);
  }

  // The edge takes a queued send for dead once its epoch has ended, so it never runs later.
  #dropQueues() {
    for (const pane of this.panes.values()) pane.dropQueue("the agent was started anew");
  }

  // The whole state as entries, in an order in which they can be restored.
  #everything() {
    const entries = this.#places.everything();
    for (const pane of this.panes.values()) entries.push(...pane.everything());
    for (const [requestId, { payload, reply }] of this.requestIds.finished()) {
      entries.push({ k: "request", requestId, payload, reply });
    }
    return entries;
  }
}

// A capability that an agent claims needs the handler that does it.
function checkHandlers(caps, on) {
  const needed = { send: "send", steer: "steer", abort: "abort", actions: "action" };
  for (const [cap, name] of Object.entries({ ...needed, starters: "start" })) {
    if (caps[cap] && on[name] === undefined) throw new TypeError(`${cap} needs on.${name}.`);
  }
}

function readCaps(given, hasStore) {
  for (const name of Object.keys(given)) {
    if (!CAPS.includes(name)) throw new TypeError(`"${name}" is no capability of the wire.`);
  }
  if (given.idsOutliveEpoch && !hasStore) {
    throw new TypeError("idsOutliveEpoch needs a store that keeps the request ids.");
  }
  const absent = { queue: true, checksEpoch: true };
  return Object.fromEntries(CAPS.map((name) => [name, given[name] ?? absent[name] ?? false]));
}

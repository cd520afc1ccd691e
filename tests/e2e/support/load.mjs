// Several clients that act without pause, each in two conversations of its own and in one that all
// share. A client without a reply repeats the request, as HTTP libraries do; it goes on once it
// has a receipt that is not pending.

import { until } from "../../agents/support/until.mjs";
import { drop } from "./misreplies.mjs";

const CLIENTS = 4;
const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const PATIENCE_MS = 90_000; // a daemon that comes back, and the deadline of an act
const KINDS = ["send", "tap", "send-shared", "send-lost", "stop", "answer", "send-refused", "stop-shared"];

/** The conversations that a load needs at its agent; nobody acts in `aside` by itself. */
export const PANES = ["all", "aside", ...each((k) => `s${k}`), ...each((k) => `q${k}`)];

function each(make) {
  return Array.from({ length: CLIENTS }, (_, k) => make(k));
}

/** A load at the source "deck" of a crew, which is this counting agent with PANES. */
export class Load {
  #crew;
  #agent;
  #running = false;
  #clients = [];
  #minted = 0;

  /** Every act of it: {id, kind, pane, told: every receipt that a client got}. */
  acts = [];

  constructor(crew, agent) {
    this.#crew = crew;
    this.#agent = agent;
    each((k) => this.#keepAsking(`q${k}`));
  }

  start() {
    this.#running = true;
    this.#clients = each((k) => this.#act(k));
  }

  /** Waits until every client has a receipt for what it does now. */
  async stop() {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  /** How many acts ended so far. */
  get ended() {
    return this.acts.filter(({ isOver }) => isOver).length;
  }

  /** Waits until it has gone on for so many acts. */
  goesOn(acts) {
    const end = this.ended + acts;
    return until("the load goes on", () => this.ended >= end, { withinMs: PATIENCE_MS });
  }

  /** Waits until nearly every client waits for an act that holds its conversation. */
  isUnderWay() {
    return until("acts are under way", async () => {
      const [member] = (await this.#crew.snapshot()).members;
      return member.sources[0].panes.filter(({ busy }) => busy).length >= CLIENTS - 1;
    }, { withinMs: PATIENCE_MS });
  }

  /** One act of this kind in this conversation, to its receipt. */
  async carry(kind, pane) {
    const act = this.#begin(kind, pane);
    if (kind === "send-lost") this.#agent.spoil(act.id, drop);
    const { path, body } = await this.#request(act);
    await this.#say(act, path, { requestId: act.id, ...body });
    act.isOver = true;
    return act.told.at(-1);
  }

  /** One act whose reply is lost and that does not show, and then a retry by a person. */
  retry(pane) {
    const done = this.#retry(pane);
    this.#clients.push(done);
    return done;
  }

  async #retry(pane) {
    const act = this.#begin("send-hidden", pane);
    this.#agent.hold(act.id);
    this.#agent.spoil(act.id, drop);
    const { path, body } = await this.#request(act);
    await this.#say(act, path, { requestId: act.id, ...body });
    if (act.told.at(-1).outcome !== "unknown") return;
    act.again = true;
    await this.#say(act, path, { requestId: act.id, ...body, again: true });
  }

  #begin(kind, pane) {
    const act = { id: `load-${(this.#minted += 1)}`, kind, pane, told: [], isOver: false };
    this.acts.push(act);
    return act;
  }

  async #act(k) {
    for (let step = k; this.#running; step += 1) {
      const kind = KINDS[step % KINDS.length];
      const asks = ["tap", "answer", "send-refused"].includes(kind);
      await this.carry(kind, kind.endsWith("shared") ? "all" : `${asks ? "q" : "s"}${k}`);
    }
  }

  async #say(act, path, body) {
    for (;;) {
      const reply = await this.#crew.post(path, body).catch(() => undefined);
      if (reply?.body?.requestId === act.id) {
        act.told.push(reply.body);
        if (reply.body.outcome !== "pending") return;
      } else if (reply && reply.status < 500) {
        throw new Error(`${act.kind} ${act.id}: ${reply.status} ${reply.text}`);
      }
      await this.#relayAnswers();
    }
  }

  #relayAnswers() {
    const answers = async () => (await this.#crew.get("/readyz").catch(() => ({}))).status === 200;
    return until("the relay answers", answers, { withinMs: PATIENCE_MS });
  }

  async #request({ kind, pane }) {
    const at = `/api/conversations/${this.#crew.member}/deck/${pane}`;
    const verb = kind.split("-")[0];
    if (verb === "send") return { path: `${at}/send`, body: { turn: this.#agent.pane(pane).turn.id, text: kind } };
    if (verb === "stop") return { path: `${at}/stop`, body: {} };
    const card = await this.#card(at, pane);
    if (verb === "tap") return { path: `/api/ask/${card.id}`, body: { hash: card.hash, optionId: "yes" } };
    return { path: `${at}/answer`, body: { askId: card.askId, hash: card.hash, answer: { optionIds: ["no"] } } };
  }

  // The open question of a conversation, once the relay shows it.
  #card(at, pane) {
    return until(`the question of ${pane} shows`, async () => {
      const open = this.#agent.pane(pane).openAsks.map(({ id }) => id);
      const seen = (await this.#crew.get(at).catch(() => ({}))).body;
      return seen?.asks?.find(({ askId }) => open.includes(askId));
    }, { withinMs: PATIENCE_MS });
  }

  // A question stands there always; the next follows the answer.
  #keepAsking(paneId) {
    const pane = this.#agent.pane(paneId);
    let count = 0;
    pane.whenClosed = () => {
      count += 1;
      pane.raise({ id: `${paneId}-${count}`, kind: "choice", title: `Question ${count}?`, options: OPTIONS });
    };
    pane.whenClosed();
  }
}

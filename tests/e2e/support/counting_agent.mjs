// A durable agent that counts: how often each request id came, and how often it was carried out. A
// test may make it lose or spoil its reply to an act, and not show what it did.

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { listenOnSocket } from "../../agents/wire/address.mjs";
import { temporaryFolder } from "../../agents/support/temporary.mjs";
import { CountingPane } from "./counting_pane.mjs";
import { json } from "./misreplies.mjs";

const CAPS = { asks: true, send: true, steer: true, abort: true, checksEpoch: true };

/** Opens one with these panes, at this socket or a new one. It ends with the test. */
export async function openCountingAgent(t, paneIds, { socket, caps = {} } = {}) {
  const agent = new CountingAgent(socket ?? join(temporaryFolder(t), "app.sock"), paneIds, { ...CAPS, ...caps });
  await agent.open();
  t.after(() => agent.close());
  return agent;
}

export class CountingAgent {
  #caps;
  #server;
  #rev = 1;
  #panes;
  #orders = new Map(); // request id → what to do with its replies, one by one
  #held = new Map(); // request id → how to show what it did; null: not yet done
  #known = new Map(); // request id → {payload, reply}

  epoch = mintEpoch();
  /** Request id → its POSTs: {path, body}. */
  posts = new Map();
  /** Request id → for each POST, the paths that came before it on its connection. */
  connections = new Map();
  /** Request id → how often it was carried out. */
  runs = new Map();
  /** Every path that came, but the acts'. */
  reads = [];
  /** When snapshots were asked for, in milliseconds. */
  pollTimes = [];

  constructor(socket, paneIds, caps) {
    this.socket = socket;
    this.#caps = caps;
    this.#panes = new Map(paneIds.map((id) => [id, new CountingPane(id, () => (this.#rev += 1))]));
  }

  async open() {
    this.#server = createServer((request, response) => this.#serve(request, response));
    this.#server.keepAliveTimeout = 65_000;
    await listenOnSocket(this.#server, this.socket);
  }

  /** Ends it as a crash does: every connection is cut. */
  close() {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    return closed;
  }

  /** Another run, in a new epoch, without the request ids of the last one. */
  async startAnew() {
    await this.close();
    this.epoch = mintEpoch();
    this.#known.clear();
    for (const pane of this.#panes.values()) pane.startAnew();
    await this.open();
  }

  pane(id) {
    return this.#panes.get(id);
  }

  posted(requestId) {
    return this.posts.get(requestId)?.length ?? 0;
  }

  ran(requestId) {
    return this.runs.get(requestId) ?? 0;
  }

  /** Its replies to this request, one by one, are for these (misreplies.mjs); later ones as usual. */
  spoil(requestId, ...orders) {
    this.#orders.set(requestId, orders);
  }

  /** What this request does is carried out, but not shown until show(). */
  hold(requestId) {
    this.#held.set(requestId, null);
  }

  show(requestId) {
    const show = this.#held.get(requestId);
    this.#held.delete(requestId);
    show?.();
  }

  async #serve(request, response) {
    request.on("error", () => {});
    response.on("error", () => {});
    const [path, query] = request.url.replace("/session/v1/", "").split("?");
    const before = (request.socket.paths ??= []);
    const earlier = [...before];
    before.push(path);
    if (request.method === "POST") return this.#act(path, await readBody(request), earlier, response);
    this.reads.push(path);
    if (path === "hello") return json(200, this.#hello())({ response });
    if (path === "snapshot") return this.#snapshot(request, response);
    const pane = this.#paneOf(path);
    if (!pane) return json(404, { code: "no-such-pane" })({ response });
    const view = pane.read(new URLSearchParams(query).get("cursor"));
    return json(200, { epoch: this.epoch, ...view })({ response });
  }

  #hello() {
    return {
      wire: { min: 1, max: 1 }, epoch: this.epoch, ready: true, now: Date.now(), hostName: "counting",
      runtime: "node", caps: this.#caps, starters: [],
    };
  }

  #snapshot(request, response) {
    this.pollTimes.push(Date.now());
    const headers = { ETag: `"${this.epoch}-${this.#rev}"` };
    if (request.headers["if-none-match"] === headers.ETag) return response.writeHead(304, headers).end();
    const panes = [...this.#panes.values()].map((pane) => pane.view());
    const workspaces = [{ id: "w", title: "W", tabs: [{ id: "t", title: "T", panes }] }];
    return json(200, { epoch: this.epoch, rev: this.#rev, now: Date.now(), workspaces }, headers)({ response });
  }

  #act(path, body, earlier, response) {
    const { requestId } = body;
    append(this.posts, requestId, { path, body });
    append(this.connections, requestId, earlier);
    const { status, reply } = this.#once(path, body);
    const order = status === 200 ? this.#orders.get(requestId)?.shift() : undefined;
    return (order ?? json(status))({ response, usual: reply });
  }

  // A request id is carried out once; its repeat gets the first reply.
  #once(path, body) {
    const payload = JSON.stringify([path, body]);
    const known = this.#known.get(body.requestId);
    if (known && known.payload !== payload) return { status: 409, reply: { code: "request-id-reused" } };
    if (known) return { status: 200, reply: { ...known.reply, replayed: true } };
    const { status, reply } = this.#carryOut(path, body);
    if (status === 200) this.#known.set(body.requestId, { payload, reply });
    return { status, reply };
  }

  #carryOut(path, body) {
    const pane = this.#paneOf(path);
    if (!pane) return refusal(404, "no-such-pane");
    if (body.epoch !== this.epoch) return refusal(409, "stale", { turn: pane.turn.id });
    const [, , verb, askId] = path.split("/").map(decodeURIComponent);
    const act = { send: () => this.#send(pane, body), steer: () => this.#steer(pane, body),
      abort: () => this.#abort(pane, body), asks: () => this.#answer(pane, askId, body) }[verb];
    return act ? act() : refusal(404, "not-found");
  }

  #send(pane, { requestId, turn, text }) {
    if (turn !== pane.turn.id) return refusal(409, "stale", { turn: pane.turn.id });
    if (pane.openAsks.length > 0) return refusal(409, "question-open");
    return this.#ran(requestId, () => pane.say(text, requestId));
  }

  #steer(pane, { requestId, turn, text }) {
    const fits = turn === pane.turn.id && pane.turn.state === "working";
    if (!fits) return refusal(409, "stale", { turn: pane.turn.id });
    return this.#ran(requestId, () => pane.say(text, requestId));
  }

  #abort(pane, { requestId }) {
    if (pane.turn.state === "working") pane.setTurn("idle");
    return this.#ran(requestId, () => {});
  }

  #answer(pane, askId, { requestId, answer }) {
    const known = pane.asks.get(askId);
    if (!known) return { status: 200, reply: { requestId, outcome: "too-late" } };
    if (known.taken) return refusal(409, "decided", { outcome: known.taken });
    known.taken = { outcome: "answered", decidedBy: "phone", answer };
    return this.#ran(requestId, () => pane.close(askId, { ...known.taken, requestId }), { outcome: "taken" });
  }

  #ran(requestId, show, more = {}) {
    this.runs.set(requestId, this.ran(requestId) + 1);
    if (this.#held.has(requestId)) this.#held.set(requestId, show);
    else show();
    return { status: 200, reply: { requestId, ...more } };
  }

  #paneOf(path) {
    const [first, id] = path.split("/");
    return first === "panes" ? this.#panes.get(decodeURIComponent(id)) : undefined;
  }
}

const mintEpoch = () => `e-${randomBytes(16).toString("hex")}`;

const append = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);

const refusal = (status, code, more = {}) => ({ status, reply: { code, ...more } });

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

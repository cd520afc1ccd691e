// A minimal client of an agent: one HTTP exchange at a time, and the few reads that tests look at.

import { request } from "node:http";

let minted = 0;

/** A request id that no test used before. */
export function requestId() {
  minted += 1;
  return `r-${minted}`;
}

export class Edge {
  #where;
  #headers;

  /** `address` is a socket path or a http:// address. */
  constructor(address, headers = {}) {
    const isUrl = address.startsWith("http://");
    const url = isUrl ? new URL(address) : null;
    this.base = isUrl ? url.pathname.replace(/\/$/, "") : "";
    this.#where = isUrl ? { host: url.hostname, port: url.port } : { socketPath: address };
    this.#headers = { "X-Collie-Session": "1", ...headers };
  }

  /** One exchange; a header given as undefined is left out. */
  exchange(method, path, { headers = {}, raw, agent = false } = {}) {
    const all = Object.entries({ ...this.#headers, ...headers });
    const sent = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    const target = { ...this.#where, method, path: `${this.base}${path}`, headers: sent, agent };
    return new Promise((resolve, reject) => {
      const exchange = request(target, (reply) => {
        const chunks = [];
        reply.on("data", (chunk) => chunks.push(chunk));
        reply.on("error", reject);
        reply.on("end", () => resolve(readReply(reply, Buffer.concat(chunks).toString())));
      });
      exchange.on("error", reject);
      exchange.end(raw);
    });
  }

  get(path, headers) {
    return this.exchange("GET", `/session/v1/${path}`, { headers });
  }

  post(path, body, headers) {
    return this.exchange("POST", `/session/v1/${path}`, { headers, raw: JSON.stringify(body) });
  }

  async hello() {
    return (await this.get("hello", { "X-Collie-Session": undefined })).body;
  }

  /** An act with a fresh request id and the agent's epoch, unless the body names others. */
  async act(path, body = {}) {
    const epoch = body.epoch ?? (await this.hello()).epoch;
    return this.post(path, { requestId: requestId(), ...body, epoch });
  }

  async panes() {
    const { body } = await this.get("snapshot");
    return body.workspaces.flatMap(({ tabs }) => tabs.flatMap(({ panes }) => panes));
  }

  async pane(id) {
    return (await this.panes()).find((pane) => pane.id === id);
  }

  async view(id, cursor) {
    const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    return (await this.get(`panes/${id}${query}`)).body;
  }

  async items(id) {
    const { events } = await this.view(id);
    return events.filter(({ type }) => type === "item").map(({ item }) => item);
  }

  async openAsk(id) {
    const { events } = await this.view(id);
    return events.find(({ type }) => type === "ask")?.ask;
  }

  /** Sends `text` in the current turn. */
  async send(id, text, body = {}) {
    const { turn } = await this.pane(id);
    return this.act(`panes/${id}/send`, { turn: turn.id, text, ...body });
  }
}

function readReply(reply, text) {
  const isJson = reply.headers["content-type"] === "application/json";
  const body = isJson ? JSON.parse(text) : text;
  return { status: reply.statusCode, headers: reply.headers, body };
}

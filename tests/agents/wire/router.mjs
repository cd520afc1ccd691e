// One exchange: the checks in the order of the contract, then the read or the act
// (protos/WIRE.md, The order of checks).

import { timingSafeEqual, createHash } from "node:crypto";
import { ACTS } from "./acts.mjs";
import { canonical, sha256 } from "./canonical.mjs";
import { readLimit, readPage } from "./history.mjs";
import { WIRE, isId } from "./limits.mjs";
import { Refusal } from "./refusal.mjs";

const ROOT = "/session/v1/";
const PANE_ACTS = ["send", "steer", "abort", "rename", "close", "reopen", "action"];

export class Router {
  #collie;
  #tokens;
  #base;

  /** `tokens` are those accepted; none over a socket. `base` stands before every path. */
  constructor(collie, tokens, base) {
    this.#collie = collie;
    this.#tokens = tokens.map(digest);
    this.#base = base;
  }

  /** Answers {method, url, headers, readBody} with {status, headers?, body?}. Never throws. */
  async handle(request) {
    try {
      return await this.#checked(request);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      console.error(error);
      return { status: 500, body: { code: "internal" } };
    }
  }

  async #checked({ method, url, headers, readBody }) {
    this.#checkToken(headers.authorization);
    const [path, query = ""] = url.split(/\?(.*)/s);
    const route = readRoute(this.#base, path);
    checkMethod(route, method);
    checkVersion(route, headers["x-collie-session"]);
    if (route.name !== "hello" && !this.#collie.isReady) {
      throw new Refusal("starting", "This agent is starting.");
    }
    if (route.method === "GET") return this.#read(route, new URLSearchParams(query), headers);
    return { status: 200, body: await this.#act(route, await readBody()) };
  }

  #checkToken(authorization) {
    if (this.#tokens.length === 0) return;
    const given = digest(/^Bearer +(.*)$/i.exec(authorization ?? "")?.[1] ?? "");
    const fits = this.#tokens.filter((token) => timingSafeEqual(token, given)).length > 0;
    if (!fits) throw new Refusal("unauthorized", "The token is not the one of this agent.");
  }

  #read(route, query, headers) {
    switch (route.name) {
      case "hello":
        return { status: 200, body: this.#collie.hello() };
      case "snapshot":
        return this.#snapshot(headers["if-none-match"]);
      case "pane": {
        const view = this.#pane(route).chat.read(query.get("cursor"));
        return { status: 200, body: { epoch: this.#collie.epoch, ...view } };
      }
      default:
        return { status: 200, body: this.#history(route, query) };
    }
  }

  #snapshot(known) {
    const headers = { ETag: this.#collie.etag };
    const tags = (known ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    if (tags.includes(this.#collie.etag)) return { status: 304, headers };
    return { status: 200, headers, body: this.#collie.snapshot() };
  }

  #history(route, query) {
    this.#needCap("history");
    const pane = this.#pane(route);
    const limit = readLimit(query.get("limit"));
    const page = readPage(pane.chat, pane.birth, query.get("before"), limit);
    return { epoch: this.#collie.epoch, ...page };
  }

  #act(route, text) {
    const act = ACTS[route.name];
    const body = readBodyOf(act, text);
    const payload = sha256(canonical([route.name, route.paneId, route.askId, body]));
    return this.#collie.requestIds.once(body.requestId, payload, async () => {
      this.#checkEpoch(route, body);
      this.#needCap(act.cap);
      const pane = route.name === "start" ? undefined : this.#pane(route);
      const reply = await act.run({ collie: this.#collie, pane, askId: route.askId, body });
      this.#collie.record({ k: "request", requestId: body.requestId, payload, reply });
      this.#collie.commit(); // the act and its id are kept together, before the reply leaves
      return reply;
    });
  }

  #checkEpoch(route, { epoch }) {
    if (epoch === this.#collie.epoch) return;
    const turn = this.#collie.panes.get(route.paneId)?.turnId;
    const fields = turn === undefined ? {} : { turn };
    throw new Refusal("stale", "This agent was started anew.", fields);
  }

  #needCap(cap) {
    if (!this.#collie.caps[cap]) throw new Refusal("unsupported", `No ${cap} here.`);
  }

  #pane({ paneId }) {
    const pane = this.#collie.panes.get(paneId);
    if (pane === undefined) throw new Refusal("no-such-pane", "There is no such conversation.");
    return pane;
  }
}

function readRoute(base, path) {
  const route = path.startsWith(base + ROOT) ? match(path.slice((base + ROOT).length)) : null;
  if (route === null) throw new Refusal("not-found", "There is nothing at this path.");
  return route;
}

function match(rest) {
  const [first, paneId, third, askId, ...more] = rest.split("/").map(unescaped);
  if (more.length > 0) return null;
  if (paneId === undefined) {
    if (first === "hello" || first === "snapshot") return { name: first, method: "GET" };
    return first === "start" ? { name: "start", method: "POST" } : null;
  }
  if (first !== "panes" || !paneId) return null;
  if (third === undefined) return { name: "pane", method: "GET", paneId };
  if (third === "asks") return askId ? { name: "answer", method: "POST", paneId, askId } : null;
  if (askId !== undefined) return null;
  if (third === "history") return { name: "history", method: "GET", paneId };
  return PANE_ACTS.includes(third) ? { name: third, method: "POST", paneId } : null;
}

function unescaped(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function checkMethod(route, method) {
  if (route.method !== method) throw new Refusal("method-not-allowed", `Use ${route.method}.`);
}

function checkVersion(route, header) {
  if (header === undefined && route.name === "hello") return;
  if (!/^[1-9][0-9]{0,8}$/.test(header ?? "")) {
    throw new Refusal("bad-request", "X-Collie-Session must name the version of the wire.");
  }
  const version = Number(header);
  if (version >= WIRE.min && version <= WIRE.max) return;
  const refusal = { agent: WIRE, collie: { max: version } };
  throw new Refusal("incompatible", `This agent speaks ${WIRE.min}..${WIRE.max}.`, { refusal });
}

function readBodyOf(act, text) {
  const body = parse(text === "" ? "{}" : text);
  needBody(body !== null && typeof body === "object" && !Array.isArray(body), "an object");
  needBody(isId(body.requestId), "with a requestId");
  needBody(typeof body.epoch === "string" && body.epoch !== "", "with the agent's epoch");
  for (const field of act.fields) {
    const name = field.replace("?", "");
    const value = body[name];
    if (value === undefined && name !== field) continue;
    needBody(typeof value === "string" && value !== "", `with text in ${name}`);
  }
  return body;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("bad-request", "The body is not JSON.");
  }
}

function needBody(holds, what) {
  if (!holds) throw new Refusal("bad-request", `The body must be ${what}.`);
}

function digest(text) {
  return createHash("sha256").update(text).digest();
}

// One crew on this machine, made of the real binaries: a relay, an edge, and the agents of a test.

import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../agents/support/until.mjs";
import { launch, launchLimited } from "./daemon.mjs";
import { openLinkCut } from "./link_cut.mjs";

const START_MS = 60_000; // sanitizer builds on a busy machine start slowly
const SEE_MS = 40_000; // two idle polls and more

/**
 * Starts a crew with these agents: {name: socket path}; `prepare(crew)` comes before any program. It
 * ends with the test.
 */
export async function startCrew(t, agents = {}, { prepare = () => {} } = {}) {
  const crew = new Crew(t, await freePorts(2));
  prepare(crew);
  for (const [name, socket] of Object.entries(agents)) await crew.attach(name, socket);
  await crew.up();
  return crew;
}

/** A lead without any member: its relay alone, started as `startRelay` says. */
export async function startLead(t, options) {
  const crew = new Crew(t, await freePorts(2));
  await crew.startRelay(options);
  return crew;
}

class Crew {
  #t;
  #ports;
  #daemons = {}; // the newest of each name
  #all = [];
  #token;

  /** What a test has to undo once the programs have ended, before their folders go. */
  undo = [];

  constructor(t, ports) {
    this.#t = t;
    this.#ports = ports;
    const folder = mkdtempSync(join(tmpdir(), "crew-"));
    t.after(() => this.#clear(folder)); // hooks run in order: programs end before their folders go
    this.state = join(folder, "state");
    this.folders = ["--state-dir", this.state, "--config-dir", join(folder, "config")];
    mkdirSync(join(folder, "config"), { mode: 0o700 });
    this.url = `http://127.0.0.1:${ports[0]}`;
    this.grpcPort = ports[1];
  }

  /** `collie up`, until its line of JSON says that all is there. */
  async up() {
    const up = this.#spawn("up", "collie", ["up", "--json", ...this.listeners, ...this.folders]);
    await this.#says(up, () => up.output.includes("\n"));
    this.#token = await this.pair("test", "operator");
    this.member = (await this.snapshot()).members[0].id;
  }

  /** From here on relay and edge are daemons of their own, which a test may kill. */
  async split() {
    await this.end("up", "SIGTERM");
    await this.startRelay();
    await this.startEdge();
    await this.isLinked();
  }

  /** The same, with the link between them in the test's hand: `this.link` (link_cut.mjs). `relay`: as startRelay. */
  async splitByLink({ relay } = {}) {
    await this.end("up", "SIGTERM");
    this.link = await openLinkCut(this.#t, { host: "127.0.0.1", port: this.grpcPort });
    const file = join(this.state, "edge", "identity", "link.json");
    const known = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...known, address: this.link.address }));
    await this.startRelay(relay);
    await this.startEdge();
    await this.isLinked();
    if (this.link.carried === 0) throw new Error("The edge does not go through the link of the test.");
  }

  isLinked() {
    return this.sees("the edge is linked", (member) => member?.state === "connected");
  }

  /**
   * `fault`: what happens at which step of the write path (crew/fault/fault_point.h); `descriptors`:
   * how many it may have.
   */
  async startRelay({ fault = "", env = {}, descriptors } = {}) {
    const args = [...this.listeners, ...this.folders];
    const relay = this.#spawn("relay", "collie-relay", args, { COLLIE_FAULT: fault, ...env }, descriptors);
    await this.#says(relay, () => relay.errors.includes("HTTP API"));
  }

  async startEdge({ fault = "" } = {}) {
    this.#spawn("edge", "collie-edge", this.folders, { COLLIE_FAULT: fault });
  }

  /** Ends a daemon with this signal and waits for its end. */
  end(name, signal) {
    return this.#daemons[name].end(signal);
  }

  daemon(name) {
    return this.#daemons[name];
  }

  /** What a daemon has said so far. */
  log(name) {
    return this.#daemons[name].errors;
  }

  attach(name, socket) {
    return this.collie("durable", "attach", name, "--socket", socket);
  }

  /** Pairs a device and returns its token. */
  async pair(label, role) {
    const args = ["devices", "pair", "--label", label, "--role", role, "--print-token"];
    return (await this.collie(...args)).output.trim();
  }

  /** Runs one command to its end; its exit code must be `code`. */
  async collie(...args) {
    return this.collieExits(0, ...args);
  }

  async collieExits(code, ...args) {
    const one = launch("collie", [...args, ...this.folders]);
    const ended = await one.ended;
    if (ended !== code) {
      throw new Error(`collie ${args.join(" ")} ended ${ended}: ${one.output}${one.errors}`);
    }
    return one;
  }

  /** Begins one command that goes on until the test ends it. */
  begins(name, ...args) {
    return this.#spawn(name, "collie", [...args, ...this.folders]);
  }

  /** One exchange with the HTTP API. */
  async exchange(method, path, body, token = this.#token) {
    const headers = { "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    const reply = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await reply.text();
    return { status: reply.status, text, body: text.startsWith("{") ? JSON.parse(text) : null };
  }

  get(path) {
    return this.exchange("GET", path);
  }

  post(path, body) {
    return this.exchange("POST", path, body);
  }

  async snapshot() {
    return (await this.get("/api/snapshot")).body;
  }

  /** Acts on a pane at the conversation's route. */
  act(source, pane, verb, body) {
    return this.post(`/api/conversations/${this.member}/${source}/${pane}/${verb}`, body);
  }

  async conversation(source, pane) {
    return (await this.get(`/api/conversations/${this.member}/${source}/${pane}`)).body;
  }

  /** The stored receipt of a request; undefined: there is none. */
  async receipt(requestId) {
    return (await this.get(`/api/receipts?requestId=${requestId}`)).body.receipts[0];
  }

  /** Waits until the stored receipt is there and `look(receipt)` is truthy; returns the receipt. */
  receiptShows(requestId, what, look) {
    return until(`the receipt ${requestId} shows: ${what}`, async () => {
      const receipt = await this.receipt(requestId);
      return receipt && look(receipt) ? receipt : undefined;
    }, { withinMs: SEE_MS });
  }

  /** Waits until `look(member, source)` is truthy for the named source, and returns what it gave. */
  async sees(what, look, source) {
    return until(what, async () => {
      const member = (await this.snapshot()).members[0];
      const found = member?.sources.find(({ name }) => name === source);
      return source && !found ? undefined : look(member, found);
    }, { withinMs: SEE_MS });
  }

  /** Waits until the pane is listed and `look(pane)` is truthy; returns the pane. */
  seesPane(source, pane, what, look = () => true) {
    return this.sees(what, (_, { panes }) => {
      const found = panes.find(({ id }) => id === pane);
      return found && look(found) ? found : undefined;
    }, source);
  }

  /** The arguments that say where the relay listens. */
  get listeners() {
    return ["--http", `127.0.0.1:${this.#ports[0]}`, "--grpc", `127.0.0.1:${this.#ports[1]}`];
  }

  #spawn(name, program, args, env, descriptors) {
    const daemon = descriptors ? launchLimited(descriptors, program, args, env) : launch(program, args, env);
    this.#daemons[name] = daemon;
    this.#all.push(daemon);
    return daemon;
  }

  async #clear(folder) {
    await Promise.all(this.#all.map((daemon) => daemon.end("SIGTERM")));
    for (const step of this.undo) step();
    rmSync(folder, { recursive: true, force: true });
    const found = this.#all.filter(({ errors }) => /Sanitizer|runtime error:/.test(errors));
    if (found.length > 0) throw new Error(`A sanitizer found: ${found.map(({ errors }) => errors).join()}`);
  }

  #says(daemon, look) {
    return until("the program is ready", () => {
      if (daemon.hasEnded()) throw new Error(daemon.errors + daemon.output);
      return look();
    }, { withinMs: START_MS });
  }
}

/** Ports that are free now. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(server.address().port));
  })));
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

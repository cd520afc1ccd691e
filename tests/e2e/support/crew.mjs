// One crew on this machine, made of the real binaries: a relay, an edge, and the agents of a test.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { until } from "../../agents/support/until.mjs";

const BIN = resolve(process.env.COLLIE_BIN ?? "build/asan/bin");
const START_MS = 60_000; // sanitizer builds on a busy machine start slowly
const SEE_MS = 40_000; // two idle polls and more

/** Starts a crew with these agents: {name: socket path}. It ends with the test. */
export async function startCrew(t, agents = {}) {
  const crew = new Crew(t, await freePorts(2));
  for (const [name, socket] of Object.entries(agents)) await crew.attach(name, socket);
  await crew.up();
  return crew;
}

class Crew {
  #ports;
  #daemons = {};
  #token;

  constructor(t, ports) {
    this.#ports = ports;
    const folder = mkdtempSync(join(tmpdir(), "crew-"));
    t.after(() => this.#clear(folder)); // hooks run in order: programs end before their folders go
    this.folders = ["--state-dir", join(folder, "state"), "--config-dir", join(folder, "config")];
    mkdirSync(join(folder, "config"), { mode: 0o700 });
    this.url = `http://127.0.0.1:${ports[0]}`;
    this.grpcPort = ports[1];
  }

  /** `collie up`, until its line of JSON says that all is there. */
  async up() {
    const up = this.#spawn("up", "collie", ["up", "--json", ...this.#doors(), ...this.folders]);
    await this.#says(up, () => up.output.includes("\n"));
    this.#token = await this.pair("test", "operator");
    this.member = (await this.snapshot()).members[0].id;
  }

  /** From here on relay and edge are daemons of their own, which a test may kill. */
  async split() {
    await this.end("up", "SIGTERM");
    await this.startRelay();
    await this.startEdge();
    await this.sees("the edge is linked", (member) => member.state === "connected");
  }

  async startRelay() {
    const relay = this.#spawn("relay", "collie-relay", [...this.#doors(), ...this.folders]);
    await this.#says(relay, () => relay.errors.includes("HTTP door"));
  }

  async startEdge() {
    this.#spawn("edge", "collie-edge", this.folders);
  }

  /** Ends a daemon with this signal and waits for its end. */
  async end(name, signal) {
    const { child, ended } = this.#daemons[name];
    child.kill(signal);
    await ended;
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

  /** One exchange with the HTTP door. */
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

  /** Acts on a pane at the conversation's door. */
  act(source, pane, verb, body) {
    return this.post(`/api/conversations/${this.member}/${source}/${pane}/${verb}`, body);
  }

  async conversation(source, pane) {
    return (await this.get(`/api/conversations/${this.member}/${source}/${pane}`)).body;
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

  #doors() {
    return ["--http", `127.0.0.1:${this.#ports[0]}`, "--grpc", `127.0.0.1:${this.#ports[1]}`];
  }

  #spawn(name, program, args) {
    const daemon = launch(program, args);
    this.#daemons[name] = daemon;
    return daemon;
  }

  async #clear(folder) {
    const daemons = Object.values(this.#daemons);
    for (const { child } of daemons) child.kill("SIGTERM");
    await Promise.all(daemons.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }

  #says(daemon, look) {
    return until("the program is ready", () => {
      if (daemon.child.exitCode !== null) throw new Error(daemon.errors + daemon.output);
      return look();
    }, { withinMs: START_MS });
  }
}

function launch(program, args) {
  const child = spawn(join(BIN, program), args, { stdio: ["ignore", "pipe", "pipe"] });
  const one = { child, output: "", errors: "" };
  child.stdout.on("data", (bytes) => (one.output += bytes));
  child.stderr.on("data", (bytes) => (one.errors += bytes));
  one.ended = new Promise((done) => child.on("close", (code) => done(code)));
  return one;
}

/** Ports that nobody has now. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(server.address().port));
  })));
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

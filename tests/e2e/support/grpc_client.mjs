// A program that calls the relay over gRPC with @grpc/grpc-js and the protos alone.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const CLIENTS = fileURLToPath(new URL("../clients/", import.meta.url));
const PROTOS = resolve(CLIENTS, "../../../protos");

function required(name) {
  if (!existsSync(join(CLIENTS, "node_modules"))) {
    throw new Error("The clients are not installed: `make clients`.");
  }
  return createRequire(join(CLIENTS, "package.json"))(name);
}

/** The three files of a device that is paired for this test: {key, cert, ca}, and their folder. */
export async function pairIdentity(t, crew, label, role) {
  const folder = mkdtempSync(join(tmpdir(), "device-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const identity = join(folder, "identity");
  await crew.collie("devices", "pair", "--label", label, "--role", role, "--identity", identity);
  const read = (name) => readFileSync(join(identity, name));
  return { key: read("device.key"), cert: read("device.crt"), ca: read("authority.crt"), folder: identity };
}

/**
 * Opens clients to the relay with an identity, each of which ends with the test:
 * {dashboard, admin, health, reflection, grpc}.
 */
export function openClients(t, address, { key, cert, ca }) {
  const grpc = required("@grpc/grpc-js");
  const loader = required("@grpc/proto-loader");
  const options = { keepCase: false, longs: String, enums: String, defaults: true, oneofs: true };
  const load = (files, includeDirs) =>
    grpc.loadPackageDefinition(loader.loadSync(files, { ...options, includeDirs }));
  const collie = load(["collie/v1/dashboard.proto", "collie/v1/crew_admin.proto"], [PROTOS]).collie.v1;
  const standard = load(["health.proto", "reflection.proto"], [CLIENTS]).grpc;
  const credentials = grpc.credentials.createSsl(ca, key, cert);
  const open = (Client) => {
    const client = new Client(address, credentials);
    t.after(() => client.close());
    return client;
  };
  return {
    grpc,
    dashboard: open(collie.Dashboard),
    admin: open(collie.CrewAdmin),
    health: open(standard.health.v1.Health),
    reflection: open(standard.reflection.v1alpha.ServerReflection),
  };
}

/** One call with one reply: {reply} or {error}. */
export function call(client, method, request) {
  return new Promise((done) => {
    client[method](request, (error, reply) => done(error ? { error } : { reply }));
  });
}

/** Collects the events of a stream; `until(test)` waits for one and returns it. */
export function follow(stream) {
  const events = [];
  const waiting = [];
  let ended = null;
  const settle = () => {
    for (const one of [...waiting]) {
      const found = events.find(one.test);
      if (!found && !ended) continue;
      waiting.splice(waiting.indexOf(one), 1);
      if (found) one.done(found);
      else one.fail(ended);
    }
  };
  stream.on("data", (event) => settle(events.push(event)));
  stream.on("error", (error) => settle((ended = error)));
  stream.on("end", () => settle((ended ??= new Error("The stream ended."))));
  return {
    events,
    until: (test) => new Promise((done, fail) => settle(waiting.push({ test, done, fail }))),
    end: () => stream.cancel(),
  };
}

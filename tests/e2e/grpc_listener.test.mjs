// The gRPC listener to strangers: TLS 1.3 alone, and not a byte of HTTP/2 without a client
// certificate that the crew's authority signed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

// Connects, sends the HTTP/2 preface, and returns how it ended: what came back, and the error.
function knock(port, options) {
  return new Promise((done) => {
    let bytes = 0;
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ALPNProtocols: ["h2"], ...options },
      () => socket.write(PREFACE));
    socket.on("data", (data) => (bytes += data.length));
    socket.on("error", (error) => done({ bytes, error: error.code }));
    socket.on("close", () => done({ bytes, error: null }));
  });
}

// A key and a certificate that no crew's authority signed.
function selfSigned(t) {
  const folder = mkdtempSync(join(tmpdir(), "stranger-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
    "-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=stranger"], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

test("a handshake of TLS 1.2 fails", async (t) => {
  const crew = await startCrew(t);
  const { bytes, error } = await knock(crew.grpcPort, { maxVersion: "TLSv1.2" });
  assert.equal(bytes, 0);
  assert.notEqual(error, null);
});

test("no byte of HTTP/2 is answered without a client certificate", async (t) => {
  const crew = await startCrew(t);
  const { bytes } = await knock(crew.grpcPort, { minVersion: "TLSv1.3" });
  assert.equal(bytes, 0);
});

test("no byte of HTTP/2 is answered to a certificate of a foreign authority", async (t) => {
  const crew = await startCrew(t);
  const { bytes } = await knock(crew.grpcPort, { minVersion: "TLSv1.3", ...selfSigned(t) });
  assert.equal(bytes, 0);
});

test("a device with its identity folder watches over gRPC until it is revoked", async (t) => {
  const crew = await startCrew(t);
  const folder = mkdtempSync(join(tmpdir(), "device-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const identity = join(folder, "identity");
  await crew.collie("devices", "pair", "--label", "laptop", "--role", "viewer", "--identity", identity);
  const remote = ["--relay", `127.0.0.1:${crew.grpcPort}`, "--identity", identity];
  const { output } = await crew.collie("watch", "--once", "--json", ...remote);
  assert.match(output, new RegExp(crew.member));
  // What it may not is refused by the RPC itself, in its own words.
  const act = await crew.collieExits(1, "stop", `${crew.member}/nobody/main`, ...remote);
  assert.match(act.errors, /This takes a device paired with the role operator\./);
  await crew.collie("devices", "revoke", "laptop");
  await crew.collieExits(1, "watch", "--once", "--json", ...remote);
});

test("the end of a device's life ends its running watch", async (t) => {
  const crew = await startCrew(t);
  const folder = mkdtempSync(join(tmpdir(), "device-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const identity = join(folder, "identity");
  await crew.collie("devices", "pair", "--label", "guest", "--role", "viewer", "--ttl", "45s", "--identity", identity);
  const watch = crew.begins("guest", "watch", "--json", "--relay", `127.0.0.1:${crew.grpcPort}`, "--identity", identity);
  await until("the guest watches", () => watch.output.includes("snapshot"), { withinMs: 40_000 });
  assert.equal(await watch.ended, 1);
  assert.match(watch.errors, /pair/);
});

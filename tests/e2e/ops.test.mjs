// The ops listeners of relay and edge: metrics that Prometheus takes, health, readiness.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { until } from "../agents/support/until.mjs";
import { startCrew } from "./support/crew.mjs";
import { launch } from "./support/daemon.mjs";

function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function read(port, path) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: reply.status, text: await reply.text() };
}

/** Every line is a comment or a sample; every sample has its family's HELP and TYPE before it. */
function checkFormat(text) {
  const families = new Set();
  for (const line of text.split("\n").filter(Boolean)) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line);
    if (type) families.add(type[1]);
    if (line.startsWith("#")) continue;
    const [, name] = /^([a-z_]+)(?:\{.*\})? -?[0-9.e+-]+$/.exec(line) ?? assert.fail(line);
    assert.ok(families.has(name) || families.has(name.replace(/_(bucket|sum|count)$/, "")), line);
  }
  const promtool = spawnSync("promtool", ["check", "metrics"], { input: text });
  if (!promtool.error) assert.equal(promtool.status, 0, String(promtool.stdout) + promtool.stderr);
}

test("relay and edge show metrics, health and readiness", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.end("up", "SIGTERM");
  const [relayOps, edgeOps] = [await freePort(), await freePort()];
  const relay = launch("collie-relay", [...crew.listeners, ...crew.folders, "--ops", `127.0.0.1:${relayOps}`]);
  const edge = launch("collie-edge", [...crew.folders, "--ops", `127.0.0.1:${edgeOps}`]);
  t.after(() => Promise.all([edge.end("SIGTERM"), relay.end("SIGTERM")]));
  const metrics = async (port, sample) => until(`${sample} is shown`, async () => {
    const { status, text } = await read(port, "/metrics").catch(() => ({}));
    return status === 200 && text.includes(sample) ? text : undefined;
  }, { withinMs: 60_000 });

  await metrics(edgeOps, "\ncollie_link_up 1\n");
  checkFormat(await metrics(edgeOps, '\ncollie_sources{state="live",reason=""} 1\n'));
  await metrics(relayOps, '\ncollie_members{state="connected"} 1\n');
  assert.equal((await crew.act("deck", "none", "close", { requestId: "r-1" })).status, 404);
  const text = await metrics(relayOps,
    '\ncollie_acts_total{act="close",outcome="refused",reason="no-such-conversation"} 1\n');
  checkFormat(text);
  assert.match(text, /^collie_build_info\{program="collie-relay",version="[0-9.]+"\} 1$/m);
  assert.ok(!text.includes(crew.member), "nobody is named");

  assert.deepEqual(JSON.parse((await read(relayOps, "/readyz?writes=1")).text), { ready: true, writes: true });
  assert.deepEqual(JSON.parse((await read(edgeOps, "/readyz")).text), { ready: true, linked: true });
  assert.equal((await read(relayOps, "/healthz")).status, 200);
  assert.equal((await read(relayOps, "/api/snapshot")).status, 404);
});

test("a relay whose named ops port is taken says so and ends", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, { deck: collie.address });
  await crew.end("up", "SIGTERM");
  const port = await freePort();
  const taken = createServer().listen(port, "127.0.0.1");
  t.after(() => taken.close());
  const relay = launch("collie-relay", [...crew.listeners, ...crew.folders, "--ops", `127.0.0.1:${port}`]);
  assert.equal(await relay.ended, 1);
  assert.match(relay.errors, /FATAL.*ops listener.*--ops/);
});

// A client that nobody here wrote, with the protos and the three files of a device alone.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { startProgram } from "../agents/support/program.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { startCrew } from "./support/crew.mjs";
import { call, follow, openClients, pairIdentity } from "./support/grpc_client.mjs";

async function startHello(t) {
  const socket = join(temporaryFolder(t), "run", "hello.sock");
  const hello = await startProgram(t, "hello.mjs", [], { COLLIE_DURABLE_SOCKET: socket });
  const crew = await startCrew(t, { hello: socket });
  await crew.seesPane("hello", "deploy", "the card shows", ({ ask }) => ask);
  return { hello, crew };
}

const clientsOf = async (t, crew, role, host = "localhost") => openClients(
  t, `${host}:${crew.grpcPort}`, await pairIdentity(t, crew, `bot-${role}`, role));

test("grpc-js watches, answers and sees the receipt", async (t) => {
  const { hello, crew } = await startHello(t);
  const { dashboard } = await clientsOf(t, crew, "operator");
  const watch = follow(dashboard.watch({}));
  const inSync = (await watch.until(({ inSync }) => inSync)).inSync;
  const entry = watch.events.flatMap(({ snapshot }) => snapshot?.panes ?? []).find(({ pane }) => pane.id === "deploy");
  const [ask] = entry.pane.asks;
  const act = {
    requestId: "js-1",
    conversation: { member: crew.member, source: "hello", pane: "deploy" },
    answer: { askId: ask.id, hash: ask.hash, answer: { picked: { optionIds: ["yes"] } } },
  };
  const { reply: receipt, error } = await call(dashboard, "act", act);
  assert.equal(error, undefined);
  assert.equal(receipt.outcome, "OUTCOME_SENT");
  assert.equal(receipt.device, "bot-operator");
  assert.equal(await hello.ended, 0);
  assert.match(hello.output(), /answer: yes/);
  await watch.until((event) => event.receipt?.requestId === "js-1");
  const { reply: list } = await call(dashboard, "listReceipts", { outcomes: ["OUTCOME_SENT"] });
  assert.deepEqual(list.receipts.map(({ requestId }) => requestId), ["js-1"]);
  const { reply: none } = await call(dashboard, "listReceipts", { outcomes: ["OUTCOME_REFUSED"] });
  assert.deepEqual(none.receipts, []);
  watch.end();
  // It goes on from where it was.
  const again = follow(dashboard.watch({ resume: { incarnation: inSync.incarnation, revision: inSync.revision } }));
  await again.until((event) => event.inSync || event.delta);
  assert.equal(again.events.some(({ resync }) => resync), false);
  again.end();
});

test("grpc-js sends, and a repeat gets the same receipt", async (t) => {
  const { crew } = await startHello(t);
  const { dashboard } = await clientsOf(t, crew, "operator", "127.0.0.1");
  const act = {
    requestId: "js-2",
    conversation: { member: crew.member, source: "hello", pane: "deploy" },
    send: { turn: "", text: "Hello" },
  };
  const first = await call(dashboard, "act", act);
  assert.equal(first.error, undefined);
  assert.equal(first.reply.outcome, "OUTCOME_REFUSED"); // a question is open
  const second = await call(dashboard, "act", act);
  assert.deepEqual(second.reply, { ...first.reply, replayed: true });
  const other = await call(dashboard, "act", { ...act, send: { turn: "", text: "Other" } });
  assert.equal(other.error.code, 6); // ALREADY_EXISTS
});

test("health and reflection answer a device", async (t) => {
  const crew = await startCrew(t);
  const { health, reflection } = await clientsOf(t, crew, "viewer");
  assert.equal((await call(health, "check", {})).reply.status, "SERVING");
  const stream = reflection.serverReflectionInfo();
  const list = follow(stream);
  stream.write({ listServices: "*" });
  const { listServicesResponse } = await list.until((event) => event.listServicesResponse);
  const names = listServicesResponse.service.map(({ name }) => name);
  for (const name of ["collie.v1.Dashboard", "collie.v1.CrewAdmin"]) assert.ok(names.includes(name), `${names}`);
  stream.end();
});

test("what a device may not is refused with a code and a reason", async (t) => {
  const crew = await startCrew(t);
  const { dashboard, admin } = await clientsOf(t, crew, "viewer");
  const act = await call(dashboard, "act", { requestId: "js-3", conversation: {}, close: {} });
  assert.equal(act.error.code, 7); // PERMISSION_DENIED
  assert.match(act.error.metadata.get("grpc-status-details-bin")[0].toString("latin1"), /not-allowed/);
  assert.equal((await call(admin, "listDevices", {})).error.code, 7);
  const page = await call(dashboard, "readHistory", {
    conversation: { member: crew.member, source: "none", pane: "none" }, before: "no cursor",
  });
  assert.equal(page.error.code, 3); // INVALID_ARGUMENT
});

test("an admin device pairs and revokes", async (t) => {
  const crew = await startCrew(t);
  const { admin } = await clientsOf(t, crew, "admin");
  const paired = await call(admin, "pairDevice", { label: "wall", role: "ROLE_VIEWER", token: true });
  assert.equal(paired.error, undefined);
  const { reply } = await call(admin, "listDevices", {});
  const wall = reply.devices.find(({ label }) => label === "wall");
  assert.match(wall.id, /^d-[0-9a-f]{12}$/);
  assert.equal((await call(admin, "revokeDevice", { label: "wall" })).error, undefined);
  const local = await call(admin, "pairDevice", { label: "local", role: "ROLE_VIEWER", token: true });
  assert.equal(local.error.code, 3);
});

// An agent restarts, starts slowly, is gone or hangs: other agents are not affected, nothing is
// shown in part, nothing vanishes.

import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openAgent } from "../agents/support/agent.mjs";
import { temporaryFolder } from "../agents/support/temporary.mjs";
import { openCollie } from "../agents/wire.mjs";
import { startCrew } from "./support/crew.mjs";

const ids = ({ panes }) => panes.map(({ id }) => id).sort();

// Opens an agent at this socket with these panes.
async function openAt(t, socket, paneIds, { isReady = true } = {}) {
  const collie = await openCollie({ socket, hostName: "deck", caps: { asks: true } });
  t.after(() => collie.close());
  const tab = collie.workspace("w", { title: "W" }).tab("t", { title: "T" });
  for (const id of paneIds) tab.pane(id, { title: id });
  if (isReady) collie.ready();
  return collie;
}

test("an agent that is gone stays shown with its reason, and the next one is applied whole", async (t) => {
  const socket = join(temporaryFolder(t), "run", "app.sock");
  const first = await openAt(t, socket, ["a", "b"]);
  const crew = await startCrew(t, { deck: socket });
  await crew.sees("both panes show", (_, source) => source.panes.length === 2, "deck");
  const { epoch } = (await crew.snapshot()).members[0].sources[0];

  await first.close();
  const gone = await crew.sees("it is unreachable", (_, source) =>
    source.state === "unreachable" && source, "deck");
  assert.deepEqual(ids(gone), ["a", "b"]);
  assert.notEqual(gone.reason, "");

  const second = await openAt(t, socket, ["c", "d", "e"], { isReady: false });
  const starting = await crew.sees("it is starting", (_, source) =>
    source.state === "starting" && source, "deck");
  assert.deepEqual(ids(starting), ["a", "b"], "the last good panes stay while it starts");

  const shown = new Set();
  second.ready();
  await crew.sees("the new panes show", (_, source) => {
    shown.add(ids(source).join());
    return source.epoch !== epoch && source.state === "live";
  }, "deck");
  assert.ok([...shown].every((seen) => seen === "a,b" || seen === "c,d,e"), [...shown].join(" | "));
});

test("an agent that hangs delays no other", async (t) => {
  const { collie } = await openAgent(t);
  const socket = join(temporaryFolder(t), "hang.sock");
  const hanging = createServer(() => {}); // takes every connection and says nothing
  await new Promise((done) => hanging.listen(socket, done));
  chmodSync(socket, 0o600);
  chmodSync(dirname(socket), 0o700);
  const connections = new Set();
  hanging.on("connection", (one) => connections.add(one));
  t.after(() => {
    for (const one of connections) one.destroy();
    hanging.close();
  });
  const crew = await startCrew(t, { deck: collie.address, hang: socket });
  await crew.sees("the hanging one is unreachable", (_, source) => source.state === "unreachable", "hang");
  const live = await crew.sees("the other is read", (_, source) =>
    source.state === "live" && source.readAgeMs < 10_000 && source, "deck");
  const [pane] = live.panes;
  const { body } = await crew.act("deck", pane.id, "send", { requestId: "beside-1", turn: pane.turn.id, text: "go" });
  assert.equal(body.outcome, "sent", JSON.stringify(body));
});

test("a socket that others may open is refused at once and says so", async (t) => {
  const { collie } = await openAgent(t);
  chmodSync(collie.address, 0o666);
  const crew = await startCrew(t, { deck: collie.address });
  const source = await crew.sees("it is unreachable", (_, found) => found.state === "unreachable" && found, "deck");
  assert.equal(source.reason, "socket-not-private");
});

test("a source that is attached or detached at run time is loaded", async (t) => {
  const { collie } = await openAgent(t);
  const crew = await startCrew(t, {});
  await crew.attach("later", collie.address);
  await crew.seesPane("later", "p", "the new source shows");
  await crew.collie("durable", "detach", "later");
  await crew.sees("it is gone", (member) => member.sources.length === 0);
});

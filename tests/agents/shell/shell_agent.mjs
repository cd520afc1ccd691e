// The durable shell agent: panes of real shells behind the wire, kept in a journal.

import { openCollie, openJournal } from "../wire.mjs";
import { mintId } from "../wire/limits.mjs";
import { Conversation } from "./conversation.mjs";
import { SelfTest } from "./selftest.mjs";

const STARTERS = [
  { id: "new", label: "New shell" },
  { id: "selftest", label: "Self-test" },
];

const CAPS = {
  asks: true,
  starters: true,
  send: true,
  queue: true,
  steer: true,
  abort: true,
  rename: true,
  close: true,
  reopen: true,
  history: true,
  checksEpoch: true,
  idsOutliveEpoch: true,
};

/** Opens the agent and says who it is: {address, close()}. */
export async function openShellAgent({ socket, state, name }) {
  const journal = openJournal(state);
  try {
    return await open(socket, name, journal);
  } catch (error) {
    journal.close();
    throw error;
  }
}

async function open(socket, name, journal) {
  const conversations = new Map(); // by pane id
  const of = (pane) => conversations.get(pane.id);
  const on = {
    send: (pane, act) => of(pane).send(act),
    steer: (pane, act) => of(pane).steer(act),
    abort: (pane) => of(pane).abort(),
    close: (pane) => of(pane).close(),
    start: ({ starterId }) => begin(starterId),
  };
  const wire = { socket, hostName: name, runtime: `shell on node ${process.versions.node}` };
  const agent = { caps: CAPS, starters: STARTERS, selfTest: "selftest", on, store: journal };
  const collie = await openCollie({ ...wire, ...agent });

  function attach(pane) {
    const isTest = pane.kept?.selfTest === true;
    const made = isTest ? new SelfTest(pane) : new Conversation(pane, () => collie.commit());
    conversations.set(pane.id, made);
    return made;
  }

  function begin(starterId) {
    const isTest = starterId === "selftest";
    const title = isTest ? "Self-test" : `Shell ${conversations.size + 1}`;
    const pane = makePane(collie, mintId("sh"), title);
    if (isTest) pane.keep({ selfTest: true });
    attach(pane);
    return pane;
  }

  for (const pane of collie.panes.values()) attach(pane).resume();
  if (!collie.panes.has("main")) attach(makePane(collie, "main", "Shell"));
  collie.ready();
  return { address: collie.address, close: () => end(collie, conversations, journal) };
}

function makePane(collie, id, title) {
  const tab = collie.workspace("shell", { title: "Shell" }).tab("main", { title: "Shells" });
  return tab.pane(id, { title, harness: "sh" });
}

// Everything that runs ends; open questions stay, and are raised again at the next start.
async function end(collie, conversations, journal) {
  await collie.close();
  await Promise.all([...conversations.values()].map((conversation) => conversation.close()));
  collie.commit();
  journal.close();
}

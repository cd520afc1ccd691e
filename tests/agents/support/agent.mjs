// An agent in the test's own process, behind a private socket.

import { join } from "node:path";
import { openCollie } from "../wire.mjs";
import { Edge } from "./edge.mjs";
import { temporaryFolder } from "./temporary.mjs";

export const ALL_CAPS = {
  asks: true, starters: true, send: true, queue: true, steer: true, abort: true, rename: true,
  close: true, actions: true, history: true, reopen: true,
};

/**
 * Opens an agent with one pane, `p`, whose turns last until the test ends them. Returns
 * {collie, pane, edge, calls}: `calls` lists what its handlers were called with.
 */
export async function openAgent(t, { isReady = true, on = {}, ...options } = {}) {
  const calls = [];
  const note = (name) => (pane, act) => {
    calls.push([name, act]);
  };
  const handlers = {
    send: (pane, act) => {
      calls.push(["send", act]);
      return new Promise((resolve) => (pane.endTurn = resolve));
    },
    steer: note("steer"),
    abort: note("abort"),
    action: note("action"),
    start: (act) => {
      calls.push(["start", act]);
      return tab.pane(`started-${calls.length}`, { title: "Started" });
    },
    ...on,
  };
  const collie = await openCollie({
    socket: join(temporaryFolder(t), "app.sock"),
    hostName: "test",
    caps: ALL_CAPS,
    starters: [{ id: "new", label: "New chat" }],
    on: handlers,
    ...options,
  });
  t.after(() => collie.close());
  const tab = collie.workspace("w", { title: "W" }).tab("t", { title: "T" });
  const pane = tab.pane("p", { title: "P", harness: "test" });
  if (isReady) collie.ready();
  const headers = options.token ? { Authorization: `Bearer ${[options.token].flat()[0]}` } : {};
  return { collie, pane, tab, calls, edge: new Edge(collie.address, headers) };
}

// The durable wire for an agent in Node: openCollie() listens, speaks all of protos/WIRE.md, and
// leaves to the agent what it is about. Standard library only.

import { Collie } from "./wire/collie.mjs";
import { listenOnLoopback, listenOnSocket } from "./wire/address.mjs";
import { makeServer } from "./wire/http_server.mjs";
import { Router } from "./wire/router.mjs";

export { AskClosed } from "./wire/pane_asks.mjs";
export { Refusal } from "./wire/refusal.mjs";
export { askHash, canonicalAsk } from "./wire/canonical.mjs";
export { openJournal } from "./wire/journal.mjs";

const MIN_TOKEN_BYTES = 32;

/**
 * Opens the wire of one agent. Options:
 *   socket                 the path of a private Unix socket; or
 *   port, token, basePath  a port on 127.0.0.1 (0: any free one) with a bearer token of 32 bytes
 *                          or more (or a list of them, while one is being replaced)
 *   hostName, runtime      how the agent names itself
 *   caps                   what it can do, as in hello
 *   starters, selfTest     what can be started, as in hello
 *   on                     the handlers of acts:
 *     send(pane, {requestId, text, queued})   the turn lasts as long as its promise
 *     steer(pane, {requestId, text}), abort(pane, {requestId}), action(pane, {requestId, actionId})
 *     rename(pane, {title}), close(pane), reopen(pane)     may be left out
 *     start({requestId, starterId, text})     returns the new pane
 *   store                  where the state is kept across restarts, see wire/saver.mjs
 * A handler but send may throw a Refusal. What it changes before its first await is saved in one
 * transaction with the request id.
 *
 * Until ready() every call but hello is answered `starting`.
 */
export async function openCollie(options) {
  const collie = new Collie(options);
  const router = new Router(collie, readTokens(options), options.basePath ?? "");
  const http = makeServer((request) => router.handle(request));
  const address =
    options.socket === undefined
      ? await listenOnLoopback(http.server, options.port ?? 0, options.basePath ?? "")
      : await listenOnSocket(http.server, options.socket);
  collie.opened(address, http.end);
  return collie;
}

function readTokens({ socket, token }) {
  if (socket !== undefined) {
    if (token !== undefined) throw new TypeError("A socket takes no token.");
    return [];
  }
  const tokens = [token].flat();
  for (const one of tokens) {
    if (typeof one === "string" && Buffer.byteLength(one) >= MIN_TOKEN_BYTES) continue;
    throw new TypeError(`A port needs a token of at least ${MIN_TOKEN_BYTES} bytes.`);
  }
  return tokens;
}

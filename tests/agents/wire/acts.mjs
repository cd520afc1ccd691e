// What each act does once its request was read: the last checks, the agent's handler, the reply
// (protos/WIRE.md, Acts).
//
// An act is {cap, fields, run}. `fields` names the text fields of its body: required, or optional
// when the name ends in "?". `run` gets {collie, pane, askId, body} and returns the 200 reply.

import { BYTES, encodedBytes } from "./limits.mjs";
import { readAnswer } from "./questions.mjs";
import { Refusal } from "./refusal.mjs";

export const ACTS = {
  send: { cap: "send", fields: ["turn", "text"], run: send },
  steer: { cap: "steer", fields: ["turn", "text"], run: steer },
  abort: { cap: "abort", fields: ["turn?"], run: abort },
  rename: { cap: "rename", fields: ["title"], run: rename },
  close: { cap: "close", fields: [], run: close },
  reopen: { cap: "reopen", fields: [], run: reopen },
  action: { cap: "actions", fields: ["actionId"], run: action },
  start: { cap: "starters", fields: ["starterId", "text?"], run: start },
  answer: { cap: "asks", fields: [], run: answer },
};

function send({ collie, pane, body }) {
  needOpen(pane);
  needTurn(pane, body.turn);
  if (pane.chat.openAsks.length > 0) {
    throw new Refusal("question-open", "A question is open here; answer it first.");
  }
  const { requestId, text } = body;
  if (pane.state === "working") {
    if (!collie.caps.queue) throw new Refusal("unsupported", "This agent keeps no queue.");
    pane.enqueue({ requestId, text });
    return { requestId, queued: true };
  }
  collie.deliver(pane, { requestId, text, queued: false });
  return { requestId };
}

async function steer({ collie, pane, body }) {
  needOpen(pane);
  needWorking(pane);
  needTurn(pane, body.turn);
  const { requestId, text } = body;
  await collie.on.steer(pane, { requestId, text });
  pane.item({ kind: "user", text, requestId });
  return { requestId };
}

async function abort({ collie, pane, body }) {
  needOpen(pane);
  needWorking(pane);
  if (body.turn !== undefined) needTurn(pane, body.turn);
  await collie.on.abort(pane, { requestId: body.requestId });
  return { requestId: body.requestId };
}

async function rename({ collie, pane, body }) {
  needOpen(pane);
  await collie.on.rename?.(pane, { title: body.title });
  pane.rename(body.title);
  return { requestId: body.requestId };
}

async function close({ collie, pane, body }) {
  needOpen(pane);
  const dropQueue = () => pane.dropQueue("the conversation was closed");
  dropQueue(); // before the turn ends, or its end would run the next one
  await collie.on.close?.(pane);
  dropQueue();
  pane.withdrawAsks();
  pane.setOpen(false);
  if (pane.state === "working") pane.turn("idle");
  return { requestId: body.requestId };
}

async function reopen({ collie, pane, body }) {
  if (pane.open) throw new Refusal("open", "This conversation is open.");
  await collie.on.reopen?.(pane);
  pane.setOpen(true);
  return { requestId: body.requestId };
}

async function action({ collie, pane, body }) {
  needOpen(pane);
  const { actionId, requestId } = body;
  if (!pane.actions.some((known) => known.id === actionId)) {
    throw new Refusal("no-such-action", "This conversation has no such action.");
  }
  await collie.on.action(pane, { actionId, requestId });
  return { requestId };
}

async function start({ collie, body }) {
  const { starterId, text, requestId } = body;
  const starter = collie.starters.find((known) => known.id === starterId);
  if (starter === undefined) throw new Refusal("no-such-starter", "There is no such starter.");
  if (collie.isFull) throw new Refusal("busy", "This agent has no room for a conversation.");
  const pane = await collie.on.start({ starterId, text, requestId });
  // The item names the request id, so that the start can be seen in the chat.
  if (text === undefined) pane.item({ kind: "user", text: starter.label, requestId });
  else collie.deliver(pane, { requestId, text, queued: false });
  return { requestId, paneId: pane.id };
}

function answer({ pane, askId, body }) {
  const { requestId } = body;
  pane.expire(askId);
  const entry = pane.chat.asks.get(askId);
  if (entry === undefined) return { requestId, outcome: "too-late" };
  if (entry.closed) throw decided(entry.closed.outcome);
  const read = readAnswer(entry.ask, body.answer);
  pane.closeAsk(askId, { outcome: "answered", decidedBy: "phone", requestId, answer: read });
  return { requestId, outcome: "taken" };
}

function decided({ outcome, decidedBy, answer: taken }) {
  const refusal = (first) => new Refusal("decided", "", { outcome: first });
  const whole = refusal({ outcome, decidedBy, answer: taken });
  return encodedBytes(whole.body) <= BYTES.actReply ? whole : refusal({ outcome, decidedBy });
}

function needOpen(pane) {
  if (!pane.open) throw new Refusal("closed", "This conversation is closed.");
}

function needWorking(pane) {
  if (pane.state === "working") return;
  throw new Refusal("stale", "Nothing runs here.", { turn: pane.turnId });
}

function needTurn(pane, turn) {
  if (turn === pane.turnId) return;
  throw new Refusal("stale", "The turn has moved.", { turn: pane.turnId });
}

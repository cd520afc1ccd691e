// Items of a chat: their shape on the wire, and the lines that the wire itself asks for
// (protos/WIRE.md, Items).

import { CHARACTERS, clip, encodedBytes, isOpaque, mintId } from "./limits.mjs";
import { describeAnswer } from "./questions.mjs";
import { sha256 } from "./canonical.mjs";

const MAX_BYTES = 900 * 1024; // one item always fits in a page of history
const TOOL_STATES = ["running", "done", "error"];

/** The item that goes on the wire for what an agent gave; a TypeError names its flaw. */
export function makeItem(given, now) {
  const item = { id: mintId("i"), at: now, ...JSON.parse(JSON.stringify(given)) };
  need(isOpaque(item.id), "An item id is text of 1 to 128 bytes.");
  need(typeof item.kind === "string" && item.kind !== "", "An item needs a kind.");
  if (item.text !== undefined) item.text = clip(item.text, CHARACTERS.itemText);
  if (item.tool !== undefined) item.tool = makeTool(item.tool);
  need(encodedBytes(item) <= MAX_BYTES, `An item has at most ${MAX_BYTES} bytes.`);
  return item;
}

/** The line that keeps a closed ask in the chat, so that a reset shows it. */
export function closedAskItem(ask, outcome) {
  const id = ask.itemId ?? `ask-${ask.id}`;
  return {
    id: isOpaque(id) ? id : `ask-${sha256(ask.id)}`,
    kind: "notice",
    text: `${ask.title} ${closedWords(ask, outcome)}`,
  };
}

/** The line that keeps a dropped send in the chat. */
export function droppedSendItem(text, why) {
  return { kind: "notice", text: `Not run, ${why}: ${text}` };
}

function makeTool(tool) {
  need(typeof tool.name === "string", "A tool needs a name.");
  need(TOOL_STATES.includes(tool.status), `"${tool.status}" is no status of a tool.`);
  const made = { ...tool, name: clip(tool.name, CHARACTERS.title) };
  if (tool.input !== undefined) made.input = clip(tool.input, CHARACTERS.toolInput);
  if (tool.output !== undefined) made.output = clip(tool.output, CHARACTERS.toolOutput);
  return made;
}

function closedWords(ask, outcome) {
  if (outcome.outcome === "timed-out") return "Timed out before an answer.";
  if (outcome.outcome === "withdrawn") return "Withdrawn.";
  const by = outcome.decidedBy === "agent" ? " (decided in the agent)" : "";
  return `${outcome.answer ? describeAnswer(ask, outcome.answer) : "Answered"}${by}`;
}

function need(holds, sentence) {
  if (!holds) throw new TypeError(sentence);
}

// The numbers of the durable wire (protos/WIRE.md, Limits) and the id rule.

import { randomBytes } from "node:crypto";

const KIB = 1024;
const MIB = 1024 * KIB;

export const WIRE = { min: 1, max: 1 };

// Bytes of one encoded message.
export const BYTES = {
  body: 64 * KIB,
  actReply: 64 * KIB,
  snapshot: 1 * MIB,
  paneRead: 4 * MIB,
  history: 1 * MIB,
  ask: 128 * KIB, // this module's own rule: sixteen open asks always fit in one pane read
};

// Characters (Unicode code points) of one string.
export const CHARACTERS = {
  title: 200,
  askTitle: 500,
  askDetail: 8 * KIB,
  itemText: 64 * KIB,
  toolInput: 16 * KIB,
  toolOutput: 64 * KIB,
};

// Entries of one list.
export const ENTRIES = {
  workspaces: 64,
  tabs: 64,
  panes: 1000,
  openAsks: 16,
  options: 32,
  fields: 32,
  starters: 32,
  actions: 16,
};

const ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Whether `value` may be an id on the wire. */
export function isId(value) {
  return typeof value === "string" && ID.test(value) && value !== "." && value !== "..";
}

/** Whether `value` may be an item id, a tool call id or a cursor: any text of 1 to 128 bytes. */
export function isOpaque(value) {
  return typeof value === "string" && value !== "" && Buffer.byteLength(value) <= 128;
}

/** A fresh id with 96 random bits, such as `i-3fa9…`. */
export function mintId(prefix) {
  return `${prefix}-${randomBytes(12).toString("hex")}`;
}

/** `text` with at most `max` characters, cut between two; half a surrogate is replaced. */
export function clip(text, max) {
  const whole = String(text).replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    "\ufffd",
  );
  if (whole.length <= max) return whole;
  return Array.from(whole).slice(0, max).join("");
}

/** The size of `value` in bytes once it is encoded as JSON. */
export function encodedBytes(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

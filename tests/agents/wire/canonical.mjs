// Canonical JSON (RFC 8785) and the hash of an ask (protos/WIRE.md, The hash of an ask).
//
// JavaScript's own number and string forms are those of RFC 8785, and its default sort compares
// UTF-16 code units, as the RFC asks for.

import { createHash } from "node:crypto";

/** The canonical JSON of a parsed JSON value. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

/** SHA-256 of `text` in UTF-8, lower-case hex. */
export function sha256(text) {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** What the hash of an ask is taken over: everything in it but its own `expiresAt`. */
export function canonicalAsk(ask) {
  const { expiresAt, ...rest } = ask;
  return canonical(rest);
}

/** The hash of an ask, as a person's device names the question that it showed. */
export function askHash(ask) {
  return sha256(canonicalAsk(ask));
}

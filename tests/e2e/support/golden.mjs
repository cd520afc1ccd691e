// Texts that a person reads, kept in tests/e2e/golden. COLLIE_UPDATE_GOLDEN=1 writes them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Expects the text to be that of the golden file, what differs from run to run aside. */
export function expectGolden(name, text) {
  const file = new URL(`../golden/${name}.txt`, import.meta.url);
  const plain = `${plainText(text)}\n`;
  if (process.env.COLLIE_UPDATE_GOLDEN) writeFileSync(file, plain);
  assert.ok(existsSync(file), `${name} has no golden file: COLLIE_UPDATE_GOLDEN=1 writes it`);
  assert.equal(plain, readFileSync(file, "utf8"));
}

/** The text without what differs from run to run: ids, ages, folders, and the columns that follow from them. */
export function plainText(text) {
  return text
    .replace(/\/tmp\/[A-Za-z0-9./_-]+/g, "FOLDER")
    .replace(/127\.0\.0\.1:\d+/g, "ADDRESS")
    .replace(/\b[a-z0-9-]+-[0-9a-f]{6}\b/g, "HOST")
    .replace(/\br-[0-9a-f]{16}\b/g, "r-ID")
    .replace(/\bt-[0-9a-f]{16}\b/g, "t-ID")
    .replace(/\b[0-9a-f]{12}\b/g, "HASH")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( [A-Z]+)?/g, "TIME")
    .replace(/\b\d+ s\b/g, "N s")
    .replace(/\bversion \d+\.\d+\.\d+/g, "version V")
    .replace(/ {2,}/g, "  ")
    .trimEnd();
}

// The hash of an ask: the worked vectors of protos/WIRE.md.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { askHash, canonicalAsk } from "./wire.mjs";

const CONTRACT = readFileSync(new URL("../../protos/WIRE.md", import.meta.url), "utf8");

function vector(name) {
  return readFileSync(new URL(`vectors/${name}`, import.meta.url));
}

for (const n of [1, 2, 3]) {
  test(`vector ${n}: canonical JSON and hash`, () => {
    const ask = JSON.parse(vector(`${n}.ask.json`).toString("utf8"));
    const canonicalBytes = vector(`${n}.canonical.json`);
    assert.equal(canonicalAsk(ask), canonicalBytes.toString("utf8"));
    const hash = vector(`${n}.sha256`).toString("utf8");
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.equal(createHash("sha256").update(canonicalBytes).digest("hex"), hash);
    assert.equal(askHash(ask), hash);
  });

  test(`vector ${n}: the contract names the same hash`, () => {
    assert.ok(CONTRACT.includes(vector(`${n}.sha256`).toString("utf8")));
  });
}

test("an ask's own expiresAt does not count, a nested one does", () => {
  const ask = { id: "a", expiresAt: 1, deep: { expiresAt: 1 } };
  assert.equal(canonicalAsk(ask), '{"deep":{"expiresAt":1},"id":"a"}');
});

test("keys are ordered by UTF-16 code units, not by code points", () => {
  assert.equal(canonicalAsk({ "\ufb33": 1, "\u{1f602}": 2 }), '{"\u{1f602}":2,"\ufb33":1}');
});

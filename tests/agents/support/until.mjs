// Waiting for a condition, with a deadline.

import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 10;

/** The first truthy result of `look()`; fails with `what` when none comes in time. */
export async function until(what, look, { withinMs = 10_000 } = {}) {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}

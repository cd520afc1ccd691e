// No file of a program can be written for a while (its limit, so that no rights are needed): an act
// is then refused, with nothing dispatched, and everything recovers without a restart.

import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { openStoreStory } from "./support/store_story.mjs";

// The bytes that a file of this process may have.
function limit({ pid }, bytes) {
  execFileSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:`]);
}

for (const name of ["relay", "edge"]) {
  test(`acts are refused while the ${name} can write nothing`, async (t) => {
    const story = await openStoreStory(t);
    limit(story.crew.daemon(name), 0);
    await story.refuses();
    limit(story.crew.daemon(name), "unlimited");
    await story.mends();
  });
}

// A private folder that goes with its test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a folder (0700) that is removed when the test `t` is over. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "agent-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

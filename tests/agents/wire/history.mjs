// Pages of a pane's past (protos/WIRE.md, History). A cursor names the pane's birth and the place
// of an item, which are both kept across restarts.

import { newestThatFit } from "./chat.mjs";
import { BYTES } from "./limits.mjs";
import { Refusal } from "./refusal.mjs";

const SPACE_FOR_FRAME = 4096;

/** One page of `chat`: at most `limit` items older than the cursor `before`, oldest first. */
export function readPage(chat, birth, before, limit) {
  const end = before === null ? chat.nextOrd : readCursor(chat, birth, before);
  const older = [...chat.items.values()].filter((entry) => entry.ord < end);
  const page = newestThatFit(
    older.slice(-limit).map((entry) => entry.item),
    BYTES.history - SPACE_FOR_FRAME,
  );
  const oldest = page.length === older.length;
  const first = older[older.length - page.length];
  return {
    items: page,
    before: oldest ? null : `h.${birth}.${first.ord}`,
    truncated: oldest && chat.cut,
  };
}

/** The `limit` of a query: 1 to 200, 50 when absent. */
export function readLimit(text) {
  if (text === null) return 50;
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 200) throw new Refusal("bad-request", "limit is 1 to 200.");
  return limit;
}

function readCursor(chat, birth, text) {
  const match = /^h\.([0-9a-f]+)\.([1-9][0-9]{0,15})$/.exec(text);
  const ord = match === null || match[1] !== birth ? 0 : Number(match[2]);
  if (ord < 1 || ord >= chat.nextOrd) {
    throw new Refusal("bad-cursor", "This place in the history is not known.");
  }
  return ord;
}

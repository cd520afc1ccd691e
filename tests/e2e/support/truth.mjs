// The invariants once a load has ended, whatever died meanwhile: every receipt says what the
// agent knows, nothing ran twice, and no lock stays.

import assert from "node:assert/strict";
import { until } from "../../agents/support/until.mjs";
import { PANES } from "./load.mjs";

const REST_MS = 60_000;

/** Of the acts of a load from its `first` one. */
export async function isTrue(crew, agent, load, first = 0) {
  await noLockStays(load);
  await receiptsAreTrue(crew, agent, load.acts.slice(first));
}

/** Each act's stored receipt, and every one that its callers got, says what the agent knows. */
export async function receiptsAreTrue(crew, agent, acts) {
  for (const act of acts) act.stored = await settled(crew, act);
  const lies = acts.flatMap((act) => liesOf(act, agent));
  assert.deepEqual(lies, []);
}

/** Every send that ran is shown by the agent, so in the end it is known as sent. */
export async function allSendsHeal(crew, agent, load) {
  const shown = load.acts.filter(({ kind }) => kind.startsWith("send") && kind !== "send-hidden");
  const ran = shown.filter(({ id }) => agent.ran(id) > 0);
  for (const { id } of ran) {
    await crew.receiptShows(id, "a send that ran is sent", ({ outcome }) => outcome === "sent");
  }
}

function settled(crew, { id }) {
  return until(`the receipt of ${id} is not pending`, async () => {
    const receipt = await crew.receipt(id);
    return receipt && receipt.outcome !== "pending" && receipt;
  }, { withinMs: REST_MS });
}

function liesOf({ id, kind, told, stored, again = false }, agent) {
  const [ran, posted] = [agent.ran(id), agent.posted(id)];
  const most = again ? 2 : 1; // a second POST only when a person retried
  const lies = [];
  if (ran > 1) lies.push("it ran twice");
  if (posted > most) lies.push("it was posted once too often");
  if (stored.attempts > most) lies.push(`attempts is ${stored.attempts}`);
  for (const { outcome } of [...told, stored]) {
    if (outcome === "sent" && ran !== 1) lies.push("a receipt says sent, and it never ran");
    if (outcome === "refused" && ran !== 0) lies.push("a receipt says refused, and it ran");
    const isDefinite = outcome === "sent" || outcome === "refused";
    if (isDefinite && outcome !== stored.outcome) lies.push(`${outcome} was told, ${stored.outcome} is stored`);
  }
  if (stored.attempts < posted) lies.push(`attempts is ${stored.attempts}`);
  return lies.map((lie) => `${kind} ${id}: ${lie} (ran ${ran}, posted ${posted}, ${JSON.stringify(stored)})`);
}

async function noLockStays(load) {
  await Promise.all(PANES.map((pane) => {
    const kind = pane.startsWith("q") ? "answer" : "send";
    let last;
    return until(`a fresh ${kind} in ${pane} is sent`, async () => {
      last = await load.carry(kind, pane);
      return last.outcome === "sent";
    }, { withinMs: REST_MS }).catch((error) => {
      throw new Error(`${error.message}; the last receipt: ${JSON.stringify(last)}`);
    });
  }));
}

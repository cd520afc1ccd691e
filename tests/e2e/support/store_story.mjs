// A crew of which a store cannot be written for a while.

import assert from "node:assert/strict";
import { until } from "../../agents/support/until.mjs";
import { openCountingAgent } from "./counting_agent.mjs";
import { startCrew } from "./crew.mjs";

const MEND_MS = 60_000;
const MOST_ACTS = 400; // until a full disk has no room left in what is written already

/** A split crew with one agent, "deck"; `prepare(crew)` comes before any program. */
export async function openStoreStory(t, prepare) {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket }, { prepare });
  await crew.split();
  await crew.sees("the agent is live", (_, { state }) => state === "live", "deck");
  return new StoreStory(agent, crew);
}

class StoreStory {
  #ids = [];

  constructor(agent, crew) {
    this.agent = agent;
    this.crew = crew;
    this.programs = [crew.daemon("relay"), crew.daemon("edge")];
  }

  /** Sends once more and returns the reply. */
  async send() {
    const requestId = `store-${this.#ids.length}`;
    this.#ids.push(requestId);
    const turn = this.agent.pane("p").turn.id;
    return { requestId, ...(await this.crew.act("deck", "p", "send", { requestId, turn, text: "go" })) };
  }

  /** Acts are refused now, and what is refused is not posted. */
  async refuses() {
    const first = await until("an act is refused", async () => {
      if (this.#ids.length > MOST_ACTS) throw new Error("The disk accepts every write.");
      const reply = await this.send();
      return isRefused(reply) && reply;
    }, { withinMs: MEND_MS });
    for (const reply of [first, await this.send(), await this.send()]) {
      assert.ok(isRefused(reply), `${reply.status} ${reply.text}`);
      assert.equal(this.agent.posted(reply.requestId), 0);
    }
  }

  /** The same programs take acts again, and whatever was reported meanwhile is true. */
  async mends() {
    await until("an act is sent", async () => (await this.send()).body.outcome === "sent", { withinMs: MEND_MS });
    for (const id of this.#ids) this.#isTrue(id, await this.#end(id));
    const ended = this.programs.filter((program) => program.hasEnded());
    assert.deepEqual(ended.map(({ errors }) => errors), [], "nothing was restarted");
  }

  #isTrue(id, receipt) {
    const [ran, posted] = [this.agent.ran(id), this.agent.posted(id)];
    const known = `${id} ran ${ran} times, posted ${posted} times: ${JSON.stringify(receipt)}`;
    assert.ok(posted <= 1, known);
    if (receipt === null || receipt.outcome === "refused") assert.equal(ran, 0, known);
    if (receipt?.outcome === "sent") assert.equal(ran, 1, known);
  }

  // The receipt once it is not pending; null: none was ever written.
  async #end(id) {
    const { found } = await until(`${id} is not pending`, async () => {
      const found = (await this.crew.receipt(id)) ?? null;
      return found?.outcome !== "pending" && { found };
    }, { withinMs: MEND_MS });
    return found;
  }
}

function isRefused({ status, body }) {
  return status === 503 && (body.reason ?? body.code) === "store-unavailable";
}

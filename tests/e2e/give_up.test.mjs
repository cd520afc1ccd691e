// An operator gives an act up whose edge hangs and goes away: its conversation is free, its receipt
// says so, and what the edge or the agent reports later still counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { hang } from "./support/misreplies.mjs";

// A crew whose edge was killed while the agent, which has carried "hung" out, hung with its reply.
async function openCrew(t) {
  const agent = await openCountingAgent(t, ["p"]);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.split();
  await crew.seesPane("deck", "p", "the conversation is seen");
  agent.hold("hung"); // done, and not shown
  agent.spoil("hung", hang);
  const hung = send({ agent, crew }, "hung");
  await until("it is posted", () => agent.posted("hung") === 1);
  await crew.end("edge", "SIGKILL");
  await crew.sees("the edge is gone", (member) => member.state !== "connected");
  return { agent, crew, hung };
}

function send({ agent, crew }, requestId) {
  return crew.act("deck", "p", "send", { requestId, turn: agent.pane("p").turn.id, text: requestId });
}

const wasGivenUp = ({ outcome, reason }) => outcome === "unknown" && reason === "given-up";

test("an act that is given up frees its conversation and heals once the edge is back", async (t) => {
  const story = await openCrew(t);
  const { agent, crew, hung } = story;

  await t.test("until then its conversation is busy, whatever its edge does", async () => {
    const { status, body } = await send(story, "meanwhile");
    assert.equal(status, 409, JSON.stringify(body));
    assert.equal(body.reason, "busy");
  });

  await t.test("give-up prints the receipt, and that its outcome is not known", async () => {
    const { output } = await crew.collieExits(3, "give-up", "hung");
    assert.match(output, /^send to \S+\/deck\/p: unknown\. .*gave this act up/);
    assert.ok(wasGivenUp(await crew.receipt("hung")));
    assert.match(crew.log("relay"), /local asked to give up request hung: it is unknown/);
  });

  await t.test("the waiting caller gets the same", async () => {
    const { status, body } = await hung;
    assert.equal(status, 504);
    assert.ok(wasGivenUp(body), JSON.stringify(body));
  });

  await t.test("trace shows its story and what to do", async () => {
    const { output } = await crew.collie("trace", "hung");
    assert.match(output, /^act +send to \S+\/deck\/p, request hung$/m);
    assert.match(output, /^accepted +\d{4}-.*, for test$/m);
    assert.match(output, /^outcome +unknown$/m);
    assert.match(output, /^reason +given-up$/m);
    assert.match(output, /collie send \S+\/deck\/p --text … --turn … --request-id hung --again/);
    const { output: json } = await crew.collie("trace", "hung", "--json");
    assert.ok(wasGivenUp(JSON.parse(json)));
  });

  await t.test("its conversation is free: the next act meets only the missing edge", async () => {
    const { body } = await send(story, "too-early");
    assert.equal(body.reason, "member-unreachable", JSON.stringify(body));
  });

  await t.test("to give it up again changes nothing", async () => {
    const before = await crew.receipt("hung");
    await crew.collieExits(3, "give-up", "hung");
    assert.deepEqual(await crew.receipt("hung"), before);
  });

  await t.test("the edge comes back without news: it stays unknown, and a fresh send goes through", async () => {
    await crew.startEdge();
    await crew.sees("the agent is live again", (member, { state }) =>
      member.state === "connected" && state === "live", "deck");
    const { status, body } = await send(story, "fresh");
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await crew.receipt("hung")).outcome, "unknown");
    assert.equal(agent.ran("fresh"), 1);
    assert.equal(agent.posted("hung"), 1);
  });

  await t.test("a late witness still heals it", async () => {
    agent.show("hung");
    const receipt = await crew.receiptShows("hung", "it is sent", ({ outcome }) => outcome === "sent");
    assert.equal(receipt.evidence, "user-item");
    assert.equal(agent.ran("hung"), 1);
    const { output } = await crew.collie("trace", "hung");
    assert.match(output, /^evidence +the conversation shows the text/m);
    assert.doesNotMatch(output, /--again/);
  });

  await t.test("what is settled stays as it is", async () => {
    const { output } = await crew.collie("give-up", "hung");
    assert.match(output, /: sent\. /);
    assert.equal((await crew.receipt("hung")).outcome, "sent");
  });

  await t.test("an unknown id is a failure in one sentence", async () => {
    const { output, errors } = await crew.collieExits(1, "give-up", "no-such-act");
    assert.equal(output, "");
    assert.match(errors, /^collie: This request id is unknown.*\n$/);
    const traced = await crew.collieExits(1, "trace", "no-such-act");
    assert.equal(traced.output, "");
    assert.match(traced.errors, /^collie: there is no request no-such-act.*\n$/);
  });
});

// A person retries an act that ended unknown: one second POST, and only where the agent's memory
// makes a second run impossible. Nothing else sends an act twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { askHash } from "../agents/wire.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { drop, json } from "./support/misreplies.mjs";

const OPTIONS = [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }];
const ASK = { id: "go", kind: "choice", title: "Go?", options: OPTIONS };

async function openCrew(t, panes = ["p"]) {
  const agent = await openCountingAgent(t, panes);
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.seesPane("deck", panes[0], "the pane is seen");
  return { agent, crew };
}

// An act that ends unknown, with nothing to see of it at the agent; `replies` spoil the POSTs after
// the first. Returns how to retry it.
async function endsUnknown({ agent, crew }, verb, body, replies = []) {
  agent.hold(body.requestId);
  agent.spoil(body.requestId, drop, ...replies);
  const first = await crew.act("deck", "p", verb, body);
  assert.equal(first.body.outcome, "unknown", JSON.stringify(first.body));
  return (more = { again: true }) => crew.act("deck", "p", verb, { ...body, ...more });
}

const send = (agent, requestId) => ({ requestId, turn: agent.pane("p").turn.id, text: "once" });

test("a retried act is answered from the agent's memory", async (t) => {
  const story = await openCrew(t);
  const { agent } = story;
  const again = await endsUnknown(story, "send", send(agent, "memory"));
  const { status, body } = await again();
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.outcome, "sent");
  assert.equal(body.evidence, "replayed-reply");
  assert.equal(body.attempts, 2);
  assert.equal(agent.ran("memory"), 1);
  const [one, two] = agent.posts.get("memory");
  assert.deepEqual(two, one, "the second POST has the first one's bytes");
  assert.deepEqual(agent.connections.get("memory"), [[], ["hello"]], "it follows a hello on its connection");
});

test("a retried answer, steer and stop are answered from the agent's memory", async (t) => {
  const story = await openCrew(t, ["p", "q"]);
  const { agent, crew } = story;
  agent.pane("p").setTurn("working");
  agent.pane("p").raise(ASK);
  await crew.seesPane("deck", "p", "the question is seen", ({ ask }) => ask);
  const acts = {
    answer: { requestId: "a", askId: "go", hash: askHash(ASK), answer: { optionIds: ["yes"] } },
    steer: { requestId: "b", turn: agent.pane("p").turn.id, text: "left" },
    stop: { requestId: "c" },
  };
  for (const [verb, body] of Object.entries(acts)) {
    const again = await endsUnknown(story, verb, body);
    const receipt = (await again()).body;
    assert.equal(receipt.outcome, "sent", `${verb}: ${JSON.stringify(receipt)}`);
    assert.equal(receipt.evidence, "replayed-reply");
    assert.equal(agent.ran(body.requestId), 1);
    assert.equal(agent.posted(body.requestId), 2);
  }
});

test("without a person nothing is sent again", async (t) => {
  const story = await openCrew(t);
  const again = await endsUnknown(story, "send", send(story.agent, "silent"));
  for (const more of [{}, { again: false }]) {
    const { status, body } = await again(more);
    assert.equal(status, 504);
    assert.equal(body.outcome, "unknown");
    assert.equal(body.replayed, true);
  }
  assert.equal(story.agent.posted("silent"), 1);
});

test("an act that was sent is not sent again, whoever retries", async (t) => {
  const { agent, crew } = await openCrew(t);
  const body = send(agent, "done");
  assert.equal((await crew.act("deck", "p", "send", body)).body.outcome, "sent");
  const { status, body: receipt } = await crew.act("deck", "p", "send", { ...body, again: true });
  assert.equal(status, 200);
  assert.equal(receipt.replayed, true);
  assert.equal(agent.posted("done"), 1);
});

test("after a new run of the agent it may have been applied, and nothing is posted", async (t) => {
  const story = await openCrew(t);
  const { agent, crew } = story;
  const again = await endsUnknown(story, "send", send(agent, "epoch"));
  await agent.startAnew();
  await crew.sees("the new run is seen", (_, { epoch, state }) => epoch === agent.epoch && state === "live", "deck");
  await endsMaybeApplied(again, agent, "epoch", 1);
});

test("after a new run that the edge has not seen yet nothing is posted either", async (t) => {
  const story = await openCrew(t);
  const again = await endsUnknown(story, "send", send(story.agent, "unseen"));
  await story.agent.startAnew();
  await endsMaybeApplied(again, story.agent, "unseen", 1);
});

test("an agent that restarts between the hello and the second POST gets none", async (t) => {
  const story = await openCrew(t);
  const { agent, crew } = story;
  await crew.split();
  await crew.end("edge", "SIGKILL");
  await crew.startEdge({ fault: "edge.hello-again=stop@1" });
  await crew.sees("the agent is live", (member, { state }) =>
    member.state === "connected" && state === "live", "deck");
  const again = await endsUnknown(story, "send", send(agent, "between"));
  const asking = again();
  await until("the edge has the hello", () => crew.daemon("edge").isStopped());
  await agent.startAnew();
  crew.daemon("edge").goOn();
  const { body } = await asking;
  assert.match(body.outcome, /^(unknown|maybe-applied)$/, JSON.stringify(body));
  assert.equal(agent.posted("between"), 1);
});

test("after the turn has moved it may have been applied, and nothing is posted", async (t) => {
  const story = await openCrew(t);
  const again = await endsUnknown(story, "send", send(story.agent, "moved"));
  story.agent.pane("p").setTurn("working");
  await endsMaybeApplied(again, story.agent, "moved", 1);
});

test("after the question has closed it may have been applied, and nothing is posted", async (t) => {
  const story = await openCrew(t);
  const { agent, crew } = story;
  agent.pane("p").raise(ASK);
  await crew.seesPane("deck", "p", "the question is seen", ({ ask }) => ask);
  const body = { requestId: "closed", askId: "go", hash: askHash(ASK), answer: { optionIds: ["yes"] } };
  const again = await endsUnknown(story, "answer", body);
  agent.pane("p").close("go", { outcome: "withdrawn", decidedBy: "agent" });
  await crew.seesPane("deck", "p", "it is closed", ({ openAsks }) => openAsks === 0);
  await endsMaybeApplied(again, agent, "closed", 1);
});

for (const [word, reply] of Object.entries({ "that dies": drop, "that says 500": json(500, { code: "internal" }) })) {
  test(`a second POST ${word} leaves it maybe applied, and there is no third`, async (t) => {
    const story = await openCrew(t);
    const again = await endsUnknown(story, "send", send(story.agent, "third"), [reply]);
    const second = await endsMaybeApplied(again, story.agent, "third", 2);
    assert.equal(second.attempts, 2);
    const { status, body } = await again();
    assert.equal(status, 409);
    assert.equal(body.outcome, "maybe-applied");
    assert.equal(body.replayed, true);
    assert.equal(story.agent.posted("third"), 2);
    assert.equal(story.agent.ran("third"), 1);
  });
}

test("an act that may have been applied is known as sent once the agent shows it", async (t) => {
  const story = await openCrew(t);
  const again = await endsUnknown(story, "send", send(story.agent, "shown"), [drop]);
  await endsMaybeApplied(again, story.agent, "shown", 2);
  story.agent.show("shown");
  const receipt = await story.crew.receiptShows("shown", "it is sent", ({ outcome }) => outcome === "sent");
  assert.equal(receipt.evidence, "user-item");
});

test("twenty retries at once are one second POST", async (t) => {
  const story = await openCrew(t);
  const again = await endsUnknown(story, "send", send(story.agent, "many"));
  const replies = await Promise.all(Array.from({ length: 20 }, () => again()));
  for (const { body } of replies) assert.match(body.outcome, /^(sent|unknown)$/, JSON.stringify(body));
  assert.ok(replies.some(({ body }) => body.outcome === "sent"));
  assert.equal(story.agent.posted("many"), 2);
  assert.equal(story.agent.ran("many"), 1);
});

test("a retry of an unknown request is refused without a receipt", async (t) => {
  const { agent, crew } = await openCrew(t);
  const { status, body } = await crew.act("deck", "p", "send", { ...send(agent, "nobody"), again: true });
  assert.equal(body.code, "unknown-request", JSON.stringify(body));
  assert.equal(status, 409);
  assert.equal(await crew.receipt("nobody"), undefined);
  assert.equal(agent.posted("nobody"), 0);
});

async function endsMaybeApplied(again, agent, id, posts) {
  const { status, body } = await again();
  assert.equal(body.outcome, "maybe-applied", JSON.stringify(body));
  assert.equal(status, 409);
  assert.equal(agent.posted(id), posts);
  assert.equal(agent.ran(id), 1);
  return body;
}

// Whatever an agent's reply does not prove is unknown: it is reported so, nothing is sent again,
// and a witness makes it definite (protos/WIRE.md, What a reply proves).

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../agents/support/until.mjs";
import { askHash } from "../agents/wire.mjs";
import { openCountingAgent } from "./support/counting_agent.mjs";
import { startCrew } from "./support/crew.mjs";
import { drop, dropMidway, hang, json, nameAnother, text } from "./support/misreplies.mjs";

// What the agent does with its reply after it carried the act out, and what the receipt must say of it.
const SPOILT = {
  "the connection dropped without a byte": [drop, /broke off|lost|closed/i],
  "the connection dropped in the middle of the reply": [dropMidway, /broke off|lost|closed/i],
  "a 500": [json(500, { code: "internal" }), /500/],
  "a 503 that says starting": [json(503, { code: "starting" }), /503/],
  "a redirect": [text(302, "text/plain", "", { Location: "/session/v1/elsewhere" }), /302/],
  "the page of a proxy": [text(200, "text/html", "<h1>It works</h1>"), /200/],
  "a 4xx without a code": [text(404, "text/html", "<h1>Not here</h1>"), /404/],
  "a 200 that names another act": [nameAnother, /another|other|name/i],
  "a 200 without a request id": [json(200, { queued: false }), /name|read|wire|id/i],
  "a 200 with a body that is not JSON": [text(200, "application/json", "{\"requestId\":"), /read|json|wire/i],
  "a 200 with a body over the limit": [json(200, { note: "x".repeat(65 * 1024) }), /limit/i],
  "no reply at all": [hang, /did not answer|within|deadline/i],
};
const WORDS = Object.keys(SPOILT);
const CHOICE = { kind: "choice", title: "Go?", options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }] };

// One pane for each spoilt send, and three for an answer, a steer and a stop whose reply is lost.
async function openCrew(t) {
  const panes = [...WORDS.keys()].map((n) => `p${n}`);
  const agent = await openCountingAgent(t, [...panes, "answer", "steer", "stop"]);
  agent.pane("answer").raise({ id: "go", ...CHOICE });
  agent.pane("steer").setTurn("working");
  agent.pane("stop").setTurn("working");
  const crew = await startCrew(t, { deck: agent.socket });
  await crew.split();
  await crew.seesPane("deck", "answer", "the question is seen", ({ ask }) => ask);
  return { agent, crew };
}

function sendSpoilt({ agent, crew }, word, n) {
  agent.hold(`send-${n}`);
  agent.spoil(`send-${n}`, SPOILT[word][0]);
  const turn = agent.pane(`p${n}`).turn.id;
  return crew.act("deck", `p${n}`, "send", { requestId: `send-${n}`, turn, text: word });
}

// The acts of other kinds, each with its reply lost.
function actLost({ agent, crew }) {
  const bodies = {
    answer: { askId: "go", hash: askHash({ id: "go", ...CHOICE }), answer: { optionIds: ["yes"] } },
    steer: { turn: agent.pane("steer").turn.id, text: "left" },
    stop: {},
  };
  return Promise.all(Object.entries(bodies).map(([verb, body]) => {
    agent.hold(`${verb}-1`);
    agent.spoil(`${verb}-1`, drop);
    return crew.act("deck", verb, verb, { requestId: `${verb}-1`, ...body });
  }));
}

function isUnknown(agent, receipt, says) {
  assert.equal(receipt.outcome, "unknown", JSON.stringify(receipt));
  assert.match(receipt.detail, says);
  assert.equal(receipt.attempts, 1);
  assert.equal(receipt.effectiveAt, 0);
  assert.equal(agent.posted(receipt.requestId), 1);
  assert.equal(agent.ran(receipt.requestId), 1);
}

// Nobody watches, so after a while its polls are ten seconds apart.
async function watchIdlePolls(agent, count) {
  const before = agent.pollTimes.length;
  await until(`${count} idle polls`, () => {
    const times = agent.pollTimes.slice(before);
    return times.filter((at, n) => n > 0 && at - times[n - 1] > 8_000).length >= count;
  }, { withinMs: 90_000 });
}

async function restart(crew) {
  await Promise.all([crew.end("relay", "SIGKILL"), crew.end("edge", "SIGKILL")]);
  await crew.startRelay();
  await crew.startEdge();
  await crew.sees("the agent is live again", (_, { state }) => state === "live", "deck");
}

test("what a reply does not prove is unknown, stays so without a witness, and heals by one", async (t) => {
  const story = await openCrew(t);
  const { agent, crew } = story;
  const sends = await Promise.all(WORDS.map((word, n) => sendSpoilt(story, word, n)));
  const others = await actLost(story);
  const ids = [...sends, ...others].map(({ body }) => body.requestId);

  for (const [n, word] of WORDS.entries()) {
    await t.test(`${word}: 504, unknown, one POST, and the receipt says what came`, () => {
      assert.equal(sends[n].status, 504);
      isUnknown(agent, sends[n].body, SPOILT[word][1]);
    });
  }
  for (const { status, body } of others) {
    await t.test(`a lost reply to a ${body.act}: 504, unknown, one POST`, () => {
      assert.equal(status, 504);
      isUnknown(agent, body, /./);
    });
  }
  await t.test("each was posted on a connection of its own", () => {
    for (const id of ids) assert.deepEqual(agent.connections.get(id), [[]]);
  });
  await t.test("no redirect is followed", () => assert.ok(!agent.reads.includes("elsewhere")));

  await t.test("nothing is sent again over idle polls and a restart of both programs", async () => {
    await watchIdlePolls(agent, 2);
    await restart(crew);
    await watchIdlePolls(agent, 1);
    for (const id of ids) isUnknown(agent, await crew.receipt(id), /./);
  });

  await t.test("a repeat without `again` gets the receipt and no POST", async () => {
    const turn = agent.pane("p0").turn.id;
    const { status, body } = await crew.act("deck", "p0", "send", { requestId: "send-0", turn, text: WORDS[0] });
    assert.equal(status, 504);
    assert.equal(body.replayed, true);
    isUnknown(agent, body, /./);
  });

  await t.test("a user item that names the send, or the steer, makes it sent", async () => {
    const shown = [...WORDS.map((_, n) => `send-${n}`), "steer-1"];
    for (const id of shown) agent.show(id);
    for (const id of shown) {
      const receipt = await crew.receiptShows(id, "it is sent", ({ outcome }) => outcome === "sent");
      assert.equal(receipt.evidence, "user-item");
      assert.ok(receipt.effectiveAt > 0, JSON.stringify(receipt));
      assert.equal(receipt.attempts, 1);
      assert.equal(agent.posted(id), 1);
    }
  });

  await t.test("an ask-closed that names the answer makes it sent", async () => {
    agent.show("answer-1");
    const receipt = await crew.receiptShows("answer-1", "it is sent", ({ outcome }) => outcome === "sent");
    assert.equal(receipt.evidence, "ask-closed");
    assert.equal(agent.posted("answer-1"), 1);
  });

  await t.test("a stop has no witness and stays unknown", async () => {
    isUnknown(agent, await crew.receipt("stop-1"), /./);
  });
});

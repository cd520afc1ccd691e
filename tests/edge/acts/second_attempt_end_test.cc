// What ends a second attempt before or after its POST (rules 5, 6, 12 and 13), and how it is told.
#include "edge/acts/second_attempt.h"
#include "tests/edge/acts/second_attempt_fixture.h"

namespace collie::edge {
namespace {

class SecondAttemptEndTest : public SecondAttemptFixture {};

TEST_F(SecondAttemptEndTest, Rule5WhatMovedOnBeforeThePostEndsMaybeApplied) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.pane->mutable_turn()->set_id("t-2");
  ExpectSpent(Run(), v1::REASON_TURN_MOVED);
  agents.fresh.pane.reset();
  ExpectSpent(Run(), v1::REASON_NO_SUCH_CONVERSATION);
}

TEST_F(SecondAttemptEndTest, Rule5AClosedQuestionEndsMaybeApplied) {
  First(v1::OUTCOME_UNKNOWN, Answer());
  ExpectSpent(Run(AsSecond(Answer())), v1::REASON_ASK_CLOSED);
  v1::Ask& ask = *agents.fresh.pane->add_asks();
  ask.set_ask_id("ask-1");
  ask.set_hash(std::string(64, 'b'));
  ExpectSpent(Run(AsSecond(Answer())), v1::REASON_ASK_CHANGED);
}

TEST_F(SecondAttemptEndTest, Rule5WhatCannotBeAskedNowLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  const std::pair<v1::SourceState, v1::Reason> states[] = {
      {v1::SOURCE_STATE_STARTING, v1::REASON_STARTING},
      {v1::SOURCE_STATE_STALE, v1::REASON_SOURCE_UNREACHABLE},
      {v1::SOURCE_STATE_UNREACHABLE, v1::REASON_SOURCE_UNREACHABLE},
      {v1::SOURCE_STATE_TOKEN_REFUSED, v1::REASON_TOKEN_REFUSED},
      {v1::SOURCE_STATE_VERSION_MISMATCH, v1::REASON_VERSION_MISMATCH},
      {v1::SOURCE_STATE_DUPLICATE_SOURCE, v1::REASON_DUPLICATE_SOURCE},
  };
  const v1::Source live = agents.fresh.source;
  for (const auto& [state, reason] : states) {
    agents.fresh.source = live;
    agents.fresh.source.set_state(state);
    ExpectNever(Run(), reason);
    if (state == v1::SOURCE_STATE_STALE) continue;  // a hello is read or it is not
    agents.fresh.source = live;
    agents.hello = live;
    agents.hello->set_state(state);
    ExpectNever(Run(), reason);
    agents.hello.reset();
  }
  EXPECT_FALSE(store.Find("r-1", 2).ok());
}

TEST_F(SecondAttemptEndTest, Rule5AnOpenQuestionLeavesASendUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.pane->set_open_asks(1);
  ExpectNever(Run(), v1::REASON_QUESTION_OPEN);
}

TEST_F(SecondAttemptEndTest, Rule5NoRefusalAfterThePostRefusesTheAct) {
  const PostReply replies[] = {
      Replied(409, R"({"code":"busy"})"),      Replied(409, R"({"code":"stale"})"),
      Replied(409, R"({"code":"decided"})"),   Replied(409, R"({"code":"request-id-reused"})"),
      Replied(404, R"({"code":"not-found"})"), Replied(400, R"({"code":"bad-request"})"),
      Replied(401, R"({"code":"no-entry"})"),  Replied(413, R"({"code":"too-large"})"),
      Replied(503, R"({"code":"starting"})"),  Replied(500, R"({"code":"internal"})"),
      Replied(200, R"({"requestId":"r-2"})"),  Replied(302, ""),
      {.kind = PostReply::Kind::kNothing},
  };
  First(v1::OUTCOME_UNKNOWN);
  int64_t fence = 2;
  for (const PostReply& reply : replies) {
    agents.on_post = [&reply](const std::string&) { return reply; };
    v1::Command command = AsSecond(SendCommand("r-1", 1));
    command.mutable_fence()->set_number(fence++);
    const AttemptEnd end = Run(command);
    EXPECT_EQ(end.result.state(), v1::ATTEMPT_STATE_DONE);
    EXPECT_EQ(end.result.outcome(), v1::OUTCOME_MAYBE_APPLIED) << reply.status << reply.body;
    EXPECT_EQ(end.result.posts(), 2);
    ASSERT_TRUE(store.Withdraw("r-1", 2).ok());
  }
}

TEST_F(SecondAttemptEndTest, Rule6NothingIsPostedWhileTheFirstIsUnderWay) {
  First(v1::OUTCOME_PENDING);
  ExpectNever(Run(), v1::REASON_BUSY);
  EXPECT_TRUE(agents.Reads().empty());
  EXPECT_EQ(agents.Hellos(), 0);
}

TEST_F(SecondAttemptEndTest, WithoutARecordOfTheFirstTheIdIsSpent) { ExpectSpent(Run()); }

TEST_F(SecondAttemptEndTest, AFirstThatTheEdgeKnowsAsSentIsReported) {
  First(v1::OUTCOME_SENT);
  const AttemptEnd end = Run();
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(end.result.attempt(), 2);
  EXPECT_EQ(end.result.posts(), 1);
  EXPECT_FALSE(end.is_begun);
  EXPECT_TRUE(agents.Posts().empty());
  EXPECT_TRUE(agents.Reads().empty());
}

TEST_F(SecondAttemptEndTest, AFirstThatWasRefusedIsNotPostedAgain) {
  First(v1::OUTCOME_REFUSED);
  const AttemptEnd end = Run();
  ExpectSpent(end);
  EXPECT_EQ(end.result.detail().find("twice"), std::string::npos) << end.result.detail();
}

TEST_F(SecondAttemptEndTest, ThereIsNoThirdPost) {
  First(v1::OUTCOME_UNKNOWN);
  First(v1::OUTCOME_MAYBE_APPLIED, AsSecond(SendCommand("r-1", 1)));
  v1::Command third = AsSecond(SendCommand("r-1", 1));
  third.set_attempt(3);
  third.mutable_fence()->set_number(3);
  const AttemptEnd end = Run(third);
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(end.result.attempt(), 3);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(SecondAttemptEndTest, ACommandThatComesTwiceGetsItsResult) {
  First(v1::OUTCOME_UNKNOWN);
  First(v1::OUTCOME_MAYBE_APPLIED, AsSecond(SendCommand("r-1", 1)));
  AttemptEnd end = Run();
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(end.result.attempt(), 2);
  EXPECT_FALSE(end.is_begun);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(SecondAttemptEndTest, AFencedCommandIsAnsweredAndNothingIsRead) {
  First(v1::OUTCOME_UNKNOWN);
  RaiseFence(2);
  ExpectNever(Run(), v1::REASON_FENCED);
  EXPECT_TRUE(agents.Reads().empty());
}

TEST_F(SecondAttemptEndTest, Rule12AFenceThatRoseDuringTheHelloIsMetByItsReceipt) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_hello = [this] { RaiseFence(2); };
  const AttemptEnd end = Run();
  ExpectNever(end, v1::REASON_FENCED);
  EXPECT_FALSE(end.is_begun);
  EXPECT_FALSE(store.Find("r-1", 2).ok());
}

TEST_F(SecondAttemptEndTest, Rule13OneThatAStopOvertookIsTakenBackNotPosted) {
  First(v1::OUTCOME_UNKNOWN);
  store.on_begun = [this] { RaiseFence(3); };
  const AttemptEnd end = Run();
  ExpectNever(end, v1::REASON_FENCED);
  EXPECT_TRUE(end.is_begun);
}

TEST_F(SecondAttemptEndTest, AFenceThatRoseToItsOwnDoesNotStopIt) {
  First(v1::OUTCOME_UNKNOWN);
  store.on_begun = [this] { RaiseFence(2); };
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
}

TEST_F(SecondAttemptEndTest, TimeThatRunsOutBeforeThePostLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  store.on_begun = [this] { clock.Advance(absl::Seconds(20)); };
  const AttemptEnd end = Run();
  ExpectNever(end, v1::REASON_EXPIRED);
  EXPECT_TRUE(end.is_begun);
}

TEST_F(SecondAttemptEndTest, TimeThatRanOutDuringReadOrHelloLeavesNoReceipt) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_hello = [this] { clock.Advance(absl::Seconds(20)); };
  AttemptEnd end = Run();
  ExpectNever(end, v1::REASON_EXPIRED);
  EXPECT_FALSE(end.is_begun);
  ExpectNever(Run(), v1::REASON_EXPIRED);  // it is over before the read
  EXPECT_EQ(agents.Hellos(), 1);
  EXPECT_EQ(agents.Reads().size(), 1u);
}

TEST_F(SecondAttemptEndTest, ADiskThatRefusesTheSecondReceiptLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_hello = [this] { store.FailWrites(absl::UnavailableError("The disk is full.")); };
  const AttemptEnd end = Run();
  ExpectNever(end, v1::REASON_STORE_UNAVAILABLE);
  EXPECT_FALSE(end.is_begun);
}

TEST_F(SecondAttemptEndTest, WhereNothingMayBeSentAWitnessIsSearched) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.pane->mutable_turn()->set_id("t-2");
  agents.witness = v1::EVIDENCE_USER_ITEM;
  const AttemptEnd end = Run();
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(end.result.evidence(), v1::EVIDENCE_USER_ITEM);
  EXPECT_EQ(end.result.reason(), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(agents.Searches(), std::vector<std::string>{"deploy r-1"});
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(SecondAttemptEndTest, WithoutARecordAWitnessStillHeals) {
  agents.witness = v1::EVIDENCE_USER_ITEM;
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
}

TEST_F(SecondAttemptEndTest, AStartHasNoConversationToLookIn) {
  First(v1::OUTCOME_UNKNOWN, Start());
  agents.fresh.source.set_epoch("e-2");
  agents.witness = v1::EVIDENCE_USER_ITEM;
  ExpectSpent(Run(AsSecond(Start())), v1::REASON_TURN_MOVED);
  EXPECT_TRUE(agents.Searches().empty());
}

}  // namespace
}  // namespace collie::edge

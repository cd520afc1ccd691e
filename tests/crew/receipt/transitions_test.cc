#include "crew/receipt/transitions.h"

#include "crew/receipt/outcome.h"
#include "crew/receipt/sentence.h"
#include "gtest/gtest.h"

namespace collie::receipt {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1764460800);

v1::Receipt Pending() {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_PENDING);
  return receipt;
}

v1::Receipt WithOutcome(v1::Outcome outcome) {
  v1::Receipt receipt = Pending();
  receipt.set_outcome(outcome);
  return receipt;
}

v1::ActResult Done(int attempt, v1::Outcome outcome, v1::Reason reason = v1::REASON_UNSPECIFIED) {
  v1::ActResult result;
  result.set_request_id("r-1");
  result.set_attempt(attempt);
  result.set_state(v1::ATTEMPT_STATE_DONE);
  result.set_outcome(outcome);
  result.set_reason(reason);
  result.set_evidence(v1::EVIDENCE_REPLY);
  result.set_posts(attempt);
  return result;
}

v1::ActResult Never(int attempt, v1::Reason reason) {
  v1::ActResult result = Done(attempt, v1::OUTCOME_UNSPECIFIED, reason);
  result.set_state(v1::ATTEMPT_STATE_NEVER);
  result.set_evidence(v1::EVIDENCE_UNSPECIFIED);
  result.set_posts(attempt - 1);
  return result;
}

TEST(TransitionsTest, TakesASentWithItsNews) {
  v1::Receipt receipt = Pending();
  v1::ActResult result = Done(1, v1::OUTCOME_SENT);
  result.set_queued(true);
  EXPECT_TRUE(TakeResult(receipt, result, /*newest=*/true, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(receipt.evidence(), v1::EVIDENCE_REPLY);
  EXPECT_TRUE(receipt.queued());
  EXPECT_EQ(receipt.effect(), v1::EFFECT_QUEUED);
  EXPECT_EQ(receipt.attempts(), 1);
  EXPECT_EQ(receipt.finished_at().seconds(), 1764460800);
}

TEST(TransitionsTest, Rule5RefusalOfTheSecondAttemptNeverRefusesTheAct) {
  v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  TakeResult(receipt, Done(2, v1::OUTCOME_REFUSED, v1::REASON_TURN_MOVED), true, kNow);
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
}

TEST(TransitionsTest, Rule5BeforeTheSecondPostOnlyWhatMovedOnEndsMaybeApplied) {
  for (const v1::Reason reason : {v1::REASON_BUSY, v1::REASON_FENCED, v1::REASON_EXPIRED,
                                  v1::REASON_SOURCE_UNREACHABLE, v1::REASON_STORE_UNAVAILABLE}) {
    v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
    EXPECT_FALSE(TakeResult(receipt, Never(2, reason), true, kNow) &&
                 receipt.outcome() != v1::OUTCOME_UNKNOWN);
    EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
  }
  for (const v1::Reason reason : {v1::REASON_ASK_CLOSED, v1::REASON_TURN_MOVED}) {
    v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
    TakeResult(receipt, Never(2, reason), true, kNow);
    EXPECT_EQ(receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  }
}

TEST(TransitionsTest, NeverInTheFirstAttemptIsRefused) {
  v1::Receipt receipt = Pending();
  EXPECT_TRUE(TakeResult(receipt, Never(1, v1::REASON_FENCED), true, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(receipt.reason(), v1::REASON_FENCED);
  EXPECT_EQ(receipt.attempts(), 0);
}

TEST(TransitionsTest, Rule7SecondAttemptOnlyWhileUnknown) {
  EXPECT_TRUE(MayDispatch(Pending(), 1));
  EXPECT_FALSE(MayDispatch(Pending(), 2));
  EXPECT_TRUE(MayDispatch(WithOutcome(v1::OUTCOME_UNKNOWN), 2));
  EXPECT_FALSE(MayDispatch(WithOutcome(v1::OUTCOME_SENT), 2));
  EXPECT_FALSE(MayDispatch(WithOutcome(v1::OUTCOME_MAYBE_APPLIED), 2));
  EXPECT_FALSE(MayDispatch(WithOutcome(v1::OUTCOME_REFUSED), 2));
  EXPECT_FALSE(MayDispatch(WithOutcome(v1::OUTCOME_UNKNOWN), 1));
  EXPECT_FALSE(MayDispatch(WithOutcome(v1::OUTCOME_UNKNOWN), 0));
}

TEST(TransitionsTest, AttemptsThatWereNotPostedAreFollowedByOthersButTwoPostsAreTheLast) {
  v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  receipt.set_attempts(1);
  EXPECT_TRUE(MayDispatch(receipt, 2));
  EXPECT_TRUE(MayDispatch(receipt, 9));
  receipt.set_attempts(2);
  EXPECT_FALSE(MayDispatch(receipt, 2));
  EXPECT_FALSE(MayDispatch(receipt, 3));
}

TEST(TransitionsTest, Rule5WhatStaysUnknownSaysWhyNothingWasAsked) {
  v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(EndWithoutPost(receipt, 2, RefusedBecause(v1::REASON_BUSY), kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(receipt.reason(), v1::REASON_BUSY);
  EXPECT_FALSE(receipt.detail().empty());
  EXPECT_TRUE(TakeResult(receipt, Never(3, v1::REASON_STARTING), /*newest=*/true, kNow));
  EXPECT_EQ(receipt.reason(), v1::REASON_STARTING);
  EXPECT_NE(receipt.detail().find("starting"), std::string::npos);
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
}

TEST(TransitionsTest, Rule9AReasonIsNotedOnAnUnknownOnly) {
  for (const v1::Outcome outcome :
       {v1::OUTCOME_SENT, v1::OUTCOME_MAYBE_APPLIED, v1::OUTCOME_REFUSED}) {
    v1::Receipt receipt = WithOutcome(outcome);
    EXPECT_FALSE(EndWithoutPost(receipt, 2, RefusedBecause(v1::REASON_BUSY), kNow));
    EXPECT_FALSE(TakeResult(receipt, Never(2, v1::REASON_STARTING), /*newest=*/true, kNow) &&
                 receipt.reason() != v1::REASON_UNSPECIFIED);
    EXPECT_EQ(receipt.outcome(), outcome);
    EXPECT_EQ(receipt.reason(), v1::REASON_UNSPECIFIED);
  }
}

TEST(TransitionsTest, PostsAreCountedAsTheEdgeBeganThem) {
  v1::Receipt receipt = Pending();
  v1::ActResult result = Done(1, v1::OUTCOME_UNKNOWN);
  TakeResult(receipt, result, /*newest=*/true, kNow);
  EXPECT_EQ(receipt.attempts(), 1);
  result = Done(3, v1::OUTCOME_MAYBE_APPLIED);
  result.set_posts(0);  // nothing was POSTed: what was stays
  TakeResult(receipt, result, /*newest=*/true, kNow);
  EXPECT_EQ(receipt.attempts(), 1);
  result = Done(3, v1::OUTCOME_SENT);
  result.set_posts(2);
  TakeResult(receipt, result, /*newest=*/true, kNow);
  EXPECT_EQ(receipt.attempts(), 2);
}

TEST(TransitionsTest, WhatIsGivenUpEndsUnknownWithThatReason) {
  v1::Receipt receipt = Pending();
  EXPECT_TRUE(EndGivenUp(receipt, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(receipt.reason(), v1::REASON_GIVEN_UP);
  receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(EndGivenUp(receipt, kNow));
  EXPECT_EQ(receipt.reason(), v1::REASON_GIVEN_UP);
  EXPECT_FALSE(receipt.detail().empty());
  for (const v1::Outcome outcome :
       {v1::OUTCOME_MAYBE_APPLIED, v1::OUTCOME_SENT, v1::OUTCOME_REFUSED}) {
    receipt = WithOutcome(outcome);
    EXPECT_FALSE(EndGivenUp(receipt, kNow));
    EXPECT_EQ(receipt.outcome(), outcome);
    EXPECT_EQ(receipt.reason(), v1::REASON_UNSPECIFIED);
  }
  receipt = Pending();
  EndGivenUp(receipt, kNow);
  EXPECT_TRUE(TakeResult(receipt, Done(1, v1::OUTCOME_SENT), /*newest=*/true, kNow));
  EXPECT_EQ(receipt.reason(), v1::REASON_UNSPECIFIED);
}

TEST(TransitionsTest, Rule8NewsOfAnOlderAttemptHealsToSentAndNothingElse) {
  v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  EXPECT_FALSE(TakeResult(receipt, Done(1, v1::OUTCOME_REFUSED), /*newest=*/false, kNow));
  EXPECT_FALSE(TakeResult(receipt, Done(1, v1::OUTCOME_MAYBE_APPLIED), /*newest=*/false, kNow));
  EXPECT_FALSE(TakeResult(receipt, Never(1, v1::REASON_FENCED), /*newest=*/false, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(TakeResult(receipt, Done(1, v1::OUTCOME_SENT), /*newest=*/false, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
}

TEST(TransitionsTest, Rule9OutcomesOnlyRise) {
  v1::Receipt sent = WithOutcome(v1::OUTCOME_SENT);
  TakeResult(sent, Done(1, v1::OUTCOME_UNKNOWN), true, kNow);
  EndUnknown(sent, v1::REASON_UNSPECIFIED, kNow);
  EndMaybeApplied(sent, "Nobody can tell.", kNow);
  EndWithoutPost(sent, 0, RefusedBecause(v1::REASON_BUSY), kNow);
  EXPECT_EQ(sent.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(sent.reason(), v1::REASON_UNSPECIFIED);

  v1::Receipt maybe = WithOutcome(v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_FALSE(EndUnknown(maybe, v1::REASON_UNSPECIFIED, kNow));
  EXPECT_TRUE(TakeResult(maybe, Done(1, v1::OUTCOME_SENT), true, kNow));
  EXPECT_EQ(maybe.outcome(), v1::OUTCOME_SENT);
}

TEST(TransitionsTest, AHealedOutcomeRestsOnTheEdgesReceipt) {
  v1::Receipt receipt = WithOutcome(v1::OUTCOME_UNKNOWN);
  TakeResult(receipt, Done(1, v1::OUTCOME_SENT), true, kNow);
  EXPECT_EQ(receipt.evidence(), v1::EVIDENCE_EDGE_RECEIPT);
}

TEST(TransitionsTest, ResultsThatBreakTheContractChangeNothing) {
  v1::Receipt receipt = Pending();
  EXPECT_FALSE(TakeResult(receipt, Done(1, v1::OUTCOME_PENDING), true, kNow));
  EXPECT_FALSE(TakeResult(receipt, Done(1, v1::OUTCOME_UNSPECIFIED), true, kNow));
  EXPECT_FALSE(TakeResult(receipt, Done(1, static_cast<v1::Outcome>(77)), true, kNow));
  v1::ActResult under_way = Done(1, v1::OUTCOME_SENT);
  under_way.set_state(v1::ATTEMPT_STATE_UNDER_WAY);
  EXPECT_FALSE(TakeResult(receipt, under_way, true, kNow));
  EXPECT_FALSE(Settles(under_way));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_PENDING);
  v1::ActResult many = Done(1, v1::OUTCOME_SENT);
  many.set_posts(1000);
  TakeResult(receipt, many, true, kNow);
  EXPECT_EQ(receipt.attempts(), 2);
}

TEST(TransitionsTest, AStartLearnsItsPane) {
  v1::Receipt receipt = Pending();
  receipt.set_act(v1::ACT_KIND_START);
  v1::ActResult result = Done(1, v1::OUTCOME_SENT);
  result.set_started_pane("chat-7");
  TakeResult(receipt, result, true, kNow);
  EXPECT_EQ(receipt.conversation().pane(), "chat-7");

  v1::Receipt hostile = Pending();
  hostile.set_act(v1::ACT_KIND_START);
  result.set_started_pane("../x");
  TakeResult(hostile, result, true, kNow);
  EXPECT_EQ(hostile.conversation().pane(), "");
}

TEST(TransitionsTest, ARefusalCarriesReasonSentenceAndTheAskAsItIsNow) {
  v1::Receipt receipt = Pending();
  Refusal refusal = RefusedBecause(v1::REASON_ASK_CHANGED);
  refusal.ask.emplace().set_ask_id("deploy-1");
  EXPECT_TRUE(EndWithoutPost(receipt, 0, refusal, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(receipt.reason(), v1::REASON_ASK_CHANGED);
  EXPECT_EQ(receipt.ask().ask_id(), "deploy-1");
  EXPECT_FALSE(receipt.detail().empty());
}

TEST(OutcomeTest, DefiniteOnesAreSentAndRefused) {
  EXPECT_TRUE(IsDefinite(v1::OUTCOME_SENT));
  EXPECT_TRUE(IsDefinite(v1::OUTCOME_REFUSED));
  EXPECT_FALSE(IsDefinite(v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_FALSE(Rises(v1::OUTCOME_REFUSED, v1::OUTCOME_SENT));
}

TEST(TransitionsTest, WhatWasLearnedOfTheFirstTryStandsBesideWhyItWasNotRetried) {
  v1::Receipt receipt;
  receipt.set_outcome(v1::OUTCOME_UNKNOWN);
  receipt.set_detail("It answered 500.");
  ASSERT_TRUE(EndWithoutPost(receipt, 2, RefusedBecause(v1::REASON_BUSY), kNow));
  ASSERT_TRUE(EndWithoutPost(receipt, 2, RefusedBecause(v1::REASON_EXPIRED), kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(receipt.reason(), v1::REASON_EXPIRED);
  EXPECT_EQ(receipt.detail(),
            "It answered 500. It was not retried: " + std::string(Sentence(v1::REASON_EXPIRED)));
}

TEST(TransitionsTest, ThatAnOperatorGaveItUpStaysTheReason) {
  v1::Receipt receipt;
  receipt.set_outcome(v1::OUTCOME_PENDING);
  ASSERT_TRUE(EndGivenUp(receipt, kNow));
  ASSERT_TRUE(EndWithoutPost(receipt, 2, RefusedBecause(v1::REASON_BUSY), kNow));
  EXPECT_EQ(receipt.reason(), v1::REASON_GIVEN_UP);
}

}  // namespace
}  // namespace collie::receipt

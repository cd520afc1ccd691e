// How a later attempt is settled: late news of the first, refusals, restarts and wiped stores.
#include "tests/relay/acts/act_retry_fixture.h"

namespace collie::relay {
namespace {

class ActRetrySettleTest : public ActRetryFixture {};

TEST_F(ActRetrySettleTest, Rule5ARefusalMetByTheSecondAttemptRefusesNothing) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", Second(v1::OUTCOME_REFUSED));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetrySettleTest, Rule5WhatMovedOnBeforeItsPostEndsMaybeApplied) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", NeverSecond(v1::REASON_TURN_MOVED));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(LastReason(), v1::REASON_TURN_MOVED);
}

TEST_F(ActRetrySettleTest, Rule8ALateResultOfTheFirstSettlesAndUnlocksNothing) {
  MakeUnknown();
  Submit(Again());
  for (const v1::Outcome outcome :
       {v1::OUTCOME_UNKNOWN, v1::OUTCOME_REFUSED, v1::OUTCOME_MAYBE_APPLIED}) {
    flow->OnResult("deck", Result("r-1", outcome, 1));
    EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
    EXPECT_EQ(Record().phase, ActPhase::kDispatched);
    EXPECT_TRUE(crew.is_busy);
  }
  EXPECT_TRUE(replies.empty());
  EXPECT_EQ(links.acks.size(), 4u);  // or the edge would tell them for ever
  EXPECT_EQ(links.acks.back().attempt(), 1);
}

TEST_F(ActRetrySettleTest,
       Rule8ALateSentOfTheFirstIsReportedAndTheLockStaysUntilTheSecondIsSettled) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT, 1));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(replies[0].receipt->evidence(), v1::EVIDENCE_EDGE_RECEIPT);
  EXPECT_EQ(Record().phase, ActPhase::kDispatched);
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Second(v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetrySettleTest, Rules16And22ARestartDuringTheSecondAttemptLocksAndQueriesIt) {
  MakeUnknown();
  Submit(Again());
  Restart();
  EXPECT_TRUE(crew.is_busy);
  Submit(Send("r-2"));
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  Open("store-1");
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].attempt(), 2);
  EXPECT_EQ(links.settles[0].fence().term(), 7);
  EXPECT_EQ(links.settles[0].fence().number(), 2);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(links.commands.size(), 2u);
  flow->OnResult("deck", Second(v1::OUTCOME_SENT));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetrySettleTest, Rule17ARestartAfterTheDeadlineOfTheSecondStillQueries) {
  MakeUnknown();
  Submit(Again());
  Pass(absl::Seconds(20));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  Restart();
  EXPECT_TRUE(crew.is_busy);
  Pass(absl::Seconds(10));
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].attempt(), 2);
  flow->OnResult("deck", NeverSecond(v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetrySettleTest, Rule19ARestartBeforeTheDispatchOfTheSecondLeavesItUnknown) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();  // it has the lock; its dispatch is not on disk
  store.is_held = false;
  EXPECT_TRUE(store.Unsettled().empty());
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
}

TEST_F(ActRetrySettleTest, AWipedEdgeStoreIsNoticedByARelayThatRestarted) {
  Open("store-1");
  Submit(Send("r-1"));
  EXPECT_EQ(Record().edge_store, "store-1");
  Restart();
  Open("store-2");
  flow->OnResult("deck", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetrySettleTest, AWipedEdgeStoreSpendsTheSecondAttempt) {
  Open("store-1");
  MakeUnknown();
  Submit(Again());
  Open("store-2");
  flow->OnResult("deck", NeverSecond(v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActRetrySettleTest, TheSameEdgeStoreKeepsItsPromiseAcrossARelaysRestart) {
  Open("store-1");
  Submit(Send("r-1"));
  Restart();
  Open("store-1");
  flow->OnResult("deck", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_REFUSED);
}

TEST_F(ActRetrySettleTest, Rule18AnOvertakenRelayBeginsNoSecondAttempt) {
  MakeUnknown();
  store.failure = absl::AbortedError("A newer relay has started.");
  Submit(Again());
  EXPECT_EQ(LastReason(), v1::REASON_FENCED);
  store.failure = absl::OkStatus();
  store.is_held = true;
  Submit(Again());
  store.Step();
  store.failure = absl::AbortedError("A newer relay has started.");
  store.Step();
  EXPECT_EQ(LastReason(), v1::REASON_FENCED);
  EXPECT_EQ(links.commands.size(), 1u);
  EXPECT_FALSE(crew.is_busy);
}

}  // namespace
}  // namespace collie::relay

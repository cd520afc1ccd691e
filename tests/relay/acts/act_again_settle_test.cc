// How a later attempt is settled: late news of the first, refusals, restarts and wiped stores.
#include "tests/relay/acts/act_again_fixture.h"

namespace collie::relay {
namespace {

class ActAgainSettleTest : public ActAgainFixture {};

TEST_F(ActAgainSettleTest, Rule5ARefusalMetByTheSecondAttemptRefusesNothing) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("desk", Second(v1::OUTCOME_REFUSED));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActAgainSettleTest, Rule5WhatMovedOnBeforeItsPostEndsMaybeApplied) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("desk", NeverSecond(v1::REASON_TURN_MOVED));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(LastReason(), v1::REASON_TURN_MOVED);
}

TEST_F(ActAgainSettleTest, Rule8ALateResultOfTheFirstSettlesAndUnlocksNothing) {
  MakeUnknown();
  Submit(Again());
  for (const v1::Outcome outcome :
       {v1::OUTCOME_UNKNOWN, v1::OUTCOME_REFUSED, v1::OUTCOME_MAYBE_APPLIED}) {
    flow->OnResult("desk", Result("r-1", outcome, 1));
    EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
    EXPECT_EQ(Record().phase, ActPhase::kPassedOn);
    EXPECT_TRUE(crew.is_busy);
  }
  EXPECT_TRUE(replies.empty());
  EXPECT_EQ(links.acks.size(), 4u);  // or the edge would tell them for ever
  EXPECT_EQ(links.acks.back().attempt(), 1);
}

TEST_F(ActAgainSettleTest, Rule8ALateSentOfTheFirstIsToldAndTheLockStaysUntilTheSecondIsSettled) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("desk", Result("r-1", v1::OUTCOME_SENT, 1));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(replies[0].receipt->evidence(), v1::EVIDENCE_EDGE_RECEIPT);
  EXPECT_EQ(Record().phase, ActPhase::kPassedOn);
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("desk", Second(v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActAgainSettleTest, Rules16And22ARestartDuringTheSecondAttemptLocksAndAsksAboutIt) {
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
  flow->OnResult("desk", Second(v1::OUTCOME_SENT));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActAgainSettleTest, Rule17ARestartAfterTheDeadlineOfTheSecondStillAsks) {
  MakeUnknown();
  Submit(Again());
  Pass(absl::Seconds(20));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  Restart();
  EXPECT_TRUE(crew.is_busy);
  Pass(absl::Seconds(10));
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].attempt(), 2);
  flow->OnResult("desk", NeverSecond(v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActAgainSettleTest, Rule19ARestartBeforeThePassOnOfTheSecondLeavesItUnknown) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();  // it has the lock; its pass-on is not on disk
  store.is_held = false;
  EXPECT_TRUE(store.Unsettled().empty());
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
}

TEST_F(ActAgainSettleTest, AWipedEdgeStoreIsNoticedByARelayThatRestarted) {
  Open("store-1");
  Submit(Send("r-1"));
  EXPECT_EQ(Record().edge_store, "store-1");
  Restart();
  Open("store-2");
  flow->OnResult("desk", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActAgainSettleTest, AWipedEdgeStoreSpendsTheSecondAttempt) {
  Open("store-1");
  MakeUnknown();
  Submit(Again());
  Open("store-2");
  flow->OnResult("desk", NeverSecond(v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActAgainSettleTest, TheSameEdgeStoreKeepsItsPromiseAcrossARelaysRestart) {
  Open("store-1");
  Submit(Send("r-1"));
  Restart();
  Open("store-1");
  flow->OnResult("desk", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_REFUSED);
}

TEST_F(ActAgainSettleTest, Rule18AnOvertakenRelayBeginsNoSecondAttempt) {
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

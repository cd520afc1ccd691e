#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

class ActFlowSettleTest : public ActFlowFixture {};

TEST_F(ActFlowSettleTest, Rule17UnknownAtTheDeadlineKeepsThePhaseAndTheLock) {
  Submit(Send("r-1"));
  Pass(absl::Seconds(20));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kDispatched);
  EXPECT_TRUE(crew.is_busy);
  Submit(Send("r-2"));
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);

  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));  // the edge's receipt heals it
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(store.records["r-1"].receipt.evidence(), v1::EVIDENCE_EDGE_RECEIPT);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, AnActPastItsDeadlineIsQueriedAgainAndAgain) {
  Submit(Send("r-1"));
  Pass(absl::Seconds(20));
  EXPECT_TRUE(links.settles.empty());
  Pass(absl::Seconds(10));
  Pass(absl::Seconds(10));
  EXPECT_EQ(links.settles.size(), 2u);
}

TEST_F(ActFlowSettleTest, Rule22ANewStreamIsQueriedAboutEachUnsettledActByItsOwnFence) {
  Submit(Send("r-1"));
  Open("store-1");
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].request_id(), "r-1");
  EXPECT_EQ(links.settles[0].attempt(), 1);
  EXPECT_EQ(links.settles[0].fence().number(), 1);
  EXPECT_EQ(links.settles[0].conversation().pane(), "deploy");
  Open("store-2", "other");
  EXPECT_EQ(links.settles.size(), 1u);
  flow->OnResult("deck", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, UnderWayLeavesEverythingAsItIs) {
  Submit(Send("r-1"));
  v1::ActResult under_way = Result("r-1", v1::OUTCOME_UNSPECIFIED);
  under_way.set_state(v1::ATTEMPT_STATE_UNDER_WAY);
  flow->OnResult("deck", under_way);
  EXPECT_TRUE(replies.empty());
  EXPECT_TRUE(links.acks.empty());
  EXPECT_TRUE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, Rule23AcksNameTheOutcomeAndComeAfterTheCommit) {
  Submit(Send("r-1"));
  store.is_held = true;
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_TRUE(links.acks.empty());
  EXPECT_TRUE(crew.is_busy);
  store.Step();
  ASSERT_EQ(links.acks.size(), 1u);
  EXPECT_EQ(links.acks[0].outcome(), v1::OUTCOME_UNKNOWN);
  store.is_held = false;
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  ASSERT_EQ(links.acks.size(), 2u);
  EXPECT_EQ(links.acks[1].outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActFlowSettleTest, AResultThatTheStoreCannotTakeIsTakenOnceItCan) {
  Submit(Send("r-1"));
  store.failure = absl::UnavailableError("The disk is full.");
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_TRUE(links.acks.empty());
  store.failure = absl::OkStatus();
  Pass(absl::Seconds(1));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(links.acks.size(), 1u);
}

TEST_F(ActFlowSettleTest, AResultOfALostStreamWaitsForTheNextOne) {
  Submit(Send("r-1"));
  store.failure = absl::UnavailableError("The disk is full.");
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  flow->OnStreamLost("deck", 0);
  store.failure = absl::OkStatus();
  Pass(absl::Seconds(1));
  EXPECT_TRUE(replies.empty());
}

TEST_F(ActFlowSettleTest, TheLateEndOfAnOlderStreamTakesNoResultOfTheNewest) {
  OpenStream("store-1", 2);
  Submit(Send("r-1"));
  store.failure = absl::UnavailableError("The disk is full.");
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  flow->OnStreamLost("deck", 1);
  store.failure = absl::OkStatus();
  Pass(absl::Seconds(1));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
}

TEST_F(ActFlowSettleTest, ALateHelloOfAnOlderStreamDoesNotNameTheStore) {
  OpenStream("store-2", 2);
  OpenStream("store-1", 1);
  Submit(Send("r-1"));
  EXPECT_EQ(store.records["r-1"].edge_store, "store-2");
}

TEST_F(ActFlowSettleTest, ALateHelloOfAnOlderStreamOpensNoMemberThatANewerOneClosed) {
  OpenStream("store-1", 1);
  flow->CloseMember("deck", 3);
  OpenStream("store-1", 2);
  Submit(Send("r-1"));
  EXPECT_TRUE(links.commands.empty());
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  OpenStream("store-1", 3);
  Submit(Send("r-2"));
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowSettleTest, Rule9ALateUnknownDoesNotUndoASent) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(links.acks.size(), 2u);  // or the edge would tell it for ever
}

TEST_F(ActFlowSettleTest, Rule8NewsOfAnOlderAttemptSettlesNothing) {
  Submit(Send("r-1"));
  Pass(absl::Seconds(20));
  ActRecord& record = store.records["r-1"];
  record.attempt = 2;
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN, 1));
  EXPECT_EQ(record.phase, ActPhase::kDispatched);
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT, 1));
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(record.phase, ActPhase::kDispatched);
  EXPECT_TRUE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, AResultOfAnotherMembersActIsDropped) {
  Submit(Send("r-1"));
  flow->OnResult("mallory", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_TRUE(replies.empty());
  EXPECT_TRUE(links.acks.empty());
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_PENDING);
}

TEST_F(ActFlowSettleTest, AResultOfAnAttemptThatNeverWasIsDropped) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT, 2));
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, Rule16ARestartedRelayHasItsLocksAgain) {
  Submit(Send("r-1"));
  store.term = 8;
  replies.clear();
  crew.is_busy = false;
  Start();
  ASSERT_TRUE(flow->Restore().ok());
  EXPECT_TRUE(crew.is_busy);
  Submit(Send("r-2"));
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  Open("store-1");
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].fence().term(), 7);  // the act's own
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_FALSE(crew.is_busy);
  Submit(Send("r-3"));
  EXPECT_EQ(links.commands.back().fence().term(), 8);
}

TEST_F(ActFlowSettleTest, AnActFoundAtTheStartBecomesUnknownInItsTime) {
  Submit(Send("r-1"));
  Start();
  ASSERT_TRUE(flow->Restore().ok());
  Pass(absl::Seconds(20));
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kDispatched);
}

TEST_F(ActFlowSettleTest, NeverFromAWipedEdgeStoreIsNoPromise) {
  Open("store-1");
  Submit(Send("r-1"));
  Open("store-2");
  flow->OnResult("deck", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowSettleTest, AWipedEdgeStoreDoesNotTouchActsDispatchedAfterIt) {
  Open("store-1");
  Open("store-2");
  Submit(Send("r-1"));
  Open("store-2");
  flow->OnResult("deck", Never("r-1", v1::REASON_MEMBER_UNREACHABLE));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
}

TEST_F(ActFlowSettleTest, TheClockIsAskedForOnlyWhileSomethingIsDue) {
  EXPECT_EQ(flow->NextDeadline(), std::nullopt);
  Submit(Send("r-1"));
  EXPECT_EQ(flow->NextDeadline(), clock.Now() + absl::Seconds(20));
  EXPECT_GT(notified, 0);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_EQ(flow->NextDeadline(), std::nullopt);
}

}  // namespace
}  // namespace collie::relay

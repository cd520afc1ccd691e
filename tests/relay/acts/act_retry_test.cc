// Try again: what a later attempt is dispatched with, and what keeps it from being dispatched.
#include "tests/relay/acts/act_retry_fixture.h"

namespace collie::relay {
namespace {

class ActRetryTest : public ActRetryFixture {};

TEST_F(ActRetryTest, ASettledUnknownIsDispatchedAsAttemptTwoWithANewFenceAndTheFirstsEpoch) {
  MakeUnknown();
  crew.target.source->set_epoch("e-2");
  links.on_command = [this] {
    EXPECT_EQ(Record().phase, ActPhase::kDispatched);
    EXPECT_EQ(Record().attempt, 2);
    EXPECT_EQ(Record().fence.number(), 2);
    EXPECT_EQ(Record().epoch, "e-1");
  };
  Submit(Again());
  ASSERT_EQ(links.commands.size(), 2u);
  const v1::Command& command = links.commands[1];
  EXPECT_EQ(command.attempt(), 2);
  EXPECT_EQ(command.fence().number(), 2);
  EXPECT_EQ(command.epoch(), "e-1");
  EXPECT_EQ(command.time_left_ms(), 20000);
  EXPECT_FALSE(command.request().again());
  EXPECT_EQ(command.request().send().text(), "Ship it");
  EXPECT_TRUE(crew.is_busy);
  EXPECT_TRUE(replies.empty());
  flow->OnResult("deck", Second(v1::OUTCOME_SENT));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(replies[0].receipt->attempts(), 2);
  EXPECT_FALSE(replies[0].receipt->replayed());
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetryTest, ManyWhoRetryAtTheSameMomentMakeOneAttempt) {
  MakeUnknown();
  store.is_held = true;
  for (int i = 0; i < 20; ++i) Submit(Again());
  while (store.Step()) {
  }
  store.is_held = false;
  EXPECT_EQ(links.commands.size(), 2u);
  EXPECT_TRUE(replies.empty());
  flow->OnResult("deck", Second(v1::OUTCOME_SENT));
  ASSERT_EQ(replies.size(), 20u);
  int repeats = 0;
  for (const ActReply& reply : replies) {
    EXPECT_EQ(reply.receipt->outcome(), v1::OUTCOME_SENT);
    repeats += reply.receipt->replayed();
  }
  EXPECT_EQ(repeats, 19);
}

TEST_F(ActRetryTest, Rule25ABareRepeatDuringTheSecondAttemptWaitsForIt) {
  MakeUnknown();
  Submit(Again());
  Submit(Send("r-1"));
  EXPECT_TRUE(replies.empty());
  flow->OnResult("deck", Second(v1::OUTCOME_MAYBE_APPLIED));
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[1].receipt->outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActRetryTest, Rule17CallersGetUnknownAtTheDeadlineAndTheLockStays) {
  MakeUnknown();
  Submit(Again());
  Pass(absl::Milliseconds(19999));
  EXPECT_TRUE(replies.empty());
  Pass(absl::Milliseconds(1));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kDispatched);
  EXPECT_TRUE(crew.is_busy);
  Pass(absl::Seconds(10));
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].attempt(), 2);
  flow->OnResult("deck", Second(v1::OUTCOME_SENT));
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetryTest, OverAUrlACallerGetsItsReceiptAfterItsWait) {
  crew.target.source->set_remote(true);
  MakeUnknown();
  Submit(Again());
  EXPECT_EQ(links.commands[1].time_left_ms(), 35000);
  Pass(absl::Seconds(25));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().phase, ActPhase::kDispatched);
}

TEST_F(ActRetryTest, Rule5BusyLeavesItUnknownAndSaysSo) {
  MakeUnknown();
  Submit(Send("r-2"));
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  EXPECT_FALSE(replies.back().receipt->detail().empty());
  EXPECT_EQ(Record().attempt, 1);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_TRUE(crew.is_busy);  // by r-2, whose lock it did not take away
  EXPECT_EQ(links.commands.size(), 2u);
  flow->OnResult("deck", Result("r-2", v1::OUTCOME_SENT));
  Submit(Again());
  EXPECT_EQ(links.commands.size(), 3u);
  EXPECT_EQ(links.commands[2].attempt(), 2);
}

TEST_F(ActRetryTest, Rule5AMemberThatIsAwayLeavesItUnknownAndSaysSo) {
  MakeUnknown();
  crew.target.member->set_state(v1::MEMBER_STATE_DISCONNECTED);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_EQ(Record().attempt, 1);
  crew.target.source.reset();
  crew.target.member->set_state(v1::MEMBER_STATE_CONNECTED);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_SOURCE_UNREACHABLE);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetryTest, Rule5AStreamThatIsGoneAtSendingLeavesItUnknownAndItMayBeRetried) {
  MakeUnknown();
  links.is_up = false;
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_EQ(replies.back().receipt->attempts(), 1);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
  links.is_up = true;
  Submit(Again());
  EXPECT_EQ(links.commands.back().attempt(), 3);
}

TEST_F(ActRetryTest, Rule5AStoreThatCannotDispatchLeavesItUnknown) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();  // its receipt is read
  store.failure = absl::UnavailableError("The disk is full.");
  store.Step();
  store.Step();
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_EQ(links.commands.size(), 1u);
  store.failure = absl::OkStatus();
  store.is_held = false;
  Pass(absl::Seconds(1));
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Record().receipt.reason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_FALSE(crew.is_busy);
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActRetryTest, AStoreThatCannotBeReadRefusesTheQuestionWithoutAReceipt) {
  MakeUnknown();
  store.failure = absl::UnavailableError("The disk is full.");
  Submit(Again());
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_FALSE(replies.back().receipt.has_value());
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetryTest, Rule5TimeThatRanOutBeforeTheDispatchLeavesItUnknown) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();  // its receipt is read, the dispatch waits for the disk
  clock.Advance(absl::Seconds(21));
  while (store.Step()) {
  }
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_EXPIRED);
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActRetryTest, Rule6WhileTheFirstIsNotSettledItsReceiptIsTheAnswer) {
  Submit(Send("r-1"));
  Submit(Again());
  EXPECT_TRUE(replies.empty());  // it waits with the first
  Pass(absl::Seconds(20));
  EXPECT_EQ(replies.size(), 2u);
  Submit(Again());
  ASSERT_EQ(replies.size(), 3u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(replies.back().receipt->replayed());
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActRetryTest, Rule7AWitnessBetweenTheChecksAndTheDispatchSendsNothing) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();  // looked at: unknown; the dispatch is queued
  flow->OnConversation("deck", Shows("r-1"));
  store.StepNewest();
  EXPECT_EQ(Record().receipt.outcome(), v1::OUTCOME_SENT);
  store.Step();
  EXPECT_EQ(links.commands.size(), 1u);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_EQ(Record().attempt, 1);
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(replies[0].receipt->evidence(), v1::EVIDENCE_USER_ITEM);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActRetryTest, Rule7ALateResultBetweenTheChecksAndTheDispatchSendsNothing) {
  MakeUnknown();
  store.is_held = true;
  Submit(Again());
  store.Step();
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  store.StepNewest();
  while (store.Step()) {
  }
  EXPECT_EQ(links.commands.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
}

TEST_F(ActRetryTest, ARepeatThatIsLookedUpWhileAWitnessComesGetsTheHealedReceipt) {
  MakeUnknown();
  store.is_held = true;
  Submit(Send("r-1"));
  flow->OnConversation("deck", Shows("r-1"));
  store.StepNewest();
  store.Step();
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(replies[0].receipt->replayed());
  EXPECT_FALSE(crew.is_busy);
  store.is_held = false;
  Submit(Send("r-2"));
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActRetryTest, AfterTwoPostsNothingIsDispatched) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", Second(v1::OUTCOME_UNKNOWN));  // whatever it ended with
  EXPECT_EQ(Record().receipt.attempts(), 2);
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(replies.back().receipt->replayed());
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActRetryTest, ASpentIdIsNotDispatched) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", Second(v1::OUTCOME_MAYBE_APPLIED));
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActRetryTest, AnAttemptThatWasNotPostedIsFollowedByAnother) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", NeverSecond(v1::REASON_STARTING));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_STARTING);
  EXPECT_EQ(Record().receipt.attempts(), 1);
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  Submit(Again());
  ASSERT_EQ(links.commands.size(), 3u);
  EXPECT_EQ(links.commands[2].attempt(), 3);
  EXPECT_EQ(links.commands[2].fence().number(), 3);
  flow->OnResult("deck", Second(v1::OUTCOME_SENT, 3));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(LastReason(), v1::REASON_UNSPECIFIED);
}

TEST_F(ActRetryTest, NoCheckOfTheMergedStateEndsIt) {
  MakeUnknown();
  crew.target.pane->mutable_turn()->set_id("t-2");
  crew.target.pane->set_open_asks(1);
  crew.target.source->set_state(v1::SOURCE_STATE_STARTING);
  crew.target.source->mutable_capabilities()->set_send(false);
  Submit(Again());
  EXPECT_EQ(links.commands.size(), 2u);
  flow->OnResult("deck", NeverSecond(v1::REASON_STARTING));
  crew.target.pane.reset();
  Submit(Again());
  EXPECT_EQ(links.commands.size(), 3u);
}

TEST_F(ActRetryTest, AnotherPayloadIsRefusedAndDrainingBeginsNothing) {
  MakeUnknown();
  Submit(Again(Send("r-1", "Something else")));
  EXPECT_EQ(LastReason(), v1::REASON_REQUEST_ID_REUSED);
  EXPECT_FALSE(replies.back().receipt.has_value());
  flow->Drain();
  Submit(Again());
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActRetryTest, ATapIsRetriedAsTheAnswerItStoodFor) {
  crew.AddAsk();
  Submit(Tap("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  crew.target.pane->clear_asks();  // its one-use id names nothing any more
  Submit(Again(Tap("r-1")));
  ASSERT_EQ(links.commands.size(), 2u);
  EXPECT_EQ(links.commands[1].request().answer().ask_id(), "ask-1");
  flow->OnResult("deck", Second(v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_TRUE(crew.undecided.empty());  // it may well have decided
}

TEST_F(ActRetryTest, AStopThatIsRetriedWaitsForTheLockAndThenGoesBesideIt) {
  Submit(Stop("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  Submit(Send("r-2"));
  Submit(Again(Stop("r-1")));
  EXPECT_EQ(links.commands.size(), 2u);
  Pass(absl::Seconds(3));
  ASSERT_EQ(links.commands.size(), 3u);
  EXPECT_EQ(links.commands[2].attempt(), 2);
  EXPECT_EQ(links.commands[2].fence().number(), 3);
}

}  // namespace
}  // namespace collie::relay

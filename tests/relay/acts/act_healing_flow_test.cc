// Witnesses on their way to a receipt, and acts that an operator gives up.
#include "tests/relay/acts/act_retry_fixture.h"

namespace collie::relay {
namespace {

class ActHealingFlowTest : public ActRetryFixture {
 protected:
  static v1::ConversationUpdate Nothing(const std::string& epoch) {
    v1::ConversationUpdate update = Shows("");
    update.clear_items();
    update.set_epoch(epoch);
    return update;
  }
  static v1::ConversationUpdate Drops(const std::string& id) {
    v1::ConversationUpdate update = Nothing("e-1");
    update.add_dropped_requests(id);
    return update;
  }
  void SendQueued() {
    Submit(Send("r-1"));
    v1::ActResult kept = Result("r-1", v1::OUTCOME_SENT);
    kept.set_queued(true);
    flow->OnResult("deck", kept);
    ASSERT_TRUE(Receipt().queued());
  }
  const v1::Receipt& Receipt() { return Record().receipt; }
  void GiveUp(const std::string& id) {
    flow->GiveUp(id, [this](ActReply reply) { replies.push_back(std::move(reply)); });
  }
  const ids::ConversationKey deploy{"deck", "hello", "deploy"};
};

TEST_F(ActHealingFlowTest, AUserItemHealsAnUnknownAndSaysSo) {
  MakeUnknown();
  EXPECT_TRUE(crew.read_for_healing.contains(deploy));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Receipt().evidence(), v1::EVIDENCE_USER_ITEM);
  EXPECT_EQ(Receipt().reason(), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(Receipt().detail(), "");
  EXPECT_TRUE(Receipt().has_effective_at());
  EXPECT_EQ(crew.receipts.back().outcome(), v1::OUTCOME_SENT);
  flow->Tick();
  EXPECT_TRUE(crew.read_for_healing.empty());
}

TEST_F(ActHealingFlowTest, ASpentActHealsToo) {
  MakeUnknown();
  Submit(Again());
  flow->OnResult("deck", Second(v1::OUTCOME_MAYBE_APPLIED));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActHealingFlowTest, ASendIsEffectiveWhenItsItemAppears) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_FALSE(Receipt().has_effective_at());
  EXPECT_TRUE(crew.read_for_healing.contains(deploy));
  clock.Advance(absl::Seconds(30));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().effective_at().seconds(), absl::ToUnixSeconds(clock.Wall()));
  EXPECT_EQ(Receipt().evidence(), v1::EVIDENCE_REPLY);
  flow->Tick();
  EXPECT_TRUE(crew.read_for_healing.empty());
  EXPECT_TRUE(crew.receipts.back().has_effective_at());
}

TEST_F(ActHealingFlowTest, APendingActWaitsForItsResultAndIsEffectiveMeanwhile) {
  Submit(Send("r-1"));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(Receipt().has_effective_at());
  EXPECT_TRUE(replies.empty());
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));  // its reply was lost
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Receipt().evidence(), v1::EVIDENCE_USER_ITEM);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActHealingFlowTest, AWitnessBeforeTheDeadlineMakesItSentThere) {
  Submit(Send("r-1"));
  flow->OnConversation("deck", Shows("r-1"));
  Pass(absl::Seconds(20));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Record().phase, ActPhase::kDispatched);  // what the edge does is not known yet
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActHealingFlowTest, AnotherMembersNewsHealsNothing) {
  MakeUnknown();
  flow->OnConversation("mallory", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_UNKNOWN);
}

TEST_F(ActHealingFlowTest, ADecisionThatNamesAnOlderAnswerHealsIt) {
  crew.AddAsk();
  Submit(Tap("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  Submit(Tap("r-2"));
  v1::ActResult decided = Result("r-2", v1::OUTCOME_REFUSED);
  decided.set_reason(v1::REASON_DECIDED);
  decided.mutable_decision()->set_ask_id("ask-1");
  decided.mutable_decision()->set_request_id("r-1");
  flow->OnResult("deck", decided);
  EXPECT_EQ(LastReason(), v1::REASON_DECIDED);
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Receipt().evidence(), v1::EVIDENCE_DECIDED);
}

TEST_F(ActHealingFlowTest, ASendThatWasDroppedSaysSo) {
  SendQueued();
  flow->OnConversation("deck", Drops("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(Receipt().queued());
  EXPECT_NE(Receipt().detail().find("dropped"), std::string::npos);
  EXPECT_FALSE(Receipt().has_effective_at());
}

TEST_F(ActHealingFlowTest, ASendWhoseEpochEndedWithoutItsItemSaysSo) {
  SendQueued();
  crew.target.source->set_epoch("e-2");
  flow->OnConversation("deck", Nothing("e-2"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(Receipt().queued());
  EXPECT_NE(Receipt().detail().find("restarted"), std::string::npos);
}

// An edge sends what it has of a conversation at once, and that may be from before the restart.
TEST_F(ActHealingFlowTest, NewsOfAnEarlierEpochEndsNothing) {
  crew.target.source->set_epoch("e-2");
  SendQueued();
  flow->OnConversation("deck", Nothing("e-1"));
  EXPECT_TRUE(Receipt().queued());
  EXPECT_EQ(Receipt().detail(), "");
}

TEST_F(ActHealingFlowTest, APartOfTheNewsOrOneOfNoEpochEndsNothing) {
  SendQueued();
  crew.target.source->set_epoch("e-2");
  v1::ConversationUpdate part = Nothing("e-2");
  part.set_more(true);
  flow->OnConversation("deck", part);
  EXPECT_TRUE(Receipt().queued());  // the rest may name it
  crew.target.source->clear_epoch();
  flow->OnConversation("deck", Nothing(""));
  EXPECT_TRUE(Receipt().queued());
}

TEST_F(ActHealingFlowTest, APartOfALaterEpochsViewEndsNothingYet) {
  SendQueued();
  crew.target.source->set_epoch("e-2");
  v1::ConversationUpdate part = Nothing("e-2");
  part.set_more(true);
  flow->OnConversation("deck", part);
  EXPECT_TRUE(Receipt().queued());
  v1::ConversationUpdate rest = Shows("r-1");
  rest.set_epoch("e-2");
  flow->OnConversation("deck", rest);
  EXPECT_TRUE(Receipt().has_effective_at());
  EXPECT_EQ(Receipt().detail(), "");
}

// Absence proves nothing: the item may be among those that the agent left out.
TEST_F(ActHealingFlowTest, ATruncatedViewOfALaterEpochEndsNothing) {
  SendQueued();
  crew.target.source->set_epoch("e-2");
  v1::ConversationUpdate update = Nothing("e-2");
  update.set_truncated(true);
  flow->OnConversation("deck", update);
  EXPECT_TRUE(Receipt().queued());
  EXPECT_EQ(Receipt().detail(), "");
}

// Each change of the set goes to an edge.
TEST_F(ActHealingFlowTest, ActAfterActInOneConversationTellsOnceWhatToRead) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = "r-" + std::to_string(i);
    Submit(Send(id));
    flow->OnResult("deck", Result(id, v1::OUTCOME_SENT));
    flow->OnConversation("deck", Shows(id));
  }
  EXPECT_EQ(crew.times_told_what_to_read, 1);
  flow->Tick();
  EXPECT_EQ(crew.times_told_what_to_read, 2);
  EXPECT_TRUE(crew.read_for_healing.empty());
}

TEST_F(ActHealingFlowTest, ConversationsAreReadForAnHour) {
  MakeUnknown();
  Pass(absl::Minutes(59));
  EXPECT_TRUE(crew.read_for_healing.contains(deploy));
  Pass(absl::Minutes(1));
  EXPECT_TRUE(crew.read_for_healing.empty());
  flow->OnConversation("deck", Shows("r-1"));  // somebody happens to look
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActHealingFlowTest, ARestartedRelayFollowsWhatIsOpen) {
  MakeUnknown();
  Pass(absl::Minutes(50));
  Restart();
  EXPECT_TRUE(crew.read_for_healing.contains(deploy));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Receipt().evidence(), v1::EVIDENCE_USER_ITEM);
}

TEST_F(ActHealingFlowTest, ARestartDoesNotBeginAnotherHour) {
  MakeUnknown();
  clock.Advance(absl::Hours(2));
  crew.read_for_healing.clear();
  Restart();
  EXPECT_TRUE(crew.read_for_healing.empty());
}

TEST_F(ActHealingFlowTest, ARestartTellsOnceWhatIsReadForHealing) {
  MakeUnknown();
  for (int i = 0; i < 50; ++i) {
    const std::string id = "other-" + std::to_string(i);
    ActRecord record = Record();
    record.receipt.set_request_id(id);
    record.receipt.mutable_conversation()->set_pane(id);
    store.records[id] = record;
  }
  crew.times_told_what_to_read = 0;
  Restart();
  EXPECT_EQ(crew.read_for_healing.size(), 51u);
  EXPECT_EQ(crew.times_told_what_to_read, 1);
}

TEST_F(ActHealingFlowTest, AWitnessThatTheStoreCannotTakeIsTakenOnceItCan) {
  MakeUnknown();
  store.failure = absl::UnavailableError("The disk is full.");
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(flow->NextDeadline(), clock.Now() + absl::Seconds(1));
  store.failure = absl::OkStatus();
  Pass(absl::Seconds(1));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(flow->NextDeadline(), std::nullopt);
}

TEST_F(ActHealingFlowTest, Rule18AnOvertakenRelayHealsNothingAndStopsTrying) {
  MakeUnknown();
  store.failure = absl::AbortedError("A newer relay has started.");
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(flow->NextDeadline(), std::nullopt);
}

TEST_F(ActHealingFlowTest, GivingUpFreesTheConversationAndFencesTheCommand) {
  Submit(Send("r-1"));
  GiveUp("r-1");
  ASSERT_EQ(replies.size(), 2u);  // the caller that waited, and the operator
  for (const ActReply& reply : replies) {
    EXPECT_EQ(reply.receipt->outcome(), v1::OUTCOME_UNKNOWN);
    EXPECT_EQ(reply.receipt->reason(), v1::REASON_GIVEN_UP);
  }
  EXPECT_EQ(Record().phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
  ASSERT_EQ(links.settles.size(), 1u);
  EXPECT_EQ(links.settles[0].fence().number(), 2);
  Submit(Send("r-2"));
  EXPECT_EQ(links.commands.back().fence().number(), 3);
}

TEST_F(ActHealingFlowTest, GivingUpAfterTheDeadlineSaysSoInTheReceipt) {
  Submit(Send("r-1"));
  Pass(absl::Seconds(20));
  GiveUp("r-1");
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(LastReason(), v1::REASON_GIVEN_UP);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActHealingFlowTest, ALateWitnessOrResultHealsWhatWasGivenUp) {
  Submit(Send("r-1"));
  GiveUp("r-1");
  EXPECT_TRUE(crew.read_for_healing.contains(deploy));
  flow->OnConversation("deck", Shows("r-1"));
  EXPECT_EQ(Receipt().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Receipt().reason(), v1::REASON_UNSPECIFIED);
  Submit(Send("r-2"));
  GiveUp("r-2");
  flow->OnResult("deck", Result("r-2", v1::OUTCOME_SENT));
  EXPECT_EQ(Record("r-2").receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Record("r-2").receipt.evidence(), v1::EVIDENCE_EDGE_RECEIPT);
  EXPECT_EQ(links.acks.size(), 1u);
}

TEST_F(ActHealingFlowTest, GivingUpOneActLeavesAStopBesideItItsLock) {
  Submit(Send("r-1"));
  Submit(Stop("r-2"));
  Pass(absl::Seconds(3));
  GiveUp("r-1");
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Result("r-2", v1::OUTCOME_SENT));
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActHealingFlowTest, OnlyWhatIsWithAnEdgeCanBeGivenUp) {
  GiveUp("r-9");
  EXPECT_EQ(LastReason(), v1::REASON_UNKNOWN_REQUEST);
  EXPECT_FALSE(replies.back().receipt.has_value());
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  GiveUp("r-1");
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  store.is_held = true;
  Submit(Send("r-2"));
  store.Step();  // accepted; its dispatch waits
  GiveUp("r-2");
  store.StepNewest();
  EXPECT_TRUE(replies.back().bad_request);
  store.Step();
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActHealingFlowTest, AStoreThatCannotGiveUpChangesNothing) {
  Submit(Send("r-1"));
  store.failure = absl::UnavailableError("The disk is full.");
  GiveUp("r-1");
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  store.failure = absl::OkStatus();
  EXPECT_TRUE(crew.is_busy);
  EXPECT_EQ(Record().phase, ActPhase::kDispatched);
}

TEST_F(ActHealingFlowTest, WhatWasGivenUpCanBeRetried) {
  Submit(Send("r-1"));
  GiveUp("r-1");
  Submit(Again());
  ASSERT_EQ(links.commands.size(), 2u);
  EXPECT_EQ(links.commands[1].attempt(), 2);
  EXPECT_EQ(links.commands[1].fence().number(), 3);
}

}  // namespace
}  // namespace collie::relay

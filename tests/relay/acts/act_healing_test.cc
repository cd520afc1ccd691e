// What conversations witness of the acts that are followed, and which are read for it.
#include "relay/acts/act_healing.h"

#include <ctime>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using Kind = receipt::Witness::Kind;

class HealingTest : public testing::Test {
 protected:
  static ActRecord Record(const std::string& id, v1::Outcome outcome,
                          const std::string& pane = "deploy") {
    ActRecord record;
    record.attempt = 1;
    record.phase = ActPhase::kSettled;
    record.epoch = "e-1";
    record.request.set_request_id(id);
    record.request.mutable_send()->set_text("Ship it");
    record.receipt.set_request_id(id);
    record.receipt.set_act(v1::ACT_KIND_SEND);
    record.receipt.set_outcome(outcome);
    *record.receipt.mutable_conversation() = ids::ConversationKey{"deck", "hello", pane}.ToProto();
    *record.request.mutable_conversation() = record.receipt.conversation();
    return record;
  }
  static ActRecord Answer(const std::string& id) {
    ActRecord record = Record(id, v1::OUTCOME_UNKNOWN);
    record.receipt.set_act(v1::ACT_KIND_ANSWER);
    record.request.mutable_answer()->set_ask_id("ask-1");
    return record;
  }
  static ActRecord Start(const std::string& id, const std::string& text) {
    ActRecord record = Record(id, v1::OUTCOME_UNKNOWN, "");
    record.receipt.set_act(v1::ACT_KIND_START);
    record.request.mutable_start()->set_text(text);
    return record;
  }
  static ActRecord Queued(const std::string& id) {
    ActRecord record = Record(id, v1::OUTCOME_SENT);
    record.receipt.set_queued(true);
    return record;
  }

  static v1::ConversationUpdate Update(const std::string& epoch = "e-1") {
    v1::ConversationUpdate update;
    update.set_source("hello");
    update.set_pane("deploy");
    update.set_epoch(epoch);
    return update;
  }
  static v1::ConversationUpdate WithItem(const std::string& id, const std::string& epoch = "e-1") {
    v1::ConversationUpdate update = Update(epoch);
    update.add_items()->set_kind(v1::ITEM_KIND_USER);
    update.mutable_items(0)->set_request_id(id);
    return update;
  }
  static v1::ConversationUpdate WithClosed(const std::string& id, const std::string& ask) {
    v1::ConversationUpdate update = Update();
    update.add_closed_asks()->set_request_id(id);
    update.mutable_closed_asks(0)->set_ask_id(ask);
    return update;
  }

  void Follow(const ActRecord& record) { healing.Follow(record, now); }
  std::vector<std::string> FindWitnessed(const v1::ConversationUpdate& update) {
    return healing.FindWitnessed(ids::MemberId("deck"), update);
  }
  v1::Evidence EvidenceOf(const std::string& id) const {
    const auto witness = healing.WitnessOf(id);
    return witness.has_value() ? witness->evidence : v1::EVIDENCE_UNSPECIFIED;
  }

  const ids::ConversationKey deploy{"deck", "hello", "deploy"};
  const clock::Steady now{absl::Seconds(1000)};
  Healing healing{absl::Hours(1)};
};

TEST_F(HealingTest, AUserItemThatNamesItShowsASend) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
  EXPECT_EQ(healing.WitnessOf("r-1")->kind, Kind::kShown);
  EXPECT_EQ(EvidenceOf("r-1"), v1::EVIDENCE_USER_ITEM);
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), IsEmpty());  // it is no news
}

TEST_F(HealingTest, PresenceProvesInAnyEpoch) {
  Follow(Record("r-1", v1::OUTCOME_MAYBE_APPLIED));
  EXPECT_THAT(FindWitnessed(WithItem("r-1", "e-9")), ElementsAre("r-1"));
}

TEST_F(HealingTest, AbsenceProvesNothing) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(FindWitnessed(Update()), IsEmpty());
  EXPECT_THAT(FindWitnessed(Update("e-2")), IsEmpty());
  EXPECT_EQ(healing.WitnessOf("r-1"), std::nullopt);
}

TEST_F(HealingTest, OnlyTheActsOwnMemberSourceAndPaneProve) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(healing.FindWitnessed(ids::MemberId("mallory"), WithItem("r-1")), IsEmpty());
  v1::ConversationUpdate update = WithItem("r-1");
  update.set_source("other");
  EXPECT_THAT(FindWitnessed(update), IsEmpty());
  update.set_source("hello");
  update.set_pane("other");
  EXPECT_THAT(FindWitnessed(update), IsEmpty());
  EXPECT_EQ(healing.WitnessOf("r-1"), std::nullopt);
}

TEST_F(HealingTest, OnlyAUserItemShows) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  v1::ConversationUpdate update = WithItem("r-1");
  update.mutable_items(0)->set_kind(v1::ITEM_KIND_NOTICE);
  EXPECT_THAT(FindWitnessed(update), IsEmpty());
}

TEST_F(HealingTest, AConversationThatCouldNotBeReadShowsNothing) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  v1::ConversationUpdate update = WithItem("r-1");
  update.set_reason("deadline");
  EXPECT_THAT(FindWitnessed(update), IsEmpty());
}

TEST_F(HealingTest, AClosedQuestionThatNamesItShowsAnAnswerToThatQuestion) {
  Follow(Answer("r-1"));
  EXPECT_THAT(FindWitnessed(WithClosed("r-1", "ask-2")), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithClosed("r-2", "ask-1")), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithClosed("r-1", "ask-1")), ElementsAre("r-1"));
  EXPECT_EQ(EvidenceOf("r-1"), v1::EVIDENCE_ASK_CLOSED);
}

TEST_F(HealingTest, ADecisionThatNamesAnOlderAnswerShowsThatOne) {
  Follow(Answer("r-1"));
  v1::ClosedAsk decision;
  decision.set_ask_id("ask-1");
  decision.set_request_id("r-1");
  EXPECT_THAT(healing.WitnessDecision({"deck", "hello", "other"}, decision), IsEmpty());
  EXPECT_THAT(healing.WitnessDecision({"mallory", "hello", "deploy"}, decision), IsEmpty());
  EXPECT_THAT(healing.WitnessDecision({"deck", "hello", "deploy"}, decision), ElementsAre("r-1"));
  EXPECT_EQ(EvidenceOf("r-1"), v1::EVIDENCE_DECIDED);
}

TEST_F(HealingTest, AStartedPaneShowsAStartAndNamesItsPane) {
  Follow(Start("r-1", "Begin"));
  v1::ConversationUpdate update = WithItem("r-1");
  update.set_pane("chat-7");
  EXPECT_THAT(FindWitnessed(update), ElementsAre("r-1"));
  EXPECT_EQ(EvidenceOf("r-1"), v1::EVIDENCE_STARTED_PANE);
  EXPECT_EQ(healing.WitnessOf("r-1")->started_pane, "chat-7");
}

TEST_F(HealingTest, AStartOfAnotherSourceIsNotShown) {
  Follow(Start("r-1", "Begin"));
  v1::ConversationUpdate update = WithItem("r-1");
  update.set_source("other");
  EXPECT_THAT(FindWitnessed(update), IsEmpty());
}

TEST_F(HealingTest, ADroppedSendIsSeenAndShownIsBetter) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  v1::ConversationUpdate dropped = Update();
  dropped.add_dropped_requests("r-1");
  EXPECT_THAT(FindWitnessed(dropped), ElementsAre("r-1"));
  EXPECT_EQ(healing.WitnessOf("r-1")->kind, Kind::kDropped);
  EXPECT_THAT(FindWitnessed(dropped), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
  EXPECT_EQ(healing.WitnessOf("r-1")->kind, Kind::kShown);
  EXPECT_THAT(FindWitnessed(dropped), IsEmpty());
}

TEST_F(HealingTest, ALaterEpochWithoutTheItemEndsAKeptSend) {
  EXPECT_FALSE(healing.KeepsAny(deploy));
  Follow(Queued("r-1"));
  EXPECT_TRUE(healing.KeepsAny(deploy));
  EXPECT_FALSE(healing.KeepsAny({"deck", "hello", "other"}));
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-1")), IsEmpty());  // its own
  EXPECT_THAT(healing.WitnessEpoch({"deck", "hello", "other"}, ids::Epoch("e-2")), IsEmpty());
  EXPECT_THAT(healing.WitnessEpoch({"mallory", "hello", "deploy"}, ids::Epoch("e-2")), IsEmpty());
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-2")), ElementsAre("r-1"));
  EXPECT_EQ(healing.WitnessOf("r-1")->kind, Kind::kEpochEnded);
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-3")), IsEmpty());  // it is no news
}

TEST_F(HealingTest, AnItemIsBetterThanTheEndOfItsEpoch) {
  Follow(Queued("r-1"));
  EXPECT_THAT(FindWitnessed(WithItem("r-1", "e-2")), ElementsAre("r-1"));
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-2")), IsEmpty());
  EXPECT_EQ(healing.WitnessOf("r-1")->kind, Kind::kShown);
  Follow(Queued("r-2"));
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-2")), ElementsAre("r-2"));
  EXPECT_THAT(FindWitnessed(WithItem("r-2", "e-2")), ElementsAre("r-2"));
  EXPECT_EQ(healing.WitnessOf("r-2")->kind, Kind::kShown);
}

TEST_F(HealingTest, AnotherAgentUnderTheSameNameIsNoWitness) {
  ActRecord record = Record("r-1", v1::OUTCOME_UNKNOWN);
  record.address_id = ids::AddressId("here");
  Follow(record);
  EXPECT_THAT(
      healing.FindWitnessed(ids::MemberId("deck"), WithItem("r-1"), ids::AddressId("there")),
      IsEmpty());
  EXPECT_THAT(healing.FindWitnessed(ids::MemberId("deck"), WithItem("r-1"), ids::AddressId("here")),
              ElementsAre("r-1"));
}

TEST_F(HealingTest, OnlyASendThatTheAgentKeptEndsWithItsEpoch) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  Follow(Record("r-2", v1::OUTCOME_SENT));
  EXPECT_FALSE(healing.KeepsAny(deploy));
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-2")), IsEmpty());
}

TEST_F(HealingTest, WhatIsPendingIsNotReadForAndRemembersItsWitness) {
  ActRecord record = Record("r-1", v1::OUTCOME_PENDING);
  Follow(record);
  EXPECT_THAT(healing.Wanted(now), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
  record.receipt.set_outcome(v1::OUTCOME_UNKNOWN);
  Follow(record);
  EXPECT_EQ(EvidenceOf("r-1"), v1::EVIDENCE_USER_ITEM);
}

TEST_F(HealingTest, FollowsOnlyWhatAConversationCanStillTellOf) {
  for (const v1::Outcome open :
       {v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED, v1::OUTCOME_SENT}) {
    Follow(Record("r-1", open));
    EXPECT_EQ(healing.Wanted(now).size(), 1u) << open;
    Follow(Record("r-1", v1::OUTCOME_REFUSED));
    EXPECT_THAT(healing.Wanted(now), IsEmpty());
  }
  ActRecord effective = Record("r-1", v1::OUTCOME_SENT);
  effective.receipt.mutable_effective_at();
  Follow(effective);
  Follow(Start("r-2", ""));  // it writes no item
  ActRecord rename = Record("r-3", v1::OUTCOME_UNKNOWN);
  rename.receipt.set_act(v1::ACT_KIND_RENAME);
  Follow(rename);
  ActRecord answered = Answer("r-4");
  answered.receipt.set_outcome(v1::OUTCOME_SENT);
  Follow(answered);
  ActRecord accepted = Record("r-5", v1::OUTCOME_PENDING);
  accepted.attempt = 0;
  Follow(accepted);
  EXPECT_THAT(healing.Wanted(now), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-5")), IsEmpty());
}

TEST_F(HealingTest, ReadsForAnHourAndStillListensAfterwards) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(healing.Wanted(now + absl::Minutes(59)), ElementsAre(deploy));
  EXPECT_THAT(healing.Wanted(now + absl::Hours(1)), IsEmpty());
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));  // no second hour
  EXPECT_THAT(healing.Wanted(now + absl::Hours(1)), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
}

TEST_F(HealingTest, TheHourCountsFromWhenItBecameWhatItIs) {
  healing.Follow(Record("r-1", v1::OUTCOME_UNKNOWN), now, absl::Minutes(50));
  healing.Follow(Record("r-2", v1::OUTCOME_UNKNOWN, "other"), now, absl::Hours(5));
  EXPECT_EQ(healing.Wanted(now).size(), 1u);
  EXPECT_EQ(healing.Wanted(now + absl::Minutes(9)).size(), 1u);
  EXPECT_THAT(healing.Wanted(now + absl::Minutes(10)), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
}

TEST_F(HealingTest, AStartThatIsNotKnownToHaveAPaneIsWantedWithoutOne) {
  Follow(Start("r-1", "Begin"));
  Follow(Record("r-2", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(healing.Wanted(now),
              UnorderedElementsAre(ids::ConversationKey{"deck", "hello", ""}, deploy));
}

TEST_F(HealingTest, TheConversationsOfTheNewestActsAreReadFirst) {
  for (size_t i = 0; i <= Healing::kWanted; ++i) {
    const std::string id = std::to_string(i);
    Follow(Record("r-" + id, v1::OUTCOME_UNKNOWN, "p-" + id));
  }
  const auto wanted = healing.Wanted(now);
  EXPECT_EQ(wanted.size(), Healing::kWanted);
  EXPECT_FALSE(wanted.contains({"deck", "hello", "p-0"}));
  EXPECT_TRUE(wanted.contains({"deck", "hello", "p-256"}));
}

// Thousands of acts an hour may all be kept by their agents: none may cost what those before cost.
TEST_F(HealingTest, AnActCostsTheSameHoweverManyAreFollowed) {
  const auto work = [this](int acts) {
    Healing many(absl::Hours(1));
    const std::clock_t began = std::clock();
    for (int i = 0; i < acts; ++i) {
      const clock::Steady at = now + absl::Milliseconds(500) * i;
      many.Follow(Queued("r-" + std::to_string(i)), at);
      if (many.HasMoved(at)) many.Wanted(at);
      many.KeepsAny({"deck", "hello", "other"});
      many.WitnessEpoch(deploy, ids::Epoch("e-1"));
    }
    return static_cast<double>(std::clock() - began);
  };
  work(100);  // what is made once is made
  const double few = work(250);
  // Twelve times as many: some twelve times the work, not its square.
  EXPECT_LT(work(3000), 48 * few);
}

TEST_F(HealingTest, AnActOfAConversationThatIsReadMovesNothing) {
  Follow(Record("r-1", v1::OUTCOME_UNKNOWN));
  healing.Wanted(now);
  Follow(Record("r-2", v1::OUTCOME_UNKNOWN));
  EXPECT_FALSE(healing.HasMoved(now));
  Follow(Record("r-2", v1::OUTCOME_REFUSED));
  EXPECT_FALSE(healing.HasMoved(now));
  Follow(Record("r-1", v1::OUTCOME_REFUSED));
  EXPECT_TRUE(healing.HasMoved(now));
}

TEST_F(HealingTest, ASendThatIsKeptNoMoreIsNotLookedAtAgain) {
  Follow(Queued("r-1"));
  EXPECT_THAT(healing.WitnessEpoch(deploy, ids::Epoch("e-2")), ElementsAre("r-1"));
  EXPECT_FALSE(healing.KeepsAny(deploy));
  Follow(Queued("r-2"));
  Follow(Record("r-2", v1::OUTCOME_SENT));
  EXPECT_FALSE(healing.KeepsAny(deploy));
}

TEST_F(HealingTest, AStartThatLearnsItsPaneIsReadThere) {
  Follow(Start("r-1", "Begin"));
  ActRecord known = Start("r-1", "Begin");
  known.receipt.mutable_conversation()->set_pane("chat-7");
  Follow(known);
  EXPECT_THAT(healing.Wanted(now), ElementsAre(ids::ConversationKey{"deck", "hello", "chat-7"}));
}

TEST_F(HealingTest, TheOldestActLeavesWhenTooManyAreFollowed) {
  for (size_t i = 0; i <= Healing::kFollowed; ++i) {
    Follow(Record("r-" + std::to_string(i), v1::OUTCOME_UNKNOWN));
  }
  EXPECT_THAT(FindWitnessed(WithItem("r-0")), IsEmpty());
  EXPECT_THAT(FindWitnessed(WithItem("r-1")), ElementsAre("r-1"));
}

}  // namespace
}  // namespace collie::relay

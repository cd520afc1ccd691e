// What a witness in the conversation does to a receipt.
#include "crew/receipt/transitions.h"
#include "gtest/gtest.h"

namespace collie::receipt {
namespace {

using Kind = Witness::Kind;

const absl::Time kNow = absl::FromUnixSeconds(1764460800);

v1::Receipt With(v1::Outcome outcome, v1::ActKind act = v1::ACT_KIND_SEND) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.set_act(act);
  receipt.set_outcome(outcome);
  return receipt;
}

v1::Receipt Queued() {
  v1::Receipt receipt = With(v1::OUTCOME_SENT);
  receipt.set_queued(true);
  receipt.set_evidence(v1::EVIDENCE_REPLY);
  return receipt;
}

const Witness kItem = {Kind::kShown, v1::EVIDENCE_USER_ITEM, ""};
const Witness kClosed = {Kind::kShown, v1::EVIDENCE_ASK_CLOSED, ""};
const Witness kDropped = {Kind::kDropped, v1::EVIDENCE_UNSPECIFIED, ""};
const Witness kEpochEnded = {Kind::kEpochEnded, v1::EVIDENCE_UNSPECIFIED, ""};

TEST(TakeWitnessTest, WhatIsShownHealsWhatIsOpenAndNamesItself) {
  for (const v1::Outcome open : {v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED}) {
    v1::Receipt receipt = With(open);
    receipt.set_reason(v1::REASON_GIVEN_UP);
    receipt.set_detail("An operator gave this act up.");
    EXPECT_TRUE(TakeWitness(receipt, kItem, kNow));
    EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
    EXPECT_EQ(receipt.evidence(), v1::EVIDENCE_USER_ITEM);
    EXPECT_EQ(receipt.reason(), v1::REASON_UNSPECIFIED);
    EXPECT_EQ(receipt.detail(), "");
    EXPECT_EQ(receipt.finished_at().seconds(), 1764460800);
    EXPECT_EQ(receipt.effective_at().seconds(), 1764460800);
    EXPECT_FALSE(TakeWitness(receipt, kItem, kNow + absl::Seconds(9)));
    EXPECT_EQ(receipt.effective_at().seconds(), 1764460800);
  }
}

TEST(TakeWitnessTest, AnAnswerHasNoItemAndIsNotEffective) {
  v1::Receipt receipt = With(v1::OUTCOME_UNKNOWN, v1::ACT_KIND_ANSWER);
  EXPECT_TRUE(TakeWitness(receipt, kClosed, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(receipt.evidence(), v1::EVIDENCE_ASK_CLOSED);
  EXPECT_FALSE(receipt.has_effective_at());
}

// The item was seen before the act's end was known: it stands on disk, also after the relay that
// saw it has gone.
TEST(TakeWitnessTest, WhatWasSeenWhileItWasPendingHealsHoweverItEnds) {
  v1::Receipt seen = With(v1::OUTCOME_PENDING);
  EXPECT_TRUE(TakeWitness(seen, kItem, kNow));
  v1::Receipt at_deadline = seen;
  EXPECT_TRUE(EndUnknown(at_deadline, v1::REASON_UNSPECIFIED, kNow));
  v1::Receipt lost_edge = seen;
  EXPECT_TRUE(EndMaybeApplied(lost_edge, "The edge has lost its record.", kNow));
  v1::Receipt given_up = seen;
  EXPECT_TRUE(EndGivenUp(given_up, kNow));
  v1::Receipt told = seen;
  v1::ActResult result;
  result.set_attempt(1);
  result.set_state(v1::ATTEMPT_STATE_DONE);
  result.set_outcome(v1::OUTCOME_UNKNOWN);
  result.set_detail("The reply was cut.");
  EXPECT_TRUE(TakeResult(told, result, /*newest=*/true, kNow));
  for (const v1::Receipt* receipt : {&at_deadline, &lost_edge, &given_up, &told}) {
    EXPECT_EQ(receipt->outcome(), v1::OUTCOME_SENT);
    EXPECT_EQ(receipt->evidence(), v1::EVIDENCE_USER_ITEM);
    EXPECT_EQ(receipt->reason(), v1::REASON_UNSPECIFIED);
    EXPECT_EQ(receipt->detail(), "");
    EXPECT_EQ(receipt->effect(), v1::EFFECT_EFFECTIVE);
  }
}

TEST(TakeWitnessTest, WhatIsPendingWaitsForItsResultAndOnlyBecomesEffective) {
  v1::Receipt receipt = With(v1::OUTCOME_PENDING);
  EXPECT_TRUE(TakeWitness(receipt, kItem, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(receipt.has_effective_at());
  v1::Receipt answer = With(v1::OUTCOME_PENDING, v1::ACT_KIND_ANSWER);
  EXPECT_FALSE(TakeWitness(answer, kClosed, kNow));
  EXPECT_EQ(answer.outcome(), v1::OUTCOME_PENDING);
  v1::Receipt kept = With(v1::OUTCOME_PENDING);
  EXPECT_FALSE(TakeWitness(kept, kDropped, kNow));
  EXPECT_FALSE(TakeWitness(kept, kEpochEnded, kNow));
}

TEST(TakeWitnessTest, Rule9ARefusalStaysARefusal) {
  v1::Receipt receipt = With(v1::OUTCOME_REFUSED);
  for (const Witness& witness : {kClosed, kDropped, kEpochEnded}) {
    EXPECT_FALSE(TakeWitness(receipt, witness, kNow));
    EXPECT_EQ(receipt.outcome(), v1::OUTCOME_REFUSED);
  }
}

TEST(TakeWitnessTest, ASentKeepsItsEvidenceAndBecomesEffective) {
  v1::Receipt receipt = Queued();
  EXPECT_TRUE(TakeWitness(receipt, kItem, kNow));
  EXPECT_EQ(receipt.evidence(), v1::EVIDENCE_REPLY);
  EXPECT_TRUE(receipt.has_effective_at());
}

TEST(TakeWitnessTest, AStartLearnsItsPaneUnlessItIsKnown) {
  v1::Receipt receipt = With(v1::OUTCOME_UNKNOWN, v1::ACT_KIND_START);
  EXPECT_TRUE(TakeWitness(receipt, {Kind::kShown, v1::EVIDENCE_STARTED_PANE, "chat-7"}, kNow));
  EXPECT_EQ(receipt.conversation().pane(), "chat-7");
  EXPECT_TRUE(receipt.has_effective_at());
  TakeWitness(receipt, {Kind::kShown, v1::EVIDENCE_STARTED_PANE, "chat-8"}, kNow);
  EXPECT_EQ(receipt.conversation().pane(), "chat-7");
  v1::Receipt hostile = With(v1::OUTCOME_UNKNOWN, v1::ACT_KIND_START);
  TakeWitness(hostile, {Kind::kShown, v1::EVIDENCE_STARTED_PANE, "../x"}, kNow);
  EXPECT_EQ(hostile.conversation().pane(), "");
}

TEST(TakeWitnessTest, WhatWasDroppedWasTakenAndWillNotRun) {
  for (const v1::Outcome outcome : {v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED}) {
    v1::Receipt open = With(outcome);
    EXPECT_TRUE(TakeWitness(open, kDropped, kNow));
    EXPECT_EQ(open.outcome(), v1::OUTCOME_SENT);
    EXPECT_NE(open.detail().find("dropped"), std::string::npos);
  }
  v1::Receipt receipt = Queued();
  EXPECT_TRUE(TakeWitness(receipt, kDropped, kNow));
  EXPECT_FALSE(receipt.queued());
  EXPECT_NE(receipt.detail().find("dropped"), std::string::npos);
  EXPECT_FALSE(receipt.has_effective_at());
  EXPECT_FALSE(TakeWitness(receipt, kDropped, kNow));  // it is no news
}

TEST(TakeWitnessTest, AnEpochThatEndedProvesNothingOfWhatIsUnknown) {
  v1::Receipt receipt = With(v1::OUTCOME_UNKNOWN);
  EXPECT_FALSE(TakeWitness(receipt, kEpochEnded, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_UNKNOWN);
}

TEST(TakeWitnessTest, WhatWasKeptWhenItsEpochEndedSaysSo) {
  v1::Receipt receipt = Queued();
  EXPECT_TRUE(TakeWitness(receipt, kEpochEnded, kNow));
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_FALSE(receipt.queued());
  EXPECT_NE(receipt.detail().find("restarted"), std::string::npos);
  v1::Receipt effective = Queued();
  TakeWitness(effective, kItem, kNow);
  EXPECT_FALSE(TakeWitness(effective, kEpochEnded, kNow));
  EXPECT_EQ(effective.detail(), "");
}

// An agent whose queue outlives its epochs runs it after all.
TEST(TakeWitnessTest, AnItemThatComesAfterTheEpochEndedTakesTheSentenceBack) {
  v1::Receipt receipt = Queued();
  TakeWitness(receipt, kEpochEnded, kNow);
  EXPECT_TRUE(TakeWitness(receipt, kItem, kNow));
  EXPECT_TRUE(receipt.has_effective_at());
  EXPECT_EQ(receipt.detail(), "");
}

TEST(TakeWitnessTest, TheEffectSaysWhatBecameOfTheText) {
  v1::Receipt effective = Queued();
  TakeWitness(effective, kItem, kNow);
  EXPECT_EQ(effective.effect(), v1::EFFECT_EFFECTIVE);
  for (const Witness& witness : {kDropped, kEpochEnded}) {
    v1::Receipt dropped = Queued();
    TakeWitness(dropped, witness, kNow);
    EXPECT_EQ(dropped.effect(), v1::EFFECT_DROPPED);
    TakeWitness(dropped, kItem, kNow);  // it runs after all
    EXPECT_EQ(dropped.effect(), v1::EFFECT_EFFECTIVE);
    EXPECT_FALSE(TakeWitness(dropped, witness, kNow));
    EXPECT_EQ(dropped.effect(), v1::EFFECT_EFFECTIVE);
  }
  v1::Receipt open = With(v1::OUTCOME_UNKNOWN);
  TakeWitness(open, kDropped, kNow);
  EXPECT_EQ(open.effect(), v1::EFFECT_DROPPED);
  v1::Receipt answer = With(v1::OUTCOME_UNKNOWN, v1::ACT_KIND_ANSWER);
  TakeWitness(answer, kClosed, kNow);
  EXPECT_EQ(answer.effect(), v1::EFFECT_UNSPECIFIED);
}

TEST(TakeWitnessTest, AResultThatComesAfterTheItemDoesNotQueueItAgain) {
  v1::Receipt receipt = With(v1::OUTCOME_PENDING);
  TakeWitness(receipt, kItem, kNow);
  v1::ActResult kept;
  kept.set_attempt(1);
  kept.set_state(v1::ATTEMPT_STATE_DONE);
  kept.set_outcome(v1::OUTCOME_SENT);
  kept.set_queued(true);
  TakeResult(receipt, kept, /*newest=*/true, kNow);
  EXPECT_EQ(receipt.effect(), v1::EFFECT_EFFECTIVE);
  EXPECT_FALSE(receipt.queued());
}

}  // namespace
}  // namespace collie::receipt

#include "relay/members/held_act.h"

#include <gtest/gtest.h>

#include "crew/receipt/timestamp.h"
#include "relay/acts/request_check.h"

namespace collie::relay {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1'800'000'000);

v1::HeldAttempt Held(v1::Outcome outcome, int attempt = 1, int64_t term = 4) {
  v1::HeldAttempt held;
  v1::Command& command = *held.mutable_command();
  v1::ActRequest& request = *command.mutable_request();
  request.set_request_id("r-1");
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy");
  request.mutable_send()->set_turn("t-1");
  request.mutable_send()->set_text("Ship it");
  command.set_attempt(attempt);
  command.mutable_fence()->set_term(term);
  command.mutable_fence()->set_number(attempt);
  command.set_device("phone");
  command.set_payload(PayloadOf(request));
  held.set_epoch("e-1");
  held.set_begun_at_ms(absl::ToUnixMillis(kNow - absl::Hours(1)));
  v1::ActResult& result = *held.mutable_result();
  result.set_request_id("r-1");
  result.set_attempt(attempt);
  result.set_posts(attempt);
  result.set_state(outcome == v1::OUTCOME_PENDING ? v1::ATTEMPT_STATE_UNDER_WAY
                                                  : v1::ATTEMPT_STATE_DONE);
  if (outcome != v1::OUTCOME_PENDING) result.set_outcome(outcome);
  return held;
}

TEST(HeldActTest, Rule28AnActThatTheStoreLacksIsWhole) {
  std::optional<ActRecord> record;
  ASSERT_TRUE(TakeHeld(Held(v1::OUTCOME_SENT), "store-1", kNow, record));
  EXPECT_EQ(record->phase, ActPhase::kSettled);
  EXPECT_EQ(record->attempt, 1);
  EXPECT_EQ(record->fence.term(), 4);
  EXPECT_EQ(record->edge_store, "store-1");
  EXPECT_EQ(record->epoch, "e-1");
  EXPECT_EQ(record->payload, PayloadOf(record->request));
  EXPECT_EQ(record->receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(record->receipt.device(), "phone");
  EXPECT_EQ(record->receipt.attempts(), 1);
  EXPECT_EQ(record->receipt.conversation().pane(), "deploy");
  EXPECT_EQ(receipt::ToTime(record->receipt.accepted_at()), kNow - absl::Hours(1));
}

TEST(HeldActTest, Rule28OneUnderWayIsDispatched) {
  std::optional<ActRecord> record;
  ASSERT_TRUE(TakeHeld(Held(v1::OUTCOME_PENDING), "store-1", kNow, record));
  EXPECT_EQ(record->phase, ActPhase::kDispatched);
  EXPECT_EQ(record->receipt.outcome(), v1::OUTCOME_PENDING);
}

TEST(HeldActTest, TheNewestAttemptSaysHowItStands) {
  std::optional<ActRecord> record;
  TakeHeld(Held(v1::OUTCOME_UNKNOWN), "store-1", kNow, record);
  TakeHeld(Held(v1::OUTCOME_MAYBE_APPLIED, /*attempt=*/2), "store-1", kNow, record);
  EXPECT_EQ(record->attempt, 2);
  EXPECT_EQ(record->receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(record->receipt.attempts(), 2);
  EXPECT_TRUE(TakeHeld(Held(v1::OUTCOME_SENT), "store-1", kNow, record)) << "an older one heals";
  EXPECT_EQ(record->attempt, 2);
  EXPECT_EQ(record->receipt.outcome(), v1::OUTCOME_SENT);
}

TEST(HeldActTest, WhatTheStoreHasAlreadyIsNoChange) {
  std::optional<ActRecord> record;
  ASSERT_TRUE(TakeHeld(Held(v1::OUTCOME_SENT), "store-1", kNow, record));
  EXPECT_FALSE(TakeHeld(Held(v1::OUTCOME_SENT), "store-1", kNow, record));
}

TEST(HeldActTest, WhatWasBegunIsNoRefusalOfAnOlderCopy) {
  std::optional<ActRecord> record;
  TakeHeld(Held(v1::OUTCOME_REFUSED, /*attempt=*/1, /*term=*/2), "store-1", kNow, record);
  ASSERT_EQ(record->receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_TRUE(TakeHeld(Held(v1::OUTCOME_SENT, /*attempt=*/1, /*term=*/4), "store-1", kNow, record));
  EXPECT_EQ(record->receipt.outcome(), v1::OUTCOME_SENT);
}

TEST(HeldActTest, AReceiptOfAnotherRequestStays) {
  std::optional<ActRecord> record;
  TakeHeld(Held(v1::OUTCOME_UNKNOWN), "store-1", kNow, record);
  v1::HeldAttempt other = Held(v1::OUTCOME_SENT);
  other.mutable_command()->mutable_request()->mutable_send()->set_text("Stop it");
  other.mutable_command()->clear_payload();
  EXPECT_FALSE(TakeHeld(other, "store-1", kNow, record));
  other = Held(v1::OUTCOME_SENT);
  record->receipt.mutable_conversation()->set_member("other");
  EXPECT_FALSE(TakeHeld(other, "store-1", kNow, record));
}

TEST(HeldActTest, ATapKeepsThePayloadThatItCameWith) {
  v1::HeldAttempt held = Held(v1::OUTCOME_SENT);
  held.mutable_command()->set_payload(std::string(32, 'p'));
  std::optional<ActRecord> record;
  TakeHeld(held, "store-1", kNow, record);
  EXPECT_EQ(record->payload, std::string(32, 'p'));
}

TEST(HeldActTest, ComesInTheOrderOfTheAttemptsThenOfTheirTimes) {
  std::vector<v1::HeldAttempt> held = {Held(v1::OUTCOME_SENT, 2), Held(v1::OUTCOME_SENT),
                                       Held(v1::OUTCOME_SENT)};
  held[2].set_begun_at_ms(1);
  SortHeld(held);
  EXPECT_EQ(held[0].begun_at_ms(), 1);
  EXPECT_EQ(held[2].command().attempt(), 2);
}

TEST(HeldActTest, WhatBreaksTheContractCannotStand) {
  v1::HeldAttempt held = Held(v1::OUTCOME_SENT);
  EXPECT_TRUE(CheckHeld("deck", held).ok());
  EXPECT_FALSE(CheckHeld("other", held).ok()) << "another member's act";
  held.mutable_result()->set_attempt(2);
  EXPECT_FALSE(CheckHeld("deck", held).ok()) << "another attempt's result";
  held = Held(v1::OUTCOME_SENT);
  held.mutable_result()->set_state(v1::ATTEMPT_STATE_NEVER);
  EXPECT_FALSE(CheckHeld("deck", held).ok()) << "an attempt that never was";
  held = Held(v1::OUTCOME_SENT);
  held.mutable_command()->mutable_request()->clear_send();
  EXPECT_FALSE(CheckHeld("deck", held).ok()) << "no act";
}

}  // namespace
}  // namespace collie::relay

#include "relay/acts/record_change.h"

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

ActRecord Record(ActPhase phase, int attempt, v1::Outcome outcome) {
  ActRecord record;
  record.receipt.set_request_id("r-1");
  record.receipt.mutable_conversation()->set_member("deck");
  record.receipt.set_outcome(outcome);
  record.request.mutable_send()->set_text("Ship it");
  record.phase = phase;
  record.attempt = attempt;
  record.edge_store = "store-1";
  return record;
}

RecordDispatch DispatchOf(int attempt) {
  RecordDispatch dispatch;
  dispatch.attempt = attempt;
  dispatch.fence.set_term(7);
  dispatch.fence.set_number(3);
  dispatch.epoch = "e-1";
  return dispatch;
}

RecordResult ResultOf(int attempt, v1::AttemptState state, v1::Outcome outcome) {
  RecordResult told;
  told.member = "deck";
  told.edge_store = "store-1";
  told.result.set_request_id("r-1");
  told.result.set_attempt(attempt);
  told.result.set_state(state);
  told.result.set_outcome(outcome);
  return told;
}

TEST(RecordChangeTest, ADispatchIsTakenOnceAndInOrder) {
  ActRecord record = Record(ActPhase::kAccepted, 0, v1::OUTCOME_PENDING);
  EXPECT_FALSE(DispatchOf(2).Apply(record));
  EXPECT_TRUE(DispatchOf(1).Apply(record));
  EXPECT_EQ(record.phase, ActPhase::kDispatched);
  EXPECT_EQ(record.fence.number(), 3);
  EXPECT_FALSE(DispatchOf(1).Apply(record));
  EXPECT_FALSE(DispatchOf(2).Apply(record));  // the first is under way
}

TEST(RecordChangeTest, Rule7ADispatchAsksTheReceiptAgain) {
  ActRecord record = Record(ActPhase::kSettled, 1, v1::OUTCOME_SENT);
  EXPECT_FALSE(DispatchOf(2).Apply(record));
  EXPECT_EQ(record.phase, ActPhase::kSettled);
}

TEST(RecordChangeTest, ARefusalOfAnotherAttemptThanTheStoredOneChangesNothing) {
  ActRecord record = Record(ActPhase::kDispatched, 1, v1::OUTCOME_PENDING);
  RecordRefusal refusal;
  refusal.refusal = receipt::RefusedBecause(v1::REASON_EXPIRED);
  refusal.attempt = 0;
  EXPECT_FALSE(refusal.Apply(record));
  refusal.attempt = 1;
  EXPECT_TRUE(refusal.Apply(record));
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(record.phase, ActPhase::kSettled);
}

TEST(RecordChangeTest, Rule17UnknownKeepsThePhase) {
  ActRecord record = Record(ActPhase::kDispatched, 1, v1::OUTCOME_PENDING);
  EXPECT_TRUE((RecordUnknown{std::nullopt, absl::UnixEpoch()}.Apply(record)));
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(record.phase, ActPhase::kDispatched);
}

TEST(RecordChangeTest, AResultOfAnotherMemberChangesNothing) {
  ActRecord record = Record(ActPhase::kDispatched, 1, v1::OUTCOME_PENDING);
  RecordResult told = ResultOf(1, v1::ATTEMPT_STATE_DONE, v1::OUTCOME_SENT);
  told.member = "mallory";
  EXPECT_FALSE(told.Apply(record));
}

TEST(RecordChangeTest, NeverFromAnotherStoreEndsMaybeApplied) {
  ActRecord record = Record(ActPhase::kDispatched, 1, v1::OUTCOME_PENDING);
  RecordResult told = ResultOf(1, v1::ATTEMPT_STATE_NEVER, v1::OUTCOME_UNSPECIFIED);
  told.edge_store = "store-2";
  EXPECT_TRUE(told.Apply(record));
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(record.receipt.attempts(), 1);
}

TEST(RecordChangeTest, OnlyADispatchedActIsGivenUp) {
  ActRecord record = Record(ActPhase::kAccepted, 0, v1::OUTCOME_PENDING);
  const RecordGivenUp give_up{absl::UnixEpoch(), nullptr};
  EXPECT_FALSE(give_up.Apply(record));
  record.phase = ActPhase::kDispatched;
  EXPECT_TRUE(give_up.Apply(record));
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_UNKNOWN);
}

TEST(RecordChangeTest, AReadForARetryChangesNothing) {
  ActRecord record = Record(ActPhase::kSettled, 1, v1::OUTCOME_UNKNOWN);
  EXPECT_FALSE(Apply(RecordChange(ReadForRetry{}), record));
}

}  // namespace
}  // namespace collie::relay

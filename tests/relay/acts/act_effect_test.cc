#include "relay/acts/act_effect.h"

#include <gtest/gtest.h>

#include <string>

#include "gmock/gmock.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};

v1::Receipt ReceiptOf(v1::Outcome outcome, v1::Reason reason = v1::REASON_UNSPECIFIED) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.set_outcome(outcome);
  receipt.set_reason(reason);
  return receipt;
}

TEST(ActEffectTest, DescribesWhatItIsAbout) {
  EXPECT_EQ(Describe(LookUp{"r-1", kDeploy}), "look up deck/hello/deploy for r-1");
  EXPECT_EQ(Describe(Dispatch{"r-1", 2, kDeploy}), "dispatch r-1 attempt 2");
  EXPECT_EQ(Describe(ChangeRecord{"r-1", RecordDispatch{}}), "write dispatch of r-1");
  EXPECT_EQ(Describe(SetBusy{kDeploy, true}), "busy deck/hello/deploy");
  EXPECT_EQ(Describe(SetBusy{kDeploy, false}), "free deck/hello/deploy");
  EXPECT_EQ(Describe(ReadForHealing{{kDeploy}}), "read 1 conversations for healing");
  EXPECT_EQ(Describe(StateChanged{"r-1", ActState::kWaiting, ActState::kChecking, "it may"}),
            "r-1: waiting -> checking (it may)");
}

TEST(ActEffectTest, AQueryNamesTheFenceItIsAskedWith) {
  QueryEdge query;
  query.member = "deck";
  query.settle.set_request_id("r-1");
  query.settle.set_attempt(2);
  query.settle.mutable_fence()->set_term(3);
  query.settle.mutable_fence()->set_number(7);
  EXPECT_EQ(Describe(query), "query deck about r-1 attempt 2 fence 3.7");
}

TEST(ActEffectTest, AReplyTellsOutcomeReasonAndWhetherItIsARepeat) {
  const v1::Receipt refused = ReceiptOf(v1::OUTCOME_REFUSED, v1::REASON_BUSY);
  EXPECT_EQ(Describe(Reply{nullptr, WithReceipt(refused, /*is_repeat=*/false)}),
            "reply r-1 refused busy");
  EXPECT_EQ(Describe(Reply{nullptr, WithReceipt(refused, /*is_repeat=*/true)}),
            "reply r-1 refused busy, replayed");
  EXPECT_EQ(Describe(ReplyAll{WithoutReceipt(v1::REASON_DRAINING)}),
            "reply all no receipt, draining");
  EXPECT_EQ(Describe(Reply{nullptr, BadRequest("no")}), "reply bad-request");
}

TEST(ActEffectTest, TellsNothingOfWhatPeopleWrote) {
  AcceptRecord accept;
  accept.record.receipt = ReceiptOf(v1::OUTCOME_PENDING);
  accept.record.request.mutable_send()->set_text("the secret");
  PublishReceipt publish{ReceiptOf(v1::OUTCOME_SENT)};
  publish.receipt.set_detail("the secret");
  EXPECT_THAT(Describe(accept), Not(HasSubstr("secret")));
  EXPECT_THAT(Describe(publish), Not(HasSubstr("secret")));
  EXPECT_THAT(Describe(FollowRecord{accept.record}), Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace collie::relay

#include "relay/acts/effect_lane.h"

#include <gtest/gtest.h>

#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};
const ids::ConversationKey kOther{"deck", "hello", "other"};

v1::Receipt ReceiptAt(const ids::ConversationKey& conversation) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  *receipt.mutable_conversation() = conversation.ToProto();
  return receipt;
}

TEST(EffectLaneTest, WhatReadersLinksAndCallersSeeOfAConversationIsInOrder) {
  QueryEdge query;
  *query.settle.mutable_conversation() = kDeploy.ToProto();
  const size_t lane = LaneOf(SetBusy{kDeploy, true});
  EXPECT_EQ(LaneOf(LookUp{"r-1", kDeploy}), lane);
  EXPECT_EQ(LaneOf(Dispatch{"r-1", 1, kDeploy}), lane);
  EXPECT_EQ(LaneOf(query), lane);
  EXPECT_EQ(LaneOf(SpendOneUse{kDeploy, ids::AskId("a"), ids::AskHash("h")}), lane);
  EXPECT_EQ(LaneOf(PublishReceipt{ReceiptAt(kDeploy)}), lane);
  EXPECT_EQ(LaneOf(Reply{nullptr, WithReceipt(ReceiptAt(kDeploy), false)}), lane);
  EXPECT_NE(LaneOf(SetBusy{kOther, true}), lane);
}

TEST(EffectLaneTest, WhatIsWrittenOfARequestIsInOrder) {
  const size_t lane = LaneOf(ChangeRecord{"r-1", RecordDispatch{}});
  EXPECT_EQ(LaneOf(ChangeRecord{"r-1", RecordUnknown{}}), lane);
  EXPECT_NE(LaneOf(ChangeRecord{"r-2", RecordUnknown{}}), lane);
}

TEST(EffectLaneTest, WhatConcernsAllActsIsInOneLane) {
  EXPECT_EQ(LaneOf(ReadForHealing{{kDeploy}}), LaneOf(ReadForHealing{{kOther}}));
  EXPECT_EQ(LaneOf(ReadForHealing{}), LaneOf(DeadlineMoved{}));
}

}  // namespace
}  // namespace collie::relay

// What a store that stalls costs: what must be written waits for it, and nothing else does.
#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

constexpr absl::Duration kStall = absl::Seconds(5);
constexpr absl::Duration kWait = absl::Seconds(25);     // of a caller
constexpr absl::Duration kActTime = absl::Seconds(20);  // of an act, behind a socket

class ActStallTest : public ActFlowFixture {
 protected:
  // Whatever waits is written, and what that leads to.
  void StoreGoesOn() {
    store.is_held = false;
    while (store.Step()) {
    }
  }
};

TEST_F(ActStallTest, TheCommandTellsWhatTheStallLeftOfItsTime) {
  store.is_held = true;
  Submit(Send("r-1"));
  Pass(kStall);
  EXPECT_TRUE(links.commands.empty());
  EXPECT_TRUE(replies.empty());
  StoreGoesOn();
  ASSERT_EQ(links.commands.size(), 1u);
  EXPECT_EQ(links.commands[0].time_left_ms(), 15000);
  EXPECT_TRUE(replies.empty());
}

TEST_F(ActStallTest, AStallAtTheDispatchCostsItsTimeToo) {
  store.is_held = true;
  Submit(Send("r-1"));
  ASSERT_TRUE(store.Step());  // accepted
  Pass(kStall);
  EXPECT_TRUE(links.commands.empty());
  StoreGoesOn();
  ASSERT_EQ(links.commands.size(), 1u);
  EXPECT_EQ(links.commands[0].time_left_ms(), 15000);
}

TEST_F(ActStallTest, WhatHasNoTimeLeftAfterTheStallNeverLeaves) {
  store.is_held = true;
  Submit(Send("r-1"));
  ASSERT_TRUE(store.Step());
  Pass(kActTime);
  StoreGoesOn();
  EXPECT_TRUE(links.commands.empty());
  EXPECT_EQ(LastReason(), v1::REASON_EXPIRED);
}

TEST_F(ActStallTest, ACallerWhoseReceiptIsOnDiskGetsItPendingAtItsWait) {
  Submit(Send("r-1"));
  ASSERT_EQ(links.commands.size(), 1u);
  store.is_held = true;
  Pass(kActTime);  // its outcome is unknown now, and cannot be written
  EXPECT_TRUE(replies.empty());
  EXPECT_EQ(flow->NextDeadline(), clock.Now() + kWait - kActTime);
  Pass(kWait - kActTime);
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
  StoreGoesOn();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_UNKNOWN);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActStallTest, ACallerWhoseReceiptIsNotOnDiskHearsSoAtItsWaitAndNothingIsSent) {
  store.is_held = true;
  Submit(Send("r-1"));
  Submit(Send("r-1"));  // its repeat waits with it
  EXPECT_EQ(flow->NextDeadline(), clock.Now() + kWait);
  Pass(kWait);
  ASSERT_EQ(replies.size(), 2u);
  for (const ActReply& reply : replies) {
    EXPECT_FALSE(reply.receipt.has_value());
    EXPECT_EQ(reply.refused, v1::REASON_STORE_UNAVAILABLE);
  }
  StoreGoesOn();
  EXPECT_TRUE(links.commands.empty());
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActStallTest, AResultIsAcknowledgedAndItsCallerHearsOnceItIsOnDisk) {
  Submit(Send("r-1"));
  store.is_held = true;
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  Pass(kStall);
  EXPECT_TRUE(replies.empty());
  EXPECT_TRUE(links.acks.empty());
  EXPECT_TRUE(crew.is_busy);
  StoreGoesOn();
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(links.acks.size(), 1u);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActStallTest, OneThousandActsAMinuteGoOnInTheOrderTheyCame) {
  constexpr int kActs = 83;  // of five seconds
  store.is_held = true;
  for (int i = 0; i < kActs; ++i) {
    v1::ActRequest request = Send("r-" + std::to_string(i));
    request.mutable_conversation()->set_pane("pane-" + std::to_string(i));
    Submit(request);
    Pass(kStall / kActs);
  }
  StoreGoesOn();
  ASSERT_EQ(links.commands.size(), static_cast<size_t>(kActs));
  for (int i = 0; i < kActs; ++i) {
    const absl::Duration left = kActTime - kStall + i * (kStall / kActs);
    EXPECT_EQ(links.commands[i].request().request_id(), "r-" + std::to_string(i));
    EXPECT_NEAR(static_cast<double>(links.commands[i].time_left_ms()),
                absl::ToDoubleMilliseconds(left), 1);
  }
}

}  // namespace
}  // namespace collie::relay

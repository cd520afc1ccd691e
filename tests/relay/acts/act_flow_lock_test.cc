#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

class ActFlowLockTest : public ActFlowFixture {
 protected:
  // Acts that came while the one before of their conversation was under way.
  size_t CountBusy() const {
    return static_cast<size_t>(
        std::count_if(replies.begin(), replies.end(), [](const ActReply& reply) {
          return reply.receipt.has_value() && reply.receipt->reason() == v1::REASON_BUSY;
        }));
  }
};

TEST_F(ActFlowLockTest, ReceiptAcceptedThenDispatchedThenTheCommandLeaves) {
  store.is_held = true;
  Submit(Send("r-1"));
  EXPECT_EQ(crew.looks, 0);
  store.Step();
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kAccepted);
  EXPECT_EQ(crew.looks, 1);
  EXPECT_TRUE(links.commands.empty());
  links.on_command = [this] {
    EXPECT_EQ(store.records["r-1"].phase, ActPhase::kDispatched);
    EXPECT_EQ(store.records["r-1"].attempt, 1);
    EXPECT_EQ(store.records["r-1"].fence.number(), 1);
  };
  store.Step();
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowLockTest, AnotherActOfTheConversationIsBusyUntilTheFirstIsSettled) {
  Submit(Send("r-1"));
  Submit(Send("r-2"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  EXPECT_TRUE(crew.is_busy);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  Submit(Send("r-3"));
  EXPECT_EQ(links.commands.size(), 2u);
  EXPECT_EQ(links.commands[1].fence().number(), 2);
}

TEST_F(ActFlowLockTest, ConversationsDoNotWaitForOneAnother) {
  Submit(Send("r-1"));
  v1::ActRequest other = Send("r-2");
  other.mutable_conversation()->set_pane("other");
  Submit(other);
  EXPECT_EQ(links.commands.size(), 2u);
}

TEST_F(ActFlowLockTest, Rule26AStopGoesOnWithoutTheLockAtItsLimit) {
  Submit(Send("r-1"));
  Submit(Stop("r-2"));
  EXPECT_EQ(flow->NextDeadline(), clock.Now() + absl::Seconds(3));
  Pass(absl::Milliseconds(2999));
  EXPECT_EQ(links.commands.size(), 1u);
  Pass(absl::Milliseconds(1));
  ASSERT_EQ(links.commands.size(), 2u);
  EXPECT_TRUE(links.commands[1].request().has_stop());
  EXPECT_EQ(links.commands[1].fence().number(), 2);
  flow->OnResult("deck", Result("r-2", v1::OUTCOME_SENT));
  EXPECT_TRUE(crew.is_busy);  // by the send that hangs
  Submit(Send("r-3"));
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowLockTest, AStopThatWaitsTakesTheLockOnceItIsFree) {
  Submit(Send("r-1"));
  Submit(Stop("r-2"));
  Pass(absl::Seconds(1));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  ASSERT_EQ(links.commands.size(), 2u);
  EXPECT_EQ(links.commands[1].time_left_ms(), 19000);
  EXPECT_TRUE(crew.is_busy);
}

TEST_F(ActFlowLockTest, Rule14TheFenceIsDrawnWithTheLockNotWithTheDispatch) {
  store.is_held = true;
  Submit(Send("r-1"));
  store.Step();  // accepted: the lock is taken, the dispatch waits for the disk
  Submit(Stop("r-2"));
  store.StepNewest();
  Pass(absl::Seconds(3));
  store.StepNewest();  // the stop is dispatched first
  store.Step();
  ASSERT_EQ(links.commands.size(), 2u);
  EXPECT_TRUE(links.commands[0].request().has_stop());
  EXPECT_EQ(links.commands[0].fence().number(), 2);
  EXPECT_EQ(links.commands[1].fence().number(), 1);
}

TEST_F(ActFlowLockTest, ManyThreadsGetOneReceiptForEachOfTheirActs) {
  links.on_command = [this] {
    flow->OnResult("deck", Result(links.commands.back().request().request_id(), v1::OUTCOME_SENT));
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      for (int act = 0; act < 50; ++act) {
        v1::ActRequest request = Send("r-" + std::to_string(thread) + "-" + std::to_string(act));
        request.mutable_conversation()->set_pane("p-" + std::to_string(thread));
        Submit(request);
        flow->Tick();
        flow->NextDeadline();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(links.commands.size() + CountBusy(), 200u);
  EXPECT_EQ(replies.size(), 200u);
  EXPECT_EQ(flow->NextDeadline(), std::nullopt);
}

TEST_F(ActFlowLockTest, ChecksRefuseWithTheReasonAndNothingIsDispatched) {
  crew.target.pane->mutable_turn()->set_id("t-2");
  Submit(Send("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(LastReason(), v1::REASON_TURN_MOVED);
  EXPECT_TRUE(links.commands.empty());
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kSettled);
  EXPECT_EQ(store.records["r-1"].attempt, 0);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowLockTest, AMemberWithoutStreamAtSendingIsRefusedUnreachable) {
  links.is_up = false;
  Submit(Send("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kSettled);
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowLockTest, ATimeThatRanOutBeforeTheDispatchExpires) {
  store.is_held = true;
  Submit(Send("r-1"));
  clock.Advance(absl::Seconds(21));
  while (store.Step()) {
  }
  EXPECT_EQ(LastReason(), v1::REASON_EXPIRED);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(ActFlowLockTest, Rule18AnOvertakenRelaySendsNothing) {
  store.failure = absl::AbortedError("A newer relay has started.");
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_FENCED);
  store.failure = absl::OkStatus();
  store.is_held = true;
  Submit(Send("r-2"));
  store.Step();
  store.failure = absl::AbortedError("A newer relay has started.");
  store.Step();
  EXPECT_EQ(LastReason(), v1::REASON_FENCED);
  EXPECT_FALSE(replies.back().receipt.has_value());
  EXPECT_TRUE(links.commands.empty());
  EXPECT_FALSE(crew.is_busy);
}

TEST_F(ActFlowLockTest, AStoreThatCannotAcceptRefusesAndRecovers) {
  store.failure = absl::UnavailableError("The disk is full.");
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_FALSE(replies.back().receipt.has_value());
  store.failure = absl::OkStatus();
  Submit(Send("r-1"));
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowLockTest, AStoreThatCannotDispatchRefusesAndWritesTheReceiptOnceItCan) {
  store.is_held = true;
  Submit(Send("r-1"));
  store.Step();
  store.failure = absl::UnavailableError("The disk is full.");
  store.Step();
  store.Step();
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_TRUE(links.commands.empty());
  store.failure = absl::OkStatus();
  store.is_held = false;
  Pass(absl::Seconds(1));
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(store.records["r-1"].receipt.reason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_FALSE(crew.is_busy);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(ActFlowLockTest, AStoreThatHangsIsNotWaitedForAndPassesNothingOnLater) {
  store.is_held = true;
  Submit(Send("r-1"));
  Pass(absl::Seconds(25));
  EXPECT_EQ(LastReason(), v1::REASON_STORE_UNAVAILABLE);
  while (store.Step()) {
  }
  EXPECT_TRUE(links.commands.empty());
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_REFUSED);
}

}  // namespace
}  // namespace collie::relay

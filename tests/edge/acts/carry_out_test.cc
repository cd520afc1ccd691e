#include "edge/acts/carry_out.h"

#include <gtest/gtest.h>

#include "edge/acts/outbox.h"
#include "edge/acts/reconcile.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"
#include "tests/support/simulated_clock.h"

namespace collie::edge {
namespace {

class CarryOutTest : public testing::Test {
 protected:
  v1::ActResult Run(const v1::Command& command) {
    const AttemptEnd end =
        CarryOut(store_, agents_, clock_, command, clock_.Now() + absl::Seconds(20));
    if (end.is_begun) EXPECT_TRUE(store_.Finish(end.result).ok());
    return end.result;
  }

  FakeEdgeStore store_;
  ScriptedAgents agents_;
  tests::SimulatedClock clock_;
};

TEST_F(CarryOutTest, Rule29WhatIsAnsweredNamesTheDispatch) {
  const v1::Command command = SendCommand("r-1", 3, /*term=*/2);
  EXPECT_EQ(Run(command).fence().term(), 2);
  EXPECT_EQ(Run(command).fence().number(), 3) << "the same command once more";
  EXPECT_EQ(Outbox(store_).Pending()->front().fence().number(), 3);
  v1::Command again = SendCommand("r-1", 4, /*term=*/2);
  again.set_attempt(2);
  EXPECT_EQ(Run(again).fence().number(), 4);
  EXPECT_EQ(Run(SendCommand("r-2", 1, /*term=*/1)).fence().term(), 1) << "a fenced one";
}

TEST_F(CarryOutTest, Rule29AnAnswerNamesTheDispatchThatBeganTheAttempt) {
  Run(SendCommand("r-1", 3, /*term=*/2));
  v1::Settle settle = SettleOf(SendCommand("r-1", 9, /*term=*/4));
  EXPECT_EQ(AnswerReconcile(store_, settle)->fence().term(), 2);
  settle.set_request_id("nobody-knows");
  EXPECT_EQ(AnswerReconcile(store_, settle)->fence().term(), 4);
}

}  // namespace
}  // namespace collie::edge

#include "relay/api/grpc/call_budgets.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using Verdict = CallBudgets::Verdict;

class CallBudgetsTest : public ::testing::Test {
 protected:
  static CallBudgets::Limits Few() {
    CallBudgets::Limits limits;
    limits.calls = {10, 5};
    limits.refused = 3;
    limits.streams = {2, 1};
    limits.bytes = 100;
    limits.bytes_of_all = 150;
    return limits;
  }
  // The verdicts of so many calls, by their first letters.
  std::string Calls(const std::string& peer, int count, bool is_stream = false) {
    std::string verdicts;
    for (int i = 0; i < count; ++i) {
      const Verdict verdict = budgets_.OnCall(peer, is_stream);
      verdicts += verdict == Verdict::kServe ? 's' : verdict == Verdict::kRefuse ? 'r' : 'e';
    }
    return verdicts;
  }

  tests::SimulatedClock clock_;
  CallBudgets budgets_{Few(), clock_};
};

TEST_F(CallBudgetsTest, PastItsBurstAPeerIsRefusedAndThenEnded) {
  EXPECT_EQ(Calls("phone", 15), "ssssssssssrrree");
  EXPECT_FALSE(budgets_.MayConnect("phone"));
  EXPECT_EQ(Calls("other", 3), "sss");
  EXPECT_TRUE(budgets_.MayConnect("other"));
}

TEST_F(CallBudgetsTest, WhoBacksOffIsServedAgain) {
  EXPECT_EQ(Calls("phone", 12), "ssssssssssrr");
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Calls("phone", 4), "sssr");
}

TEST_F(CallBudgetsTest, WhoWasEndedMayConnectAfterAWhile) {
  Calls("phone", 14);
  clock_.Advance(absl::Seconds(9));
  EXPECT_EQ(Calls("phone", 1), "e");
  clock_.Advance(absl::Seconds(1));
  EXPECT_TRUE(budgets_.MayConnect("phone"));
  EXPECT_EQ(Calls("phone", 1), "s");
}

TEST_F(CallBudgetsTest, StreamsHaveARateOfTheirOwn) {
  EXPECT_EQ(Calls("phone", 3, /*is_stream=*/true), "ssr");
  EXPECT_EQ(Calls("phone", 1), "s");
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Calls("phone", 2, /*is_stream=*/true), "sr");
}

TEST_F(CallBudgetsTest, BytesUnderWayAreBoundedByPeerAndInAll) {
  budgets_.Reserve("phone", 101);
  EXPECT_TRUE(budgets_.IsOver("phone"));
  EXPECT_FALSE(budgets_.IsOver("other"));
  budgets_.Reserve("other", 60);
  EXPECT_TRUE(budgets_.IsOver("other"));
  budgets_.Release("phone", 101);
  EXPECT_FALSE(budgets_.IsOver("phone"));
  EXPECT_FALSE(budgets_.IsOver("other"));
}

TEST_F(CallBudgetsTest, ForgetsIdlePeersAloneWhenThereAreMany) {
  Calls("phone", 14);
  budgets_.Reserve("reader", 101);
  for (int i = 0; i < 5000; ++i) Calls(std::to_string(i), 1);
  EXPECT_FALSE(budgets_.MayConnect("phone"));
  EXPECT_TRUE(budgets_.IsOver("reader"));
}

}  // namespace
}  // namespace collie::relay

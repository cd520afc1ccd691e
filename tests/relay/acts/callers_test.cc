#include "relay/acts/callers.h"

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

constexpr clock::Steady At(int seconds) { return clock::Steady(absl::Seconds(seconds)); }

WaitingCaller Until(int seconds) {
  return {[](const ActReply&) {}, At(seconds), false};
}

TEST(CallersTest, EachWaitsUntilItsOwnTime) {
  Callers callers;
  callers.Add("r-1", Until(25));
  callers.Add("r-1", Until(10));
  callers.Add("r-2", Until(20));
  EXPECT_EQ(callers.NextDeadline(), At(10));
  EXPECT_EQ(callers.TakeDueActs(At(10)), std::vector<std::string>{"r-1"});
  EXPECT_EQ(callers.TakeDue("r-1", At(10)).size(), 1u);
  EXPECT_EQ(callers.NextDeadline(), At(20));
  EXPECT_EQ(callers.TakeAll("r-1").size(), 1u);
  EXPECT_EQ(callers.TakeAll("r-2").size(), 1u);
  EXPECT_EQ(callers.NextDeadline(), std::nullopt);
}

TEST(CallersTest, NobodyWaitsForAnActThatIsNotThere) {
  Callers callers;
  EXPECT_TRUE(callers.TakeAll("r-1").empty());
  EXPECT_TRUE(callers.TakeDue("r-1", At(99)).empty());
}

}  // namespace
}  // namespace collie::relay

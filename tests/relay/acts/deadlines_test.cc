#include "relay/acts/deadlines.h"

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

constexpr clock::Steady At(int seconds) { return clock::Steady(absl::Seconds(seconds)); }

TEST(DeadlinesTest, TheEarliestComesFirstAndIsCleared) {
  Deadlines deadlines;
  deadlines.Set("b", At(2));
  deadlines.Set("a", At(1));
  deadlines.Set("c", At(3));
  EXPECT_EQ(deadlines.Next(), At(1));
  EXPECT_EQ(deadlines.TakeDue(At(2)), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(deadlines.Next(), At(3));
}

TEST(DeadlinesTest, AnIdHasOneTimeWhichMovesAndEnds) {
  Deadlines deadlines;
  deadlines.Set("a", At(1));
  deadlines.Set("a", At(5));
  EXPECT_TRUE(deadlines.TakeDue(At(4)).empty());
  deadlines.Set("a", std::nullopt);
  EXPECT_EQ(deadlines.Next(), std::nullopt);
}

}  // namespace
}  // namespace collie::relay

#include "tests/bench/result.h"

#include <gtest/gtest.h>

namespace collie::bench {
namespace {

Row RowOf(double measured, std::optional<double> floor, Bound bound) {
  return {"what", "µs", measured, floor, bound};
}

TEST(RowTest, ABoundIsAboutTheRatioWhereThereIsAFloor) {
  EXPECT_EQ(RowOf(130, 100, Bound::AtMost(1.3)).Judge(1), Verdict::kHeld);
  EXPECT_EQ(RowOf(131, 100, Bound::AtMost(1.3)).Judge(3), Verdict::kMissed);
  EXPECT_EQ(RowOf(60, 100, Bound::AtLeast(0.6)).Judge(1), Verdict::kHeld);
  EXPECT_EQ(RowOf(59, 100, Bound::AtLeast(0.6)).Judge(3), Verdict::kMissed);
}

TEST(RowTest, ABoundIsAboutTheValueWhereThereIsNoFloor) {
  EXPECT_EQ(RowOf(40, {}, Bound::AtMost(40)).Judge(1), Verdict::kHeld);
  EXPECT_EQ(RowOf(41, {}, Bound::AtMost(40)).Judge(3), Verdict::kMissed);
}

TEST(RowTest, PastTheBoundByMoreThanTheSlackIsFarOff) {
  EXPECT_EQ(RowOf(400, 100, Bound::AtMost(1.3)).Judge(3), Verdict::kFarOff);
  EXPECT_EQ(RowOf(390, 100, Bound::AtMost(1.3)).Judge(3), Verdict::kMissed);
  EXPECT_EQ(RowOf(19, 100, Bound::AtLeast(0.6)).Judge(3), Verdict::kFarOff);
  EXPECT_EQ(RowOf(21, 100, Bound::AtLeast(0.6)).Judge(3), Verdict::kMissed);
}

TEST(RowTest, AFloorThatWasNotMeasuredHoldsNothing) {
  EXPECT_EQ(RowOf(5, 0.0, Bound::AtMost(1.3)).Judge(3), Verdict::kFarOff);
  EXPECT_FALSE(RowOf(5, 0.0, Bound::AtMost(1.3)).Ratio().has_value());
}

TEST(RowTest, WithoutABoundItInforms) {
  EXPECT_EQ(RowOf(5, 1.0, {}).Judge(1), Verdict::kInformative);
}

}  // namespace
}  // namespace collie::bench

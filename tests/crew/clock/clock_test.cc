#include "crew/clock/clock.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace collie::clock {
namespace {

TEST(ClockTest, SteadyTimeNeverGoesBack) {
  Steady last = SystemClock().Now();
  for (int i = 0; i < 1000; ++i) {
    const Steady now = SystemClock().Now();
    EXPECT_GE(now, last);
    last = now;
  }
}

TEST(ClockTest, WallTimeIsOfThisCentury) {
  EXPECT_GT(SystemClock().Wall(), absl::FromUnixSeconds(1'600'000'000));
}

TEST(SteadyTest, MeasuresAges) {
  const Steady begin(absl::Seconds(10));
  const Steady end = begin + absl::Milliseconds(250);
  EXPECT_EQ(end - begin, absl::Milliseconds(250));
  EXPECT_EQ(end - absl::Milliseconds(250), begin);
  EXPECT_LT(begin, end);
  EXPECT_GT(end, begin);
  EXPECT_LE(begin, begin);
}

TEST(SteadyTest, IsNoWallTime) {
  static_assert(!std::is_convertible_v<absl::Time, Steady>);
  static_assert(!std::is_convertible_v<Steady, absl::Time>);
  static_assert(!std::is_convertible_v<absl::Duration, Steady>);
  EXPECT_EQ(Steady(), Steady(absl::ZeroDuration()));
}

}  // namespace
}  // namespace collie::clock

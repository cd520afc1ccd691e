#include "crew/clock/jump_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::clock {
namespace {

using ::testing::HasSubstr;

constexpr absl::Time kWall = absl::UnixEpoch();
constexpr Steady kSteady(absl::Seconds(1000));

TEST(JumpWatchTest, ClocksThatMoveTogetherAreNoJump) {
  JumpWatch watch(kSteady, kWall);
  EXPECT_EQ(watch.CheckJump(kSteady + absl::Seconds(1), kWall + absl::Seconds(1)), std::nullopt);
  EXPECT_EQ(watch.CheckJump(kSteady + absl::Hours(9), kWall + absl::Hours(9)), std::nullopt);
}

TEST(JumpWatchTest, AClockThatIsAdjustedSlowlyIsNoJump) {
  JumpWatch watch(kSteady, kWall);
  for (int i = 1; i <= 100; ++i) {
    EXPECT_EQ(watch.CheckJump(kSteady + i * absl::Seconds(1), kWall + i * absl::Milliseconds(1500)),
              std::nullopt);
  }
}

TEST(JumpWatchTest, TellsHowFarBackOnce) {
  JumpWatch watch(kSteady, kWall);
  EXPECT_EQ(watch.CheckJump(kSteady + absl::Seconds(1), kWall - absl::Hours(3) + absl::Seconds(1)),
            -absl::Hours(3));
  EXPECT_EQ(watch.CheckJump(kSteady + absl::Seconds(2), kWall - absl::Hours(3) + absl::Seconds(2)),
            std::nullopt);
}

TEST(JumpWatchTest, TellsHowFarAhead) {
  JumpWatch watch(kSteady, kWall);
  EXPECT_EQ(
      watch.CheckJump(kSteady + absl::Seconds(1), kWall + absl::Hours(12'000) + absl::Seconds(1)),
      absl::Hours(12'000));
}

TEST(JumpWatchTest, TheSentenceNamesDirectionAndLength) {
  EXPECT_THAT(JumpSentence(-absl::Hours(3) - absl::Milliseconds(7)), HasSubstr("back by 3h."));
  EXPECT_THAT(JumpSentence(absl::Seconds(90)), HasSubstr("ahead by 1m30s"));
}

}  // namespace
}  // namespace collie::clock

#include "crew/retention/upkeep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/simulated_clock.h"

namespace collie::retention {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class UpkeepTest : public ::testing::Test {
 protected:
  std::unique_ptr<Upkeep> Make() {
    return std::make_unique<Upkeep>(clock_, absl::Hours(1),
                                    Upkeep::Work{[this] {
                                                   ++counts_;
                                                   return absl::OkStatus();
                                                 },
                                                 [this] {
                                                   ++passes_;
                                                   return error_;
                                                 }});
  }

  // What the log says of the next tick.
  std::string Said(Upkeep& upkeep) {
    ::testing::internal::CaptureStderr();
    upkeep.Tick();
    return ::testing::internal::GetCapturedStderr();
  }

  tests::SimulatedClock clock_;
  absl::Status error_;
  int counts_ = 0;
  int passes_ = 0;
};

TEST_F(UpkeepTest, CompactsAtTheStartAndThenEachTime) {
  const auto upkeep = Make();
  upkeep->Tick();
  EXPECT_EQ(passes_, 1);
  clock_.Advance(absl::Minutes(59));
  upkeep->Tick();
  EXPECT_EQ(passes_, 1);
  clock_.Advance(absl::Minutes(1));
  upkeep->Tick();
  EXPECT_EQ(passes_, 2);
}

TEST_F(UpkeepTest, CountsEachMinuteAndAtTheEnd) {
  auto upkeep = Make();
  upkeep->Tick();
  EXPECT_EQ(counts_, 0);
  clock_.Advance(absl::Minutes(1));
  upkeep->Tick();
  upkeep->Tick();
  EXPECT_EQ(counts_, 1);
  upkeep.reset();
  EXPECT_EQ(counts_, 2);
}

TEST_F(UpkeepTest, AClockThatJumpsMovesNothingAndIsNamedOnce) {
  const auto upkeep = Make();
  upkeep->Tick();
  clock_.JumpWall(absl::Hours(24) * 500);
  clock_.Advance(absl::Seconds(1));
  EXPECT_THAT(Said(*upkeep), HasSubstr("jumped ahead by 12000h"));
  clock_.JumpWall(-absl::Hours(24) * 500);
  clock_.Advance(absl::Seconds(1));
  EXPECT_THAT(Said(*upkeep), HasSubstr("set back by 12000h"));
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Said(*upkeep), "");
  EXPECT_EQ(passes_, 1);
  EXPECT_EQ(counts_, 0);
}

TEST_F(UpkeepTest, AnErrorIsLoggedOnceUntilItIsAnotherOne) {
  const auto upkeep = Make();
  error_ = absl::UnavailableError("the disk is full");
  EXPECT_THAT(Said(*upkeep), HasSubstr("the disk is full"));
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Said(*upkeep), Not(HasSubstr("the disk is full")));
  EXPECT_EQ(passes_, 2);
  error_ = absl::UnavailableError("the disk is gone");
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Said(*upkeep), HasSubstr("the disk is gone"));
}

}  // namespace
}  // namespace collie::retention

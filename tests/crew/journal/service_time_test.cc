#include "crew/journal/service_time.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

class ServiceTimeTest : public ::testing::Test {
 protected:
  // A restart: what was counted is read from the disk.
  ServiceTime Restart() {
    database_.reset();
    auto database = Database::Open(folder_.path() / "a.db", {kServiceTimeTable});
    EXPECT_TRUE(database.ok()) << database.status();
    database_ = *std::move(database);
    auto service = ServiceTime::Read(*database_, clock_);
    EXPECT_TRUE(service.ok()) << service.status();
    return *service;
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  std::unique_ptr<Database> database_;
};

TEST_F(ServiceTimeTest, CountsFromNought) {
  const ServiceTime service = Restart();
  EXPECT_EQ(service.Now(), absl::ZeroDuration());
  clock_.Advance(absl::Hours(2));
  EXPECT_EQ(service.Now(), absl::Hours(2));
}

TEST_F(ServiceTimeTest, GoesOnAfterARestartWithoutTheTimeBetween) {
  const ServiceTime first = Restart();
  clock_.Advance(absl::Hours(2));
  ASSERT_TRUE(first.Write(*database_).ok());
  clock_.Advance(absl::Hours(50));  // not written, or nothing ran
  const ServiceTime second = Restart();
  EXPECT_EQ(second.Now(), absl::Hours(2));
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(second.Now(), absl::Hours(3));
}

TEST_F(ServiceTimeTest, TheWallClockMovesItNowhere) {
  const ServiceTime service = Restart();
  clock_.JumpWall(absl::Hours(24) * 500);
  EXPECT_EQ(service.Now(), absl::ZeroDuration());
  clock_.JumpWall(-absl::Hours(24) * 900);
  EXPECT_EQ(service.Now(), absl::ZeroDuration());
}

TEST_F(ServiceTimeTest, AHorizonIsByBothTimes) {
  const ServiceTime service = Restart();
  clock_.Advance(absl::Hours(5));
  clock_.JumpWall(absl::Hours(100));
  const Horizon older = service.OlderThan(absl::Hours(2));
  EXPECT_EQ(older.counted_ms, absl::ToInt64Milliseconds(absl::Hours(3)));
  EXPECT_EQ(older.wall_ms, absl::ToUnixMillis(clock_.Wall() - absl::Hours(2)));
}

TEST_F(ServiceTimeTest, NeverGoesBackOnDisk) {
  const ServiceTime other = Restart();
  ASSERT_TRUE(database_->Run("UPDATE service_time SET counted_ms = 7200000").ok());
  ASSERT_TRUE(other.Write(*database_).ok());
  EXPECT_EQ(Restart().Now(), absl::Hours(2));
}

}  // namespace
}  // namespace collie::journal

#include "relay/store/write_health.h"

#include "gtest/gtest.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const absl::Status kFull = absl::UnavailableError("The disk is full.");

class WriteHealthTest : public testing::Test {
 protected:
  absl::Status Check() { return health.Check(absl::Milliseconds(20)); }

  tests::SimulatedClock clock;
  int probes = 0;
  bool is_stuck = false;
  absl::Status disk;
  WriteHealth health{clock, [this] {
                       ++probes;
                       if (!is_stuck) health.Ended(disk);
                     }};
};

TEST_F(WriteHealthTest, WithoutAWriteOfLateOneIsMade) {
  EXPECT_TRUE(Check().ok());
  EXPECT_EQ(probes, 1);
  EXPECT_TRUE(Check().ok());
  EXPECT_EQ(probes, 1);
  disk = kFull;
  clock.Advance(WriteHealth::kFresh);
  EXPECT_EQ(Check(), kFull);
  disk = absl::OkStatus();
  clock.Advance(WriteHealth::kFresh);
  EXPECT_TRUE(Check().ok());
  EXPECT_EQ(probes, 3);
}

TEST_F(WriteHealthTest, TheWritesOfActsTellToo) {
  health.Ended(kFull);
  EXPECT_EQ(Check(), kFull);
  health.Ended(absl::OkStatus());
  EXPECT_TRUE(Check().ok());
  EXPECT_EQ(probes, 0);
}

TEST_F(WriteHealthTest, WhatSaysNothingOfTheDiskIsNoFailure) {
  for (const absl::Status& status : {absl::NotFoundError("?"), absl::AbortedError("?")}) {
    health.Ended(status);
    EXPECT_TRUE(Check().ok());
  }
}

TEST_F(WriteHealthTest, AStoreThatDoesNotEndAWriteCannotBeWritten) {
  is_stuck = true;
  EXPECT_TRUE(absl::IsUnavailable(Check()));
  EXPECT_TRUE(absl::IsUnavailable(Check()));
  EXPECT_EQ(probes, 1);  // not one more for each who asks
  health.Ended(absl::OkStatus());
  EXPECT_TRUE(Check().ok());
}

}  // namespace
}  // namespace collie::relay

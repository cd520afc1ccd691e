#include "relay/link/redial_spread.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

TEST(RedialSpreadTest, GrowsWithTheCrewWithinBounds) {
  EXPECT_EQ(RedialWithin(1), absl::Milliseconds(250));
  EXPECT_EQ(RedialWithin(1000), absl::Seconds(2));
  EXPECT_EQ(RedialWithin(5000), absl::Seconds(10));
  EXPECT_EQ(RedialWithin(1'000'000), absl::Seconds(10));
}

}  // namespace
}  // namespace collie::relay

#include "crew/clock/backoff.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::clock {
namespace {

// Fractions of nearly one: every wait is nearly its ceiling.
class LargestRandom final : public ids::RandomSource {
 public:
  std::string Bytes(size_t count) override { return std::string(count, '\xFF'); }
};

class SmallestRandom final : public ids::RandomSource {
 public:
  std::string Bytes(size_t count) override { return std::string(count, '\0'); }
};

double Milliseconds(absl::Duration wait) { return absl::ToDoubleMilliseconds(wait); }

TEST(BackoffTest, DoublesUpToItsMost) {
  LargestRandom random;
  Backoff backoff({absl::Milliseconds(100), absl::Milliseconds(500)}, random);
  EXPECT_NEAR(Milliseconds(backoff.Next()), 100, 0.01);
  EXPECT_NEAR(Milliseconds(backoff.Next()), 200, 0.01);
  EXPECT_NEAR(Milliseconds(backoff.Next()), 400, 0.01);
  for (int i = 0; i < 100; ++i) EXPECT_NEAR(Milliseconds(backoff.Next()), 500, 0.01);
}

TEST(BackoffTest, BeginsAnewAfterReset) {
  LargestRandom random;
  Backoff backoff({absl::Milliseconds(100), absl::Seconds(30)}, random);
  for (int i = 0; i < 5; ++i) backoff.Next();
  backoff.Reset();
  EXPECT_NEAR(Milliseconds(backoff.Next()), 100, 0.01);
}

TEST(BackoffTest, JitterReachesDownToNoWait) {
  SmallestRandom random;
  Backoff backoff({absl::Milliseconds(100), absl::Seconds(30)}, random);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(backoff.Next(), absl::ZeroDuration());
}

TEST(BackoffTest, MachineJitterStaysUnderTheCeiling) {
  Backoff backoff({absl::Milliseconds(1), absl::Milliseconds(64)}, ids::SystemRandom());
  for (int i = 0; i < 200; ++i) {
    const absl::Duration wait = backoff.Next();
    EXPECT_GE(wait, absl::ZeroDuration());
    EXPECT_LT(wait, absl::Milliseconds(64));
  }
}

}  // namespace
}  // namespace collie::clock

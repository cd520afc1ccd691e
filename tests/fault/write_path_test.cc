// Relay and edge together under a random fate: at most once, and no receipt lies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/fault/write_path_world.h"

namespace collie::tests {
namespace {

// A number from the environment, to look at one fate again or at more of them.
unsigned Setting(const char* name, unsigned otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(value, nullptr, 10));
}

TEST(WritePathTest, WhateverDiesNoActRunsTwiceNoReceiptLiesAndEveryLockIsReleased) {
  const unsigned first = Setting("COLLIE_FIRST_SEED", 1);
  const unsigned count = Setting("COLLIE_SEEDS", 1000);
  for (unsigned seed = first; seed < first + count; ++seed) {
    WritePathWorld world(seed);
    world.Live();
    ASSERT_THAT(world.broken, testing::IsEmpty()) << "COLLIE_FIRST_SEED=" << seed;
  }
}

}  // namespace
}  // namespace collie::tests

#include "tests/bench/numbered.h"

#include <gtest/gtest.h>

#include "tests/bench/bytes.h"

namespace collie::bench {
namespace {

TEST(NumberedTest, ComesBackAsItWasSent) {
  const auto back = ParseNumbered(ToBuffer(Numbered{1234567890123, "some bytes"}));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->number, 1234567890123);
  EXPECT_EQ(back->bytes, "some bytes");
}

TEST(NumberedTest, WhatIsTooShortIsNone) {
  EXPECT_FALSE(ParseNumbered(ToBuffer(std::string_view("1234567"))).has_value());
}

}  // namespace
}  // namespace collie::bench

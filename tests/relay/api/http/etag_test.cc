#include "relay/api/http/etag.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

bool Names(const std::string& header) { return NamesTag(&header, WeakTag("i-1")); }

TEST(EtagTest, IsWeak) { EXPECT_EQ(WeakTag("i-1"), "W/\"i-1\""); }

TEST(EtagTest, IsComparedWeakly) {
  EXPECT_TRUE(Names("W/\"i-1\""));
  EXPECT_TRUE(Names("\"i-1\""));
  EXPECT_TRUE(Names("\"x\" , W/\"i-1\""));
  EXPECT_TRUE(Names("*"));
  EXPECT_FALSE(Names("\"i-12\""));
  EXPECT_FALSE(Names("i-1"));
  EXPECT_FALSE(Names(""));
  EXPECT_FALSE(NamesTag(nullptr, WeakTag("i-1")));
}

}  // namespace
}  // namespace collie::relay

#include "crew/cli/view/age.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

TEST(SpanTest, SaysTheLargestWholeUnit) {
  EXPECT_EQ(Span(59'999), "59 s");
  EXPECT_EQ(Span(60'000), "1 min");
  EXPECT_EQ(Span(3'600'000), "1 h");
  EXPECT_EQ(Span(172'800'000), "2 d");
}

TEST(SpanTest, ReadsANumberWithItsUnit) {
  EXPECT_EQ(*ParseSpan("30d"), absl::Hours(720));
  EXPECT_EQ(*ParseSpan("10m"), absl::Minutes(10));
  for (const char* bad : {"", "10", "m", "-1m", "0m", "1.5h", "999999999d", "1w"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseSpan(bad).status())) << bad;
  }
}

}  // namespace
}  // namespace collie::cli

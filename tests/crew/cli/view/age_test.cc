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

TEST(MomentTest, IsASpanAgoOrADayOfTheLocalTimeZone) {
  const absl::Time now = absl::FromUnixSeconds(1'764'460'800);
  EXPECT_EQ(*ParseMoment("2h", now), now - absl::Hours(2));
  EXPECT_EQ(*ParseMoment("2026-12-01", now),
            absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::LocalTimeZone()));
  EXPECT_EQ(*ParseMoment("2026-12-01 14:30", now),
            absl::FromCivil(absl::CivilMinute(2026, 12, 1, 14, 30), absl::LocalTimeZone()));
  for (const char* bad : {"", "yesterday", "2026-13-01", "infinite-future", "12:00"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseMoment(bad, now).status())) << bad;
  }
}

}  // namespace
}  // namespace collie::cli

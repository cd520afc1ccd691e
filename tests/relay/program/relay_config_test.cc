#include "relay/relay_config.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

constexpr absl::Duration kDay = absl::Hours(24);

TEST(RetentionOptionsTest, KeepsReceiptsFor400DaysAndCompactsEachHour) {
  const RetentionOptions options;
  EXPECT_EQ(options.receipts, 400 * kDay);
  EXPECT_EQ(options.compact_every, absl::Hours(1));
  EXPECT_TRUE(options.Validate().ok());
}

TEST(RetentionOptionsTest, NeverForgetsWithinTheRetryWindow) {
  RetentionOptions options;
  options.receipts = 30 * kDay;
  EXPECT_TRUE(options.Validate().ok());
  options.receipts -= absl::Seconds(1);
  const absl::Status status = options.Validate();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("receipts"), absl::string_view::npos) << status;
}

TEST(RetentionOptionsTest, CompactsEachMinuteToOnceADay) {
  for (const absl::Duration every : {absl::Minutes(1), absl::Hours(24)}) {
    EXPECT_TRUE(RetentionOptions{.compact_every = every}.Validate().ok()) << every;
  }
  for (const absl::Duration every : {absl::ZeroDuration(), absl::Seconds(59), absl::Hours(25)}) {
    EXPECT_EQ(RetentionOptions{.compact_every = every}.Validate().code(),
              absl::StatusCode::kInvalidArgument)
        << every;
  }
}

}  // namespace
}  // namespace collie::relay

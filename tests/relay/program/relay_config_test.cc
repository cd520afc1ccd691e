#include "relay/relay_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace collie::relay {
namespace {

using testing::HasSubstr;

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

absl::StatusOr<std::optional<RelayConfig>> Parse(std::vector<std::string> flags) {
  std::vector<std::string> words = {"collie-relay", "--state-dir", "/tmp/s", "--config-dir",
                                    "/tmp/c"};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  int exit_code = 0;
  return RelayConfig::Parse(static_cast<int>(argv.size()), argv.data(),
                            config::ProcessEnvironment(), &exit_code);
}

std::string Error(const std::vector<std::string>& flags) {
  const auto config = Parse(flags);
  return config.ok() ? "" : std::string(config.status().message());
}

TEST(RelayConfigTest, HttpLeavesThisMachineOnlyWithACertificateOrATrustedProxy) {
  EXPECT_EQ(Error({"--http", "127.0.0.1:1"}), "");
  EXPECT_THAT(Error({"--http", "0.0.0.0:1"}), HasSubstr("--http-cert"));
  EXPECT_THAT(Error({"--http", ":1"}), HasSubstr("--trusted-proxy"));
  EXPECT_EQ(Error({"--http", ":1", "--http-cert", "a", "--http-key", "b"}), "");
  EXPECT_EQ(Error({"--http", ":1", "--trusted-proxy", "10.0.0.0/8", "--public-url", "https://x"}),
            "");
}

TEST(RelayConfigTest, FlagsThatNeedEachOtherSaySo) {
  EXPECT_THAT(Error({"--http-cert", "a"}), HasSubstr("--http-key"));
  EXPECT_THAT(Error({"--trusted-proxy", "10.0.0.1"}), HasSubstr("--public-url"));
  EXPECT_THAT(Error({"--trusted-proxy", "0.0.0.0/0", "--public-url", "https://x"}),
              HasSubstr("every address"));
  EXPECT_THAT(Error({"--public-url", "example.org"}), HasSubstr("public URL"));
}

TEST(RelayConfigTest, OpsIsOnLoopbackUnlessItIsNamedOrOff) {
  const auto usual = Parse({});
  ASSERT_TRUE(usual.ok());
  EXPECT_EQ((*usual)->ops->ToString(), "127.0.0.1:8789");
  EXPECT_FALSE((*usual)->is_ops_named);
  EXPECT_TRUE((*Parse({"--ops", "0.0.0.0:9"}))->is_ops_named) << "it may listen anywhere";
  EXPECT_FALSE((*Parse({"--ops", "off"}))->ops.has_value());
}

}  // namespace
}  // namespace collie::relay

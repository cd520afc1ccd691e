#include "relay/api/http/origin_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

int StatusOf(const OriginRules& rules, const std::string& host, const std::string& origin = "") {
  http_server::Request request;
  request.headers = {{"host", host}};
  if (!origin.empty()) request.headers.emplace_back("origin", origin);
  const auto refusal = rules.Misdirected(request);
  return refusal ? refusal->status : 200;
}

PublicUrl Url(const char* text) { return PublicUrl::Parse(text).value(); }

TEST(OriginRulesTest, LoopbackNamesAreOursWithAnyPortOrNone) {
  const OriginRules rules({});
  for (const char* host : {"localhost:9000", "localhost", "LOCALHOST:8787", "127.0.0.1",
                           "127.0.0.1:80", "127.1.2.3:1", "[::1]", "[::1]:8787"}) {
    EXPECT_EQ(StatusOf(rules, host), 200) << host;
  }
}

TEST(OriginRulesTest, RefusesDnsRebinding) {
  const OriginRules rules({});
  for (const char* host : {"evil.example:8787", "127.evil.example", "localhost.evil.example",
                           "localhost:8787:8787", "", ":8787", "10.0.0.1:8787", "[::2]",
                           "localhost:x", "localhost:", "127.0.0.1.evil.example:8787"}) {
    EXPECT_EQ(StatusOf(rules, host), 421) << host;
  }
}

TEST(OriginRulesTest, OneWithoutAHostIsNoBrowsers) {
  EXPECT_EQ(OriginRules({}).Misdirected(http_server::Request()), std::nullopt);
}

TEST(OriginRulesTest, ThePublicUrlsNameIsOurs) {
  const OriginRules rules({true, false, Url("https://Collie.example.org/")});
  EXPECT_EQ(StatusOf(rules, "collie.example.org"), 200);
  EXPECT_EQ(StatusOf(rules, "collie.example.org:8787"), 200);
  EXPECT_EQ(StatusOf(rules, "example.org"), 421);
  EXPECT_EQ(StatusOf(rules, "collie.example.org", "https://collie.example.org"), 200);
  EXPECT_EQ(StatusOf(rules, "collie.example.org", "https://collie.example.org:443"), 200);
  EXPECT_EQ(StatusOf(rules, "collie.example.org", "http://collie.example.org"), 403);
}

TEST(OriginRulesTest, TurnsAwayPagesOfOtherOrigins) {
  const OriginRules rules({});
  for (const char* origin : {"http://evil.example", "null", "https://localhost:8787",
                             "http://127.0.0.1:8787", "http://localhost:80", "http://localhost"}) {
    EXPECT_EQ(StatusOf(rules, "localhost:8787", origin), 403) << origin;
  }
  EXPECT_EQ(StatusOf(rules, "localhost:8787", "http://localhost:8787"), 200);
  EXPECT_EQ(StatusOf(rules, "localhost", "http://localhost:80"), 200);
}

TEST(OriginRulesTest, FromATrustedProxyAnyHostIsTakenAndOnlyThePublicOrigin) {
  const OriginRules rules({false, true, Url("https://collie.example.org")});
  EXPECT_EQ(StatusOf(rules, "backend-7"), 200);
  EXPECT_EQ(StatusOf(rules, "backend-7", "https://collie.example.org"), 200);
  EXPECT_EQ(StatusOf(rules, "backend-7", "http://backend-7"), 403);
  EXPECT_TRUE(rules.is_secure());
}

TEST(OriginRulesTest, APublicUrlIsASchemeAndAHost) {
  for (const char* text : {"", "collie.example.org", "ftp://x", "https://", "https://x/path",
                           "https://x?y", "https://us er@x", "https://x:port"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(PublicUrl::Parse(text).status())) << text;
  }
  EXPECT_EQ(Url("http://x:80").origin, "http://x");
  EXPECT_EQ(Url("https://x:8443").origin, "https://x:8443");
}

}  // namespace
}  // namespace collie::relay

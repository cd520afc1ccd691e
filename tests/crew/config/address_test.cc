#include "crew/config/address.h"

#include <gtest/gtest.h>

namespace collie::config {
namespace {

TEST(AddressTest, ReadsHostAndPort) {
  EXPECT_EQ(*ParseHostPort("127.0.0.1:8787"), (HostPort{"127.0.0.1", 8787}));
  EXPECT_EQ(*ParseHostPort("deck.example.com:1"), (HostPort{"deck.example.com", 1}));
  EXPECT_EQ(*ParseHostPort("[::1]:65535"), (HostPort{"::1", 65535}));
  EXPECT_EQ(*ParseHostPort(":8786"), (HostPort{"", 8786}));
  EXPECT_EQ(*ParseHostPort("localhost:0"), (HostPort{"localhost", 0}));
}

TEST(AddressTest, RefusesWhatIsNoAddressAndQuotesIt) {
  for (const char* text : {"", "8787", "a:", "a:65536", "a:-1", "a:1x", "::1:80", "[::1]", "[]:1",
                           "[a]:1", "a b:1", "a/b:1", "http://a:1", "a\n:1", "a:000001"}) {
    absl::StatusOr<HostPort> read = ParseHostPort(text);
    EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
  EXPECT_NE(ParseHostPort("a\nb").status().message().find("'a\\nb'"), std::string::npos);
}

TEST(AddressTest, PrintsWhatItReadsBack) {
  for (const char* text : {"127.0.0.1:8787", "[fe80::1]:2", ":3"}) {
    EXPECT_EQ(ParseHostPort(text)->ToString(), text);
  }
}

TEST(AddressTest, KnowsWhatOnlyThisMachineReaches) {
  for (const char* text :
       {"127.0.0.1:1", "127.9.9.9:1", "LocalHost:1", "[::1]:1", "[::ffff:127.0.0.1]:1"}) {
    EXPECT_TRUE(ParseHostPort(text)->is_loopback()) << text;
  }
  for (const char* text : {":1", "0.0.0.0:1", "[::]:1", "10.0.0.1:1", "127.0.0.1.example.com:1",
                           "[::ffff:10.0.0.1]:1"}) {
    EXPECT_FALSE(ParseHostPort(text)->is_loopback()) << text;
  }
}

}  // namespace
}  // namespace collie::config

#include "crew/http_server/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::http_server {
namespace {

Network Of(const char* text) {
  const absl::StatusOr<Network> network = Network::Parse(text);
  EXPECT_TRUE(network.ok()) << network.status();
  return network.value_or(Network());
}

TEST(NetworkTest, HoldsTheAddressesOfItsBits) {
  EXPECT_TRUE(Of("10.1.0.0/16").Contains("10.1.255.7"));
  EXPECT_FALSE(Of("10.1.0.0/16").Contains("10.2.0.1"));
  EXPECT_TRUE(Of("10.1.0.0/15").Contains("10.0.3.1"));
  EXPECT_FALSE(Of("10.1.0.0/15").Contains("10.2.3.1"));
  EXPECT_TRUE(Of("192.0.2.9").Contains("192.0.2.9"));
  EXPECT_FALSE(Of("192.0.2.9").Contains("192.0.2.8"));
  EXPECT_TRUE(Of("fd00::/8").Contains("fd12::1"));
  EXPECT_FALSE(Of("fd00::/8").Contains("fe80::1"));
}

TEST(NetworkTest, TakesAnIpv4AddressThatCameAsIpv6) {
  EXPECT_TRUE(Of("10.0.0.0/8").Contains("::ffff:10.2.3.4"));
  EXPECT_FALSE(Of("10.0.0.0/8").Contains("::ffff:11.2.3.4"));
  EXPECT_FALSE(Of("::/8").Contains("10.0.0.1x"));
}

TEST(NetworkTest, RefusesWhatIsNoneAndWhatHoldsEverybody) {
  for (const char* text :
       {"", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "example.com/8", "::/129"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Network::Parse(text).status())) << text;
  }
  for (const char* text : {"0.0.0.0/0", "::/0"}) {
    EXPECT_THAT(std::string(Network::Parse(text).status().message()),
                testing::HasSubstr("every address"));
  }
}

}  // namespace
}  // namespace collie::http_server

#include "relay/api/connections/remote_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "crew/files/owned_fd.h"
#include "relay/api/connections/listening.h"

namespace collie::relay {
namespace {

TEST(RemoteAddressTest, ReadsThePeersNameThatGrpcGives) {
  const auto v4 = RemoteAddress::Parse("ipv4:127.0.0.1:5000");
  ASSERT_TRUE(v4.has_value());
  EXPECT_EQ(v4->port, 5000);
  EXPECT_EQ(v4, RemoteAddress::Parse("ipv6:%5B::ffff:127.0.0.1%5D:5000"));
  const auto v6 = RemoteAddress::Parse("ipv6:%5B::1%5D:5000");
  ASSERT_TRUE(v6.has_value());
  EXPECT_EQ(v6->ip.back(), 1);
  EXPECT_EQ(v6, RemoteAddress::Parse("ipv6:[::1]:5000"));
  EXPECT_NE(v6, RemoteAddress::Parse("ipv6:[::1]:5001"));
  EXPECT_EQ(RemoteAddress::Parse("ipv6:%5Bfe80::1%25eth0%5D:7"),
            RemoteAddress::Parse("ipv6:[fe80::1]:7"));
}

TEST(RemoteAddressTest, RefusesWhatIsNone) {
  for (const char* text : {"", ":", "unix:/run/a.sock", "ipv4:127.0.0.1", "ipv4:127.0.0.1:70000",
                           "ipv4:localhost:80", "ipv6:%5B%5D:1", "ipv4:1.2.3.4:x"}) {
    EXPECT_FALSE(RemoteAddress::Parse(text).has_value()) << text;
  }
  EXPECT_FALSE(RemoteAddress::Of(-1).has_value());
}

TEST(RemoteAddressTest, OfASocketIsWhatTheOtherSideHas) {
  const auto listening = *ListenOn({.host = "127.0.0.1", .port = 0});
  sockaddr_in to = {};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(PortOf(listening.front())));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const files::OwnedFd client(socket(AF_INET, SOCK_STREAM, 0));
  ASSERT_EQ(connect(client.get(), reinterpret_cast<sockaddr*>(&to), sizeof(to)), 0);
  const auto remote = RemoteAddress::Of(client.get());
  ASSERT_TRUE(remote.has_value());
  EXPECT_EQ(remote, RemoteAddress::Parse("ipv4:127.0.0.1:" + std::to_string(ntohs(to.sin_port))));
}

}  // namespace
}  // namespace collie::relay

#include "relay/api/connections/listening.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace collie::relay {
namespace {

bool Connects(int port) {
  const files::OwnedFd client(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in to = {};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(client.get(), reinterpret_cast<sockaddr*>(&to), sizeof(to)) == 0;
}

TEST(ListeningTest, AnEmptyHostIsEveryAddress) {
  const auto listening = ListenOn({.host = "", .port = 0});
  ASSERT_TRUE(listening.ok()) << listening.status();
  EXPECT_TRUE(Connects(PortOf(listening->front())));
}

TEST(ListeningTest, AllAddressesOfANameHaveOnePort) {
  const auto listening = ListenOn({.host = "localhost", .port = 0});
  ASSERT_TRUE(listening.ok()) << listening.status();
  for (const files::OwnedFd& fd : *listening) EXPECT_EQ(PortOf(fd), PortOf(listening->front()));
}

TEST(ListeningTest, SaysThatAPortIsInUse) {
  const auto first = *ListenOn({.host = "127.0.0.1", .port = 0});
  const auto port = static_cast<uint16_t>(PortOf(first.front()));
  const auto second = ListenOn({.host = "127.0.0.1", .port = port});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(second.status().message().find("in use"), std::string::npos);
  EXPECT_FALSE(ListenOn({.host = "no-such-host.invalid", .port = 0}).ok());
}

}  // namespace
}  // namespace collie::relay

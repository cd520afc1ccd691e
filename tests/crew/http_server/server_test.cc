#include "crew/http_server/server.h"

#include <gmock/gmock.h>

#include "tests/crew/http_server/serving.h"

namespace collie::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using ServerTest = ServingTest;
using Clients = std::vector<std::unique_ptr<RawClient>>;

Clients Connect(uint16_t port, size_t count) {
  Clients clients;
  for (size_t i = 0; i < count; ++i) clients.push_back(std::make_unique<RawClient>(port));
  return clients;
}

TEST_F(ServerTest, StrangersDoNotUseUpThePlacesOfFriends) {
  auto options = Options();
  options.strangers = {8, 8};
  Open(options);
  RawClient friendly(server_->port());
  friendly.Send(Get("/", "Owner: phone\r\n"));
  ASSERT_EQ(StatusOf(friendly.ReadReply()), 200);
  const Clients silent = Connect(server_->port(), 50);
  ASSERT_TRUE(AwaitCounts(8, 1));
  friendly.Send(Get("/"));
  EXPECT_EQ(StatusOf(friendly.ReadReply()), 200);
  EXPECT_EQ(StatusOf(Exchange(Get("/", "Owner: phone\r\n"))), 200) << "a friend who comes anew";
  EXPECT_GE(server_->stats().evicted, 42u);
}

TEST_F(ServerTest, TheOldestStrangerLeavesFirst) {
  auto options = Options();
  options.strangers = {2, 2};
  Open(options);
  RawClient first(server_->port());
  ASSERT_TRUE(AwaitCounts(1, 0));
  RawClient second(server_->port());
  ASSERT_TRUE(AwaitCounts(2, 0));
  RawClient third(server_->port());
  bool ended = false;
  EXPECT_EQ(first.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  second.Send(Get("/"));
  EXPECT_EQ(StatusOf(second.ReadReply()), 200);
}

TEST_F(ServerTest, AStrangerWhoIsBeingAnsweredStays) {
  auto options = Options();
  options.strangers = {1, 1};
  Open(options);
  RawClient waiting(server_->port());
  waiting.Send(Get("/held"));
  const auto held = AwaitHeld(1);
  RawClient beyond(server_->port());
  bool ended = false;
  EXPECT_EQ(beyond.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  held[0].Send({200, "", "answer", {}});
  EXPECT_EQ(BodyOf(waiting.ReadReply()), "answer");
  EXPECT_EQ(server_->stats().turned_away, 1u);
}

TEST_F(ServerTest, BoundsTheConnectionsOfOneOwner) {
  auto options = Options();
  options.friends = {10, 2};
  Open(options);
  Clients clients = Connect(server_->port(), 3);
  for (int i = 0; i < 2; ++i) {
    clients[i]->Send(Get("/held", "Owner: phone\r\n"));
    AwaitHeld(i + 1);
  }
  clients[2]->Send(Get("/", "Owner: phone\r\n"));
  EXPECT_EQ(StatusOf(clients[2]->ReadReply()), 503);
  EXPECT_EQ(StatusOf(Exchange(Get("/", "Owner: wall\r\n"))), 200);
}

TEST_F(ServerTest, BoundsTheBytesThatWaitForOneOwner) {
  auto options = Options();
  options.limits.owner_bytes = 40 << 20;
  Open(options);
  Clients clients = Connect(server_->port(), 2);
  for (int i = 0; i < 2; ++i) {
    clients[i]->Send(Get("/held", "Owner: phone\r\n"));
    AwaitHeld(i + 1);
  }
  const auto held = AwaitHeld(2);
  held[0].Send({200, "", std::string(32 << 20, 'x'), {}});
  held[1].Send({200, "", std::string(32 << 20, 'x'), {}});
  EXPECT_EQ(StatusOf(clients[1]->ReadReply()), 503);
  EXPECT_EQ(BodyOf(clients[0]->ReadReply()).size(), size_t{32} << 20);
}

TEST_F(ServerTest, SixtyFourRequestsWaitAndOthersAreAnswered) {
  Open();
  const Clients waiting = Connect(server_->port(), 64);
  for (const auto& client : waiting) client->Send(Get("/held"));
  const auto held = AwaitHeld(64);
  EXPECT_EQ(StatusOf(Exchange(Get("/"))), 200);
  for (const auto& responder : held) responder.Send({200, "", "x", {}});
  for (const auto& client : waiting) EXPECT_EQ(StatusOf(client->ReadReply()), 200);
}

TEST_F(ServerTest, BehindAProxyOnlyTheProxyIsServed) {
  auto options = Options();
  options.proxies = {*http_server::Network::Parse("192.0.2.0/24")};
  Open(options);
  RawClient other(server_->port());
  other.Send(Get("/"));
  bool ended = false;
  EXPECT_EQ(other.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  EXPECT_TRUE(requests().empty());
}

TEST_F(ServerTest, TheProxySaysWhomARequestCameFrom) {
  auto options = Options();
  options.proxies = {*http_server::Network::Parse("127.0.0.1")};
  Open(options);
  Exchange(Get("/", "X-Forwarded-For: 10.9.9.9, 198.51.100.7\r\n"));
  Exchange(Get("/"));
  EXPECT_THAT(requests(), ElementsAre("GET / 198.51.100.7", "GET / 127.0.0.1"));
}

TEST_F(ServerTest, WithoutAProxyNobodySaysWhoHeIs) {
  Open();
  Exchange(Get("/", "X-Forwarded-For: 198.51.100.7\r\n"));
  EXPECT_THAT(requests(), ElementsAre("GET / 127.0.0.1"));
}

TEST_F(ServerTest, StopsWithinItsTimeAndLetsRepliesOut) {
  Open();
  RawClient idle(server_->port());
  RawClient waiting(server_->port());
  waiting.Send(Get("/held"));
  RawClient hung(server_->port());
  hung.Send(Get("/held"));
  const auto held = AwaitHeld(2);
  const uint16_t port = server_->port();
  held[0].Send({200, "", "just in time", {}});
  server_->Stop(absl::Milliseconds(300));
  const std::string reply = waiting.ReadReply();
  EXPECT_EQ(BodyOf(reply), "just in time");
  bool ended = false;
  EXPECT_EQ(idle.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  EXPECT_EQ(hung.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  EXPECT_FALSE(RawClient(port).is_connected());
}

TEST_F(ServerTest, WordsItsRefusalsAsItIsTold) {
  auto options = Options();
  options.headers = {{"X-Common", "yes"}};
  options.refuse = [](const http_server::Refusal& refusal) {
    return http_server::Reply{refusal.status, "text/x", "worded", {}};
  };
  Open(options);
  const std::string reply = Exchange("broken\n");
  EXPECT_EQ(StatusOf(reply), 400);
  EXPECT_EQ(BodyOf(reply), "worded");
  EXPECT_EQ(HeaderOf(reply, "X-Common"), "yes");
}

}  // namespace
}  // namespace collie::tests

// A second POST and the hello that it relies on, over real sockets (rules 2 and 3).
#include <unistd.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crew/http_client/exchange.h"
#include "edge/agent/act_post.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/crew/http_client/raw_server.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using ::testing::HasSubstr;
using tests::HttpReply;
using tests::RawServer;

constexpr char kHello[] =
    R"({"wire":{"min":1,"max":1},"epoch":"e-7f3a9c1e55d2b480","ready":true,"now":1764460800000,)"
    R"("hostName":"deck","runtime":"test","caps":{"send":true,"checksEpoch":true}})";
constexpr char kSendPath[] = "/session/v1/panes/p/send";
constexpr char kBody[] = R"({"requestId":"r-1"})";

class PostOnKeptTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path() / "a.sock"; }
  config::SourceEntry Entry() const { return {.name = "deck", .socket = path()}; }
  static config::SourceEntry UrlEntry(int port) {
    return {
        .name = "edge", .url = absl::StrCat("http://127.0.0.1:", port), .token = "secret-token"};
  }
  static http_client::Call Get() {
    return {.path = "/session/v1/hello", .deadline = absl::Seconds(10)};
  }
  static http_client::Call Send(absl::Duration deadline = absl::Seconds(10)) {
    return {.path = kSendPath, .body = kBody, .version = 1, .deadline = deadline};
  }
  static void Serve(RawServer::Connection& connection) {
    while (!connection.ReadRequest().empty()) connection.Write(HttpReply(200, kHello));
  }
  static int CountPosts(const RawServer& server) {
    int posts = 0;
    for (const std::string& request : server.requests()) posts += absl::StartsWith(request, "POST");
    return posts;
  }

  tests::TemporaryFolder folder_;
};

TEST_F(PostOnKeptTest, Rule2ItGoesOverTheConnectionOfTheHello) {
  RawServer server(path(), Serve);
  http_client::Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Get()).status, 200);
  const http_client::Reply reply = exchange.PostOnKept(Send());
  EXPECT_EQ(reply.status, 200) << reply.detail;
  EXPECT_TRUE(reply.left);
  EXPECT_EQ(server.accepted(), 1);
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_THAT(server.requests()[1], HasSubstr("POST /session/v1/panes/p/send HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests()[1], HasSubstr(kBody));
}

TEST_F(PostOnKeptTest, Rule2OverAUrlItGoesOverTheConnectionOfTheHelloWithTheToken) {
  RawServer server(Serve);
  http_client::Exchange exchange(UrlEntry(server.port()));
  ASSERT_EQ(exchange.Get(Get()).status, 200);
  EXPECT_EQ(exchange.PostOnKept(Send()).status, 200);
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_THAT(server.requests().back(), HasSubstr("Authorization: Bearer secret-token\r\n"));
}

TEST_F(PostOnKeptTest, Rule2WithoutAHelloNothingIsDialled) {
  RawServer server(path(), Serve);
  http_client::Exchange exchange(Entry());
  const http_client::Reply reply = exchange.PostOnKept(Send());
  EXPECT_EQ(reply.end, http_client::ExchangeEnd::kNotConnected);
  EXPECT_FALSE(reply.left);
  EXPECT_EQ(server.accepted(), 0);
}

TEST_F(PostOnKeptTest, Rule2AConnectionThatClosedBeforeIsNotReplaced) {
  http_client::Exchange exchange(Entry());
  {
    RawServer server(path(), Serve);
    ASSERT_EQ(exchange.Get(Get()).status, 200);
  }  // the agent ends, and its connections with it
  unlink(path().c_str());
  RawServer restarted(path(), Serve);
  const http_client::Reply reply = exchange.PostOnKept(Send());
  EXPECT_EQ(reply.end, http_client::ExchangeEnd::kNotConnected) << reply.detail;
  EXPECT_FALSE(reply.left);
  EXPECT_EQ(restarted.accepted(), 0);
  EXPECT_EQ(exchange.Get(Get()).status, 200);  // a read may dial anew
}

TEST_F(PostOnKeptTest, Rule2AnAgentThatSaysCloseIsNotDialledAgain) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, kHello, "Connection: close\r\n"));
    connection.WaitForClose();
  });
  http_client::Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Get()).status, 200);
  const http_client::Reply reply = exchange.PostOnKept(Send());
  EXPECT_EQ(reply.end, http_client::ExchangeEnd::kNotConnected);
  EXPECT_FALSE(reply.left);
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(CountPosts(server), 0);
}

TEST_F(PostOnKeptTest, Rule2AConnectionThatDiesUnderThePostMayHaveCarriedItAndNothingRepeatsIt) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, kHello));
    connection.ReadRequest();  // the POST, which is read and never answered
  });
  http_client::Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Get()).status, 200);
  const http_client::Reply reply = exchange.PostOnKept(Send());
  EXPECT_EQ(reply.end, http_client::ExchangeEnd::kLost);
  EXPECT_TRUE(reply.left);
  EXPECT_EQ(CountPosts(server), 1);
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PostOnKeptTest, APostThatHangsEndsAtItsDeadline) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, kHello));
    connection.ReadRequest();
    connection.WaitForClose();
  });
  http_client::Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Get()).status, 200);
  const http_client::Reply reply = exchange.PostOnKept(Send(absl::Milliseconds(200)));
  EXPECT_EQ(reply.end, http_client::ExchangeEnd::kDeadline);
  EXPECT_TRUE(reply.left);
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PostOnKeptTest, AVisitTellsTheCurrentEpochAndPostsOverTheSameConnection) {
  RawServer server(path(), Serve);
  ReaderVisit visit(Entry());
  const v1::Source source = visit.Hello(absl::Seconds(10));
  EXPECT_EQ(source.state(), v1::SOURCE_STATE_LIVE) << source.detail();
  EXPECT_EQ(source.name(), "deck");
  EXPECT_EQ(source.epoch(), "e-7f3a9c1e55d2b480");
  EXPECT_TRUE(source.capabilities().checks_epoch());
  EXPECT_FALSE(source.capabilities().ids_outlive_epoch());
  EXPECT_FALSE(source.remote());
  const PostReply reply = visit.Post(kSendPath, kBody, absl::Seconds(10));
  EXPECT_EQ(reply.kind, PostReply::Kind::kReplied);
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(CountPosts(server), 1);
  EXPECT_THAT(server.requests()[1], HasSubstr("X-Collie-Session: 1\r\n"));
}

TEST_F(PostOnKeptTest, AVisitOfAUrlIsRemote) {
  RawServer server(Serve);
  ReaderVisit visit(UrlEntry(server.port()));
  EXPECT_TRUE(visit.Hello(absl::Seconds(10)).remote());
  EXPECT_EQ(visit.Post(kSendPath, kBody, absl::Seconds(10)).kind, PostReply::Kind::kReplied);
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PostOnKeptTest, AVisitTellsTheKindsOfSilence) {
  RawServer server(path(), [](auto& connection) {
    const std::string request = connection.ReadRequest();
    connection.Write(HttpReply(200, kHello));
    connection.ReadRequest();
  });
  ReaderVisit visit(Entry());
  visit.Hello(absl::Seconds(10));
  EXPECT_EQ(visit.Post(kSendPath, kBody, absl::Seconds(10)).kind, PostReply::Kind::kNothing);
  EXPECT_EQ(visit.Post(kSendPath, kBody, absl::Seconds(10)).kind, PostReply::Kind::kNeverLeft);
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PostOnKeptTest, AVisitOfAnAgentThatCannotBeReadSaysWhy) {
  ReaderVisit nobody(Entry());
  EXPECT_EQ(nobody.Hello(absl::Seconds(10)).state(), v1::SOURCE_STATE_UNREACHABLE);
  const std::string starting = absl::StrReplaceAll(kHello, {{"true,\"now\"", "false,\"now\""}});
  RawServer server(path(), [&starting](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, starting));
    connection.ReadRequest();
    connection.Write(HttpReply(401, R"({"code":"unauthorized"})"));
    connection.ReadRequest();
    connection.Write(HttpReply(
        200, absl::StrReplaceAll(kHello, {{R"("min":1,"max":1)", R"("min":7,"max":9)"}})));
    connection.WaitForClose();
  });
  ReaderVisit visit(Entry());
  EXPECT_EQ(visit.Hello(absl::Seconds(10)).state(), v1::SOURCE_STATE_STARTING);
  EXPECT_EQ(visit.Hello(absl::Seconds(10)).state(), v1::SOURCE_STATE_TOKEN_REFUSED);
  EXPECT_EQ(visit.Hello(absl::Seconds(10)).state(), v1::SOURCE_STATE_VERSION_MISMATCH);
}

}  // namespace
}  // namespace collie::edge

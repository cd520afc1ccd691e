#include "relay/api/http/http_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "crew/json/json.h"
#include "tests/relay/api/http/served_api.h"

namespace collie::tests {
namespace {

using HttpApiTest = ServedApiTest;

TEST_F(HttpApiTest, ServesManyRequestsOnOneConnection) {
  Open();
  RawClient client(api_->port());
  for (int i = 0; i < 20; ++i) {
    client.Send(Get("/api/snapshot"));
    const std::string reply = client.ReadReply();
    ASSERT_EQ(StatusOf(reply), 200) << reply;
    EXPECT_EQ(json::Json::parse(BodyOf(reply))["revision"], "1");
  }
}

TEST_F(HttpApiTest, GuardsEveryReplyByItsHeaders) {
  Open();
  for (const std::string& request :
       {Get("/api/snapshot"), Get("/nothing"), Get("/", ""), std::string("broken\n")}) {
    const std::string reply = Exchange(request);
    EXPECT_EQ(HeaderOf(reply, "X-Content-Type-Options"), "nosniff") << reply;
    EXPECT_EQ(HeaderOf(reply, "Cache-Control"), "no-store");
    EXPECT_TRUE(absl::StartsWith(HeaderOf(reply, "Content-Security-Policy"), "default-src 'none'"));
    EXPECT_EQ(HeaderOf(reply, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(HeaderOf(reply, "Content-Type"), "application/json");
  }
}

TEST_F(HttpApiTest, TellsAStrangerTheSameBytesForEveryPath) {
  Open();
  const std::string first = Exchange(Get("/api/snapshot", ""));
  EXPECT_EQ(StatusOf(first), 401);
  for (const char* target : {"/api/send", "/nothing", "/api/conversations/m/s/p", "/%2e%2e/x",
                             "/api/snapshot?a=b", "/%zz"}) {
    EXPECT_EQ(Exchange(Get(target, "")), first) << target;
    EXPECT_EQ(Exchange(Get(target, "wrong")), first) << target;
    EXPECT_EQ(Exchange(Head("DELETE", target, "\r\n")), first) << target;
    EXPECT_EQ(Exchange(Head("OPTIONS", target, "\r\n")), first) << target;
  }
}

TEST_F(HttpApiTest, AnswersAKnownSnapshotWithoutABody) {
  Open();
  RawClient client(api_->port());
  client.Send(Get("/api/snapshot"));
  const std::string tag = HeaderOf(client.ReadReply(), "ETag");
  client.Send(Get("/api/snapshot", kViewerToken, absl::StrCat("If-None-Match: ", tag, "\r\n")));
  const std::string reply = client.ReadReply();
  EXPECT_EQ(StatusOf(reply), 304) << reply;
  EXPECT_EQ(HeaderOf(reply, "ETag"), tag);
  EXPECT_EQ(HeaderOf(reply, "Content-Length"), "");
  client.Send(Get("/healthz"));
  EXPECT_EQ(StatusOf(client.ReadReply()), 200) << "the 304 had no body";
}

TEST_F(HttpApiTest, HeadHasNoBody) {
  Open();
  RawClient client(api_->port());
  client.Send(absl::StrCat(Head("HEAD", "/healthz"), "Connection: close\r\n\r\n"));
  bool ended = false;
  const std::string reply = client.ReadToEnd(&ended);
  EXPECT_EQ(StatusOf(reply), 200);
  EXPECT_EQ(BodyOf(reply), "");
  EXPECT_TRUE(ended);
}

TEST_F(HttpApiTest, RefusesTenMegabytesOfHeadersEarly) {
  Open();
  RawClient client(api_->port());
  const std::string header = "X-Bomb: " + std::string(1000, 'x') + "\r\n";
  size_t sent = client.Send(Head("GET", "/api/snapshot"));
  constexpr size_t kBomb = 10 << 20;
  while (sent < kBomb) {
    const size_t count = client.Send(header);
    sent += count;
    if (count < header.size()) break;
  }
  EXPECT_LT(sent, kBomb) << "the API took it all";
  EXPECT_EQ(StatusOf(Exchange(Get("/healthz"))), 200);
}

TEST_F(HttpApiTest, SaysWhyItRefusesLargeHeaders) {
  Open();
  EXPECT_EQ(
      StatusOf(Exchange(Get("/", "", absl::StrCat("X: ", std::string(17 << 10, 'x'), "\r\n")))),
      431);
}

TEST_F(HttpApiTest, SurvivesPeersThatHangUpWhileTheirRequestRuns) {
  Open();
  backend_.HoldActs();
  for (int i = 0; i < 5; ++i) {
    RawClient client(api_->port());
    client.Send(Close(absl::StrCat("r-", i)));
    ASSERT_TRUE(backend_.AwaitHeldActs(i + 1));
  }
  backend_.ReleaseActs();
  EXPECT_EQ(StatusOf(Exchange(Get("/healthz"))), 200);
}

TEST_F(HttpApiTest, StopsWhileRequestsWait) {
  Open();
  backend_.HoldActs();
  RawClient idle(api_->port());
  RawClient waiting(api_->port());
  waiting.Send(Close("r-1"));
  ASSERT_TRUE(backend_.AwaitHeldActs(1));
  const uint16_t port = api_->port();
  api_->Stop(absl::Seconds(5));
  EXPECT_EQ(StatusOf(waiting.ReadReply()), 504);
  bool ended = false;
  EXPECT_EQ(idle.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  EXPECT_FALSE(RawClient(port).is_connected());
  backend_.ReleaseActs();
}

TEST_F(HttpApiTest, RefusesSmuggledRequestsAndHangsUp) {
  Open();
  const std::string auth = absl::StrCat("Authorization: Bearer ", kOperatorToken, "\r\n");
  const std::string smuggled = Close("smuggled");
  const std::vector<std::string> attempts = {
      absl::StrCat(Head("POST", "/api/send", auth),
                   "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", smuggled),
      absl::StrCat(Head("POST", "/api/send", auth),
                   "Content-Length: 0\r\nContent-Length: 10\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "Content-Length : 3\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "X: a\r\n b\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "X: a\nContent-Length: 5\r\n\r\n", smuggled),
  };
  for (const std::string& attempt : attempts) {
    RawClient client(api_->port());
    client.Send(attempt);
    bool ended = false;
    const std::string all = client.ReadToEnd(&ended);
    EXPECT_EQ(StatusOf(all), 400) << attempt;
    EXPECT_EQ(all.find("HTTP/1.1", 1), std::string::npos) << "answered twice: " << all;
    EXPECT_TRUE(ended);
  }
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(HttpApiTest, AnswersOthersWhileSixtyFourWaitOnActsAndSixtyFourOnReads) {
  Open();
  backend_.HoldActs();
  backend_.HoldReads();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 64; ++i) {
    clients.push_back(std::make_unique<RawClient>(api_->port()));
    clients.back()->Send(Close(absl::StrCat("r-", i)));
    clients.push_back(std::make_unique<RawClient>(api_->port()));
    clients.back()->Send(Get("/api/conversations/m/s/p"));
  }
  ASSERT_TRUE(backend_.AwaitHeldActs(64));
  ASSERT_TRUE(backend_.AwaitHeldReads(64));
  EXPECT_EQ(StatusOf(Exchange(Get("/api/snapshot"))), 200);
  backend_.ReleaseActs();
  backend_.ReleaseReads();
  for (const auto& client : clients) EXPECT_EQ(StatusOf(client->ReadReply()), 200);
}

TEST_F(HttpApiTest, FriendsAreServedBesideSilentStrangers) {
  Open();
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 400; ++i) silent.push_back(std::make_unique<RawClient>(api_->port()));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(StatusOf(Exchange(Get("/api/snapshot"))), 200);
  }
}

TEST_F(HttpApiTest, TakesHttp10AndAnyLoopbackName) {
  Open();
  EXPECT_EQ(StatusOf(Exchange("GET /healthz HTTP/1.0\r\n\r\n")), 200);
  EXPECT_EQ(StatusOf(Exchange("GET /healthz HTTP/1.1\r\nHost: localhost:9000\r\n\r\n")), 200);
  EXPECT_EQ(StatusOf(Exchange("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")), 200);
  EXPECT_EQ(StatusOf(Exchange("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 421);
}

TEST_F(HttpApiTest, BeyondLoopbackItNeedsTlsOrATrustedProxy) {
  for (const char* host : {"0.0.0.0", "", "192.168.1.5", "::"}) {
    auto options = Options();
    options.server.address.host = host;
    const auto api = TryOpen(std::move(options));
    EXPECT_TRUE(absl::IsFailedPrecondition(api.status())) << host;
    EXPECT_THAT(std::string(api.status().message()), testing::HasSubstr("--http-cert"));
  }
  auto options = Options();
  options.server.address.host = "0.0.0.0";
  options.server.proxies = {*http_server::Network::Parse("127.0.0.1")};
  Open(std::move(options));
  EXPECT_EQ(StatusOf(Exchange(Get("/api/snapshot"))), 200);
}

TEST_F(HttpApiTest, SaysThatItsPortIsTaken) {
  Open();
  auto options = Options();
  options.server.address.port = api_->port();
  const auto second = TryOpen(std::move(options));
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()), testing::HasSubstr("--http"));
}

}  // namespace
}  // namespace collie::tests

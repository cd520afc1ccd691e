#include "relay/http/http_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "crew/clock/clock.h"
#include "fake_backend.h"
#include "raw_client.h"
#include "relay/http/json_view.h"

namespace collie::tests {
namespace {

class HttpApiTest : public testing::Test {
 protected:
  void Open(relay::HttpApi::Options options = {}) {
    options.address = "127.0.0.1:0";
    auto door = relay::HttpApi::Open(options, backend_, clock::SystemClock());
    ASSERT_TRUE(door.ok()) << door.status();
    door_ = *std::move(door);
  }
  std::string Head(absl::string_view method, absl::string_view target,
                   absl::string_view extra = "") {
    return absl::StrCat(method, " ", target, " HTTP/1.1\r\nHost: 127.0.0.1:", door_->port(), "\r\n",
                        extra);
  }
  std::string Get(absl::string_view target, absl::string_view token = kViewerToken,
                  absl::string_view extra = "") {
    return absl::StrCat(Head("GET", target),
                        token.empty() ? "" : absl::StrCat("Authorization: Bearer ", token, "\r\n"),
                        extra, "\r\n");
  }
  std::string Close(absl::string_view request_id) {
    const std::string body = absl::StrCat(R"({"requestId":")", request_id, R"("})");
    return absl::StrCat(
        Head("POST", "/api/conversations/m/s/p/close"), "Authorization: Bearer ", kOperatorToken,
        "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
  }
  std::string Exchange(absl::string_view bytes) {
    RawClient client(door_->port());
    client.Send(bytes);
    return client.ReadReply();
  }

  FakeBackend backend_;
  std::unique_ptr<relay::HttpApi> door_;
};

TEST_F(HttpApiTest, ServesManyRequestsOnOneConnection) {
  Open();
  RawClient client(door_->port());
  for (int i = 0; i < 20; ++i) {
    client.Send(Get("/api/snapshot"));
    const std::string reply = client.ReadReply();
    ASSERT_EQ(StatusOf(reply), 200) << reply;
    EXPECT_EQ(relay::Json::parse(BodyOf(reply))["revision"], "1");
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
  RawClient client(door_->port());
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
  RawClient client(door_->port());
  client.Send(absl::StrCat(Head("HEAD", "/healthz"), "Connection: close\r\n\r\n"));
  bool ended = false;
  const std::string reply = client.ReadToEnd(&ended);
  EXPECT_EQ(StatusOf(reply), 200);
  EXPECT_EQ(BodyOf(reply), "");
  EXPECT_TRUE(ended);
}

TEST_F(HttpApiTest, IsNotLedAstrayByHeadersOfTheLibrary) {
  Open();
  const std::string plain = Exchange(Get("/api/snapshot"));
  EXPECT_EQ(Exchange(Get("/api/snapshot", kViewerToken,
                         "Range: bytes=0-1\r\nAccept-Encoding: gzip, br\r\n")),
            plain);
}

TEST_F(HttpApiTest, RefusesTenMegabytesOfHeadersEarly) {
  Open();
  RawClient client(door_->port());
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

TEST_F(HttpApiTest, CutsARequestThatDrips) {
  relay::HttpApi::Options options;
  options.front.loop.limits.request_within = absl::Milliseconds(200);
  Open(options);
  RawClient client(door_->port());
  const std::string request = Get("/api/snapshot");
  client.Send(request.substr(0, request.size() - 1));
  const std::string reply = client.ReadReply();
  EXPECT_EQ(StatusOf(reply), 408) << reply;
  bool ended = false;
  client.ReadToEnd(&ended);
  EXPECT_TRUE(ended);
}

TEST_F(HttpApiTest, EndsIdleConnections) {
  relay::HttpApi::Options options;
  options.front.loop.limits.idle = absl::Milliseconds(50);
  Open(options);
  RawClient fresh(door_->port());
  bool ended = false;
  EXPECT_EQ(fresh.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
}

TEST_F(HttpApiTest, RefusesSmuggledRequestsAndHangsUp) {
  Open();
  const std::string auth = absl::StrCat("Authorization: Bearer ", kOperatorToken, "\r\n");
  const std::string smuggled = Close("smuggled");
  const std::vector<std::string> attempts = {
      absl::StrCat(Head("POST", "/api/send", auth), "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                   smuggled),
      absl::StrCat(Head("POST", "/api/send", auth),
                   "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", smuggled),
      absl::StrCat(Head("POST", "/api/send", auth),
                   "Content-Length: 0\r\nContent-Length: 10\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "Content-Length: 0\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "Content-Length : 3\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "X: a\r\n b\r\n\r\n", smuggled),
      absl::StrCat(Head("GET", "/healthz"), "X: a\nContent-Length: 5\r\n\r\n", smuggled),
  };
  for (const std::string& attempt : attempts) {
    RawClient client(door_->port());
    client.Send(attempt);
    bool ended = false;
    const std::string all = client.ReadToEnd(&ended);
    EXPECT_EQ(StatusOf(all), 400) << attempt;
    EXPECT_EQ(all.find("HTTP/1.1", 1), std::string::npos) << "answered twice: " << all;
    EXPECT_TRUE(ended);
  }
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(HttpApiTest, HangsUpOnAPeerThatDoesNotWaitForItsReply) {
  Open();
  backend_.HoldActs();
  RawClient client(door_->port());
  client.Send(Close("r-1"));
  ASSERT_TRUE(backend_.AwaitHeldActs(1));
  client.Send(Close("r-2"));
  ASSERT_TRUE(client.AwaitDelivery());
  backend_.ReleaseActs();
  bool ended = false;
  const std::string all = client.ReadToEnd(&ended);
  EXPECT_EQ(StatusOf(all), 200);
  EXPECT_TRUE(ended);
  EXPECT_EQ(backend_.acts().size(), 1u);
}

TEST_F(HttpApiTest, AnswersOthersWhileFortyClientsWaitOnActs) {
  relay::HttpApi::Options options;
  Open(options);
  backend_.HoldActs();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<RawClient>(door_->port()));
    clients.back()->Send(Close(absl::StrCat("r-", i)));
  }
  ASSERT_TRUE(backend_.AwaitHeldActs(options.routes.places));
  EXPECT_EQ(StatusOf(Exchange(Get("/api/snapshot"))), 200);
  backend_.ReleaseActs();
  size_t answered = 0;
  size_t refused = 0;
  for (const auto& client : clients) {
    const std::string reply = client->ReadReply();
    answered += StatusOf(reply) == 200;
    refused += StatusOf(reply) == 503 && HeaderOf(reply, "Retry-After") == "1";
  }
  EXPECT_GE(answered, options.routes.places);
  EXPECT_EQ(answered + refused, clients.size());
  EXPECT_EQ(backend_.acts().size(), answered);
}

TEST_F(HttpApiTest, RefusesAtOnceWhenThePoolAndItsQueueAreFull) {
  relay::HttpApi::Options options;
  options.front.workers = 1;
  options.front.queue = 0;
  Open(options);
  backend_.HoldActs();
  RawClient waiting(door_->port());
  waiting.Send(Close("r-1"));
  ASSERT_TRUE(backend_.AwaitHeldActs(1));
  const std::string reply = Exchange(Get("/api/snapshot"));
  EXPECT_EQ(StatusOf(reply), 503);
  EXPECT_EQ(HeaderOf(reply, "Retry-After"), "1");
  backend_.ReleaseActs();
  EXPECT_EQ(StatusOf(waiting.ReadReply()), 200);
}

TEST_F(HttpApiTest, BoundsConnectionsOfOneAddress) {
  relay::HttpApi::Options options;
  options.front.loop.per_address = 3;
  Open(options);
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<RawClient>(door_->port()));
    clients.back()->Send(Get("/healthz"));
    ASSERT_EQ(StatusOf(clients.back()->ReadReply()), 200);
  }
  RawClient beyond(door_->port());
  bool ended = false;
  EXPECT_EQ(StatusOf(beyond.ReadToEnd(&ended)), 503);
  EXPECT_TRUE(ended);

  clients[0]->Send(absl::StrCat(Head("GET", "/healthz"), "Connection: close\r\n\r\n"));
  clients[0]->ReadToEnd(&ended);
  EXPECT_TRUE(ended);
  clients.erase(clients.begin());
  // The place is free once the API has seen the end; a refusal meanwhile says to try again.
  for (int tries = 0; tries < 1000; ++tries) {
    if (StatusOf(Exchange(Get("/healthz"))) == 200) return;
  }
  FAIL() << "the place was never free again";
}

TEST_F(HttpApiTest, SurvivesPeersThatHangUpWhileTheirRequestRuns) {
  Open();
  backend_.HoldActs();
  for (int i = 0; i < 5; ++i) {
    RawClient client(door_->port());
    client.Send(Close(absl::StrCat("r-", i)));
    ASSERT_TRUE(backend_.AwaitHeldActs(i + 1));
  }
  backend_.ReleaseActs();
  EXPECT_EQ(StatusOf(Exchange(Get("/healthz"))), 200);
}

TEST_F(HttpApiTest, StopsWhileRequestsWait) {
  Open();
  backend_.HoldActs();
  RawClient idle(door_->port());
  RawClient waiting(door_->port());
  waiting.Send(Close("r-1"));
  ASSERT_TRUE(backend_.AwaitHeldActs(1));
  const uint16_t port = door_->port();
  door_->Stop(absl::Seconds(5));
  EXPECT_EQ(StatusOf(waiting.ReadReply()), 504);
  bool ended = false;
  EXPECT_EQ(idle.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  EXPECT_FALSE(RawClient(port).is_connected());
  backend_.ReleaseActs();
}

TEST_F(HttpApiTest, OpensOnLoopbackOnly) {
  for (const char* address : {"0.0.0.0:0", ":8787", "192.168.1.5:0", "[::]:0"}) {
    relay::HttpApi::Options options;
    options.address = address;
    const auto door = relay::HttpApi::Open(options, backend_, clock::SystemClock());
    EXPECT_TRUE(absl::IsFailedPrecondition(door.status())) << address;
    EXPECT_THAT(std::string(door.status().message()), testing::HasSubstr("certificate"));
  }
  for (const char* address : {"", "nonsense", "127.0.0.1", "127.0.0.1:x", "example.com:80",
                              "127.0.0.1:70000", "::1:80"}) {
    relay::HttpApi::Options options;
    options.address = address;
    const auto door = relay::HttpApi::Open(options, backend_, clock::SystemClock());
    EXPECT_TRUE(absl::IsInvalidArgument(door.status())) << address;
  }
}

TEST_F(HttpApiTest, SaysThatItsPortIsTaken) {
  Open();
  relay::HttpApi::Options options;
  options.address = absl::StrCat("127.0.0.1:", door_->port());
  const auto second = relay::HttpApi::Open(options, backend_, clock::SystemClock());
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()), testing::HasSubstr("--http"));
}

}  // namespace
}  // namespace collie::tests

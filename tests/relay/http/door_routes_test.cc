#include "relay/http/door_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "fake_backend.h"
#include "relay/http/json_view.h"

namespace collie::relay {
namespace {

constexpr uint16_t kPort = 8787;
const std::string kHash(64, 'a');

class DoorRoutesTest : public testing::Test {
 protected:
  HttpRequest Request(std::string method, std::string target, std::string token = "") {
    HttpRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.headers = {{"host", "localhost:8787"}};
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    return request;
  }
  DoorReply Get(std::string target, std::string token = tests::kViewerToken) {
    return routes_.Answer(Request("GET", std::move(target), std::move(token)));
  }
  DoorReply Post(std::string target, std::string body, std::string token = tests::kOperatorToken) {
    HttpRequest request = Request("POST", std::move(target), std::move(token));
    request.headers.emplace_back("content-type", "application/json; charset=utf-8");
    request.body = std::move(body);
    return routes_.Answer(request);
  }
  static std::string CodeOf(const DoorReply& reply) {
    return Json::parse(reply.body)["code"].get<std::string>();
  }
  static std::string HeaderOf(const DoorReply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.headers) {
      if (key == name) return value;
    }
    return "";
  }
  v1::ActRequest OnlyAct() {
    const auto acts = backend_.acts();
    EXPECT_EQ(acts.size(), 1u);
    return acts.empty() ? v1::ActRequest() : acts.back().second;
  }

  static DoorRoutes::Options QuickOptions() {
    DoorRoutes::Options options;
    options.places = 2;
    options.act_wait = absl::Milliseconds(20);
    return options;
  }

  tests::FakeBackend backend_;
  DoorRoutes routes_{backend_, kPort, DoorRoutes::Options()};
};

TEST_F(DoorRoutesTest, TellsAStrangerTheSameEverywhere) {
  const DoorReply first = routes_.Answer(Request("GET", "/api/snapshot"));
  EXPECT_EQ(first.status, 401);
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}) {
    for (const char* target :
         {"/api/snapshot", "/api/send", "/api/conversations/m/s/p", "/api/ask/x", "/nothing", "/",
          "/%zz", "/a//b", "/healthz/x", "/api/receipts?limit=x"}) {
      for (const char* token : {"", "wrong-token", "viewer-token-012345678", "bad token"}) {
        const DoorReply reply = routes_.Answer(Request(method, target, token));
        EXPECT_EQ(reply.status, first.status) << method << target;
        EXPECT_EQ(reply.body, first.body) << method << target;
        EXPECT_EQ(reply.headers, first.headers) << method << target;
      }
    }
  }
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DoorRoutesTest, ReadsNoOtherScheme) {
  HttpRequest request = Request("GET", "/api/snapshot");
  request.headers.emplace_back("authorization", std::string("Basic ") + tests::kViewerToken);
  EXPECT_EQ(routes_.Answer(request).status, 401);
  request.headers.back().second = std::string("bearer ") + tests::kViewerToken;
  EXPECT_EQ(routes_.Answer(request).status, 200);
}

TEST_F(DoorRoutesTest, RefusesDnsRebinding) {
  for (const char* host :
       {"evil.example:8787", "localhost", "localhost:80", "127.evil.example:8787",
        "localhost:8787:8787", "", ":8787", "10.0.0.1:8787", "[::1]"}) {
    HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
    request.headers[0].second = host;
    EXPECT_EQ(routes_.Answer(request).status, 421) << host;
  }
  for (const char* host : {"localhost:8787", "LOCALHOST:8787", "127.0.0.1:8787", "[::1]:8787"}) {
    HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
    request.headers[0].second = host;
    EXPECT_EQ(routes_.Answer(request).status, 200) << host;
  }
}

TEST_F(DoorRoutesTest, TurnsAwayOtherOrigins) {
  for (const char* origin : {"http://evil.example", "null", "https://localhost:8787",
                             "http://127.0.0.1:8787", "http://localhost:80", ""}) {
    HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
    request.headers.emplace_back("origin", origin);
    const DoorReply reply = routes_.Answer(request);
    EXPECT_EQ(reply.status, 403) << origin;
    EXPECT_EQ(CodeOf(reply), "cross-origin");
  }
  HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
  request.headers.emplace_back("origin", "http://localhost:8787");
  EXPECT_EQ(routes_.Answer(request).status, 200);
}

TEST_F(DoorRoutesTest, AnswersHealthToAnybodyAndSaysNoMore) {
  EXPECT_EQ(routes_.Answer(Request("GET", "/healthz")).status, 200);
  EXPECT_EQ(routes_.Answer(Request("GET", "/readyz")).status, 200);
  backend_.SetReady(absl::UnavailableError("the disk at /secret is full"));
  EXPECT_EQ(routes_.Answer(Request("GET", "/healthz")).status, 200);
  const DoorReply reply = routes_.Answer(Request("GET", "/readyz"));
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, testing::Not(testing::HasSubstr("secret")));
  EXPECT_EQ(routes_.Answer(Request("POST", "/healthz")).status, 401);
}

TEST_F(DoorRoutesTest, ReadinessTellsWhetherActsCanBeWritten) {
  DoorReply reply = routes_.Answer(Request("GET", "/readyz"));
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":true})");
  EXPECT_EQ(routes_.Answer(Request("GET", "/readyz?writes=1")).status, 200);
  backend_.SetCanWrite(absl::UnavailableError("the disk at /secret is full"));
  reply = routes_.Answer(Request("GET", "/readyz"));
  EXPECT_EQ(reply.status, 200);  // reads are served
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":false,"reason":"store-unavailable"})");
  reply = routes_.Answer(Request("GET", "/readyz?writes=1"));
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":false,"reason":"store-unavailable"})");
  EXPECT_EQ(routes_.Answer(Request("GET", "/healthz")).status, 200);
}

TEST_F(DoorRoutesTest, AViewerMayNotAct) {
  const DoorReply reply = Post("/api/send", "not even JSON", tests::kViewerToken);
  EXPECT_EQ(reply.status, 403);
  EXPECT_EQ(CodeOf(reply), "not-allowed");
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DoorRoutesTest, SaysNothingIsThereAndWhichMethodIs) {
  EXPECT_EQ(Get("/").status, 404);
  EXPECT_EQ(Get("/api").status, 404);
  EXPECT_EQ(Get("/api/snapshot/x").status, 404);
  EXPECT_EQ(Get("/api%2Fsnapshot").status, 404);
  EXPECT_EQ(Post("/api/conversations/m/s/p/start", "{}").status, 404);
  EXPECT_EQ(Get("/api/snapshot?x=1").status, 400);
  EXPECT_EQ(Post("/api/send?x=1", "{}").status, 400);
  const DoorReply reply = Get("/api/send");
  EXPECT_EQ(reply.status, 405);
  EXPECT_EQ(HeaderOf(reply, "Allow"), "POST");
  EXPECT_EQ(HeaderOf(Post("/api/snapshot", "{}"), "Allow"), "GET, HEAD");
}

TEST_F(DoorRoutesTest, AnswersAKnownSnapshotWithoutABody) {
  const DoorReply whole = Get("/api/snapshot");
  const std::string tag = HeaderOf(whole, "ETag");
  EXPECT_EQ(tag, "\"inc-1\"");
  for (const std::string& known : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
    HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
    request.headers.emplace_back("if-none-match", known);
    const DoorReply reply = routes_.Answer(request);
    EXPECT_EQ(reply.status, 304) << known;
    EXPECT_EQ(reply.body, "");
    EXPECT_EQ(HeaderOf(reply, "ETag"), tag);
  }
  backend_.SetCrew({"inc", 2, "c", "crew", {}});
  HttpRequest request = Request("GET", "/api/snapshot", tests::kViewerToken);
  request.headers.emplace_back("if-none-match", tag);
  const DoorReply news = routes_.Answer(request);
  EXPECT_EQ(news.status, 200);
  EXPECT_EQ(HeaderOf(news, "ETag"), "\"inc-2\"");
}

TEST_F(DoorRoutesTest, ReadsAConversation) {
  EXPECT_EQ(Get("/api/conversations/deck/hello/p%3A1?cursor=e%3A1").status, 200);
  EXPECT_EQ(backend_.read(), "deck/hello/p:1?e:1");
  backend_.SetEvent(absl::NotFoundError("gone"));
  EXPECT_EQ(CodeOf(Get("/api/conversations/deck/hello/p")), "no-such-conversation");
  backend_.SetEvent(absl::UnavailableError("The agent cannot be reached."));
  const DoorReply reply = Get("/api/conversations/deck/hello/p");
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(CodeOf(reply), "source-unreachable");
  backend_.SetEvent(absl::InternalError("at line 5 of secret.cc"));
  EXPECT_THAT(Get("/api/conversations/deck/hello/p").body,
              testing::Not(testing::HasSubstr("secret")));
}

TEST_F(DoorRoutesTest, AsksTheRelayForNoImpossibleConversation) {
  for (const char* target :
       {"/api/conversations/DECK/hello/p", "/api/conversations/deck/he%2Fllo/p",
        "/api/conversations/deck/hello/..", "/api/conversations/deck/hello/a%20b"}) {
    EXPECT_EQ(Get(target).status, 404) << target;
    EXPECT_EQ(Post(std::string(target) + "/close", R"({"requestId":"r"})").status, 404) << target;
  }
  EXPECT_EQ(backend_.read(), "");
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DoorRoutesTest, ReadsHistory) {
  EXPECT_EQ(Get("/api/conversations/m/s/p/history?before=c%3A1&limit=200").status, 200);
  EXPECT_EQ(backend_.history_request().conversation().pane(), "p");
  EXPECT_EQ(backend_.history_request().before(), "c:1");
  EXPECT_EQ(backend_.history_request().limit(), 200);
  EXPECT_EQ(Get("/api/conversations/m/s/p/history").status, 200);
  EXPECT_EQ(backend_.history_request().limit(), 0);
  for (const char* limit : {"0", "201", "-1", "x", "5x"}) {
    EXPECT_EQ(Get(std::string("/api/conversations/m/s/p/history?limit=") + limit).status, 400)
        << limit;
  }
}

TEST_F(DoorRoutesTest, ListsReceipts) {
  const DoorReply reply = Get("/api/receipts?conversation=m/s/p%3A1&requestId=r-1&limit=5");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(Json::parse(reply.body)["receipts"].size(), 1u);
  EXPECT_EQ(backend_.receipts_request().conversation().pane(), "p:1");
  EXPECT_EQ(backend_.receipts_request().request_id(), "r-1");
  EXPECT_EQ(backend_.receipts_request().limit(), 5);
  EXPECT_EQ(Get("/api/receipts").status, 200);
  EXPECT_FALSE(backend_.receipts_request().has_conversation());
  EXPECT_EQ(Get("/api/receipts?conversation=m/s").status, 200);
  EXPECT_EQ(Get("/api/receipts?conversation=m/s/").status, 400);
  EXPECT_EQ(Get("/api/receipts?conversation=m").status, 400);
  EXPECT_EQ(Get("/api/receipts?requestId=a%20b").status, 400);
  EXPECT_EQ(Get("/api/receipts?limit=501").status, 400);
}

TEST_F(DoorRoutesTest, CarriesASendOut) {
  const DoorReply reply =
      Post("/api/send", R"({"conversation":{"member":"m","source":"s","pane":"p"},)"
                        R"("requestId":"r","turn":"t","text":"go"})");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(Json::parse(reply.body)["outcome"], "sent");
  EXPECT_EQ(backend_.acts().at(0).first, "phone");
  EXPECT_EQ(OnlyAct().send().text(), "go");
}

TEST_F(DoorRoutesTest, CarriesEveryActOfAConversationOut) {
  const std::string at = "/api/conversations/m/s/p/";
  EXPECT_EQ(Post(at + "send", R"({"requestId":"r1","turn":"t","text":"x"})").status, 200);
  EXPECT_EQ(Post(at + "answer", R"({"requestId":"r2","askId":"a","hash":")" + kHash +
                                    R"(","answer":{"text":"x"}})")
                .status,
            200);
  EXPECT_EQ(Post(at + "steer", R"({"requestId":"r3","turn":"t","text":"x"})").status, 200);
  EXPECT_EQ(Post(at + "stop", R"({"requestId":"r4"})").status, 200);
  EXPECT_EQ(Post(at + "rename", R"({"requestId":"r5","title":"x"})").status, 200);
  EXPECT_EQ(Post(at + "close", R"({"requestId":"r6"})").status, 200);
  EXPECT_EQ(Post(at + "reopen", R"({"requestId":"r7"})").status, 200);
  EXPECT_EQ(Post(at + "action", R"({"requestId":"r8","actionId":"x"})").status, 200);
  EXPECT_EQ(
      Post("/api/ask/u-1", R"({"requestId":"r9","hash":")" + kHash + R"(","optionId":"y"})").status,
      200);
  EXPECT_EQ(Post("/api/sources/m/s/start", R"({"requestId":"r10","starterId":"new"})").status, 200);
  const auto acts = backend_.acts();
  const std::vector<v1::ActRequest::ActCase> kinds = {
      v1::ActRequest::kSend,   v1::ActRequest::kAnswer, v1::ActRequest::kSteer,
      v1::ActRequest::kStop,   v1::ActRequest::kRename, v1::ActRequest::kClose,
      v1::ActRequest::kReopen, v1::ActRequest::kAction, v1::ActRequest::kOneTap,
      v1::ActRequest::kStart};
  ASSERT_EQ(acts.size(), kinds.size());
  for (size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(acts[i].second.act_case(), kinds[i]);
    EXPECT_EQ(acts[i].second.request_id(), "r" + std::to_string(i + 1));
  }
  EXPECT_EQ(acts[8].second.one_tap().one_use_id(), "u-1");
  EXPECT_EQ(acts[9].second.conversation().source(), "s");
}

TEST_F(DoorRoutesTest, TakesJsonOnly) {
  HttpRequest request = Request("POST", "/api/conversations/m/s/p/close", tests::kOperatorToken);
  request.body = R"({"requestId":"r"})";
  EXPECT_EQ(routes_.Answer(request).status, 415);
  request.headers.emplace_back("content-type", "text/plain");
  EXPECT_EQ(routes_.Answer(request).status, 415);
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DoorRoutesTest, RefusesAWrongWordInACommand) {
  const DoorReply reply =
      Post("/api/conversations/m/s/p/close", R"({"requestId":"r","force":true})");
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(CodeOf(reply), "bad-request");
  EXPECT_THAT(reply.body, testing::HasSubstr("force"));
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DoorRoutesTest, AnActThatIsNeverAnsweredEndsUnknown) {
  DoorRoutes routes(backend_, kPort, QuickOptions());
  backend_.HoldActs();
  HttpRequest request = Request("POST", "/api/conversations/m/s/p/close", tests::kOperatorToken);
  request.headers.emplace_back("content-type", "application/json");
  request.body = R"({"requestId":"r"})";
  const DoorReply reply = routes.Answer(request);
  EXPECT_EQ(reply.status, 504);
  EXPECT_EQ(CodeOf(reply), "unknown");
  backend_.ReleaseActs();  // the late answer goes nowhere
}

TEST_F(DoorRoutesTest, HasSpaceForReadsWhenAllSlotsWait) {
  DoorRoutes::Options options;
  options.places = 1;
  DoorRoutes routes(backend_, kPort, options);
  backend_.HoldActs();
  HttpRequest act = Request("POST", "/api/conversations/m/s/p/close", tests::kOperatorToken);
  act.headers.emplace_back("content-type", "application/json");
  act.body = R"({"requestId":"r"})";
  DoorReply held;
  std::thread caller([&] { held = routes.Answer(act); });
  EXPECT_TRUE(backend_.AwaitHeldActs(1));
  const DoorReply refused = routes.Answer(act);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  EXPECT_EQ(routes.Answer(Request("GET", "/api/snapshot", tests::kViewerToken)).status, 200);
  backend_.ReleaseActs();
  caller.join();
  EXPECT_EQ(held.status, 200);
  EXPECT_EQ(backend_.acts().size(), 1u);
}

TEST_F(DoorRoutesTest, DrainingEndsWaitsAndTakesNoMore) {
  backend_.HoldActs();
  DoorReply held;
  std::thread caller(
      [&] { held = Post("/api/conversations/m/s/p/close", R"({"requestId":"r"})"); });
  EXPECT_TRUE(backend_.AwaitHeldActs(1));
  routes_.Drain();
  caller.join();
  EXPECT_EQ(held.status, 504);
  const DoorReply late = Post("/api/conversations/m/s/p/close", R"({"requestId":"r2"})");
  EXPECT_EQ(late.status, 503);
  EXPECT_EQ(CodeOf(late), "draining");
  EXPECT_EQ(backend_.acts().size(), 1u);
  EXPECT_EQ(routes_.Answer(Request("GET", "/readyz")).status, 503);
  backend_.ReleaseActs();
}

}  // namespace
}  // namespace collie::relay

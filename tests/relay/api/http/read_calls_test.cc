#include "relay/api/http/read_calls.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

using ReadCallsTest = DispatchingTest;

TEST_F(ReadCallsTest, AnswersAKnownSnapshotWithoutABody) {
  const Reply whole = Get("/api/snapshot");
  const std::string tag = HeaderOf(whole, "ETag");
  EXPECT_EQ(tag, "W/\"inc-1\"");
  for (const std::string& known : {tag, tag.substr(2), "\"x\", " + tag, std::string("*")}) {
    Request request = Make("GET", "/api/snapshot", tests::kViewerToken);
    request.headers.emplace_back("if-none-match", known);
    const Reply reply = Answer(request);
    EXPECT_EQ(reply.status, 304) << known;
    EXPECT_EQ(reply.body, "");
    EXPECT_EQ(HeaderOf(reply, "ETag"), tag);
  }
  backend_.SetCrew({"inc", 2, "c", "crew", {}});
  Request request = Make("GET", "/api/snapshot", tests::kViewerToken);
  request.headers.emplace_back("if-none-match", tag);
  const Reply news = Answer(request);
  EXPECT_EQ(news.status, 200);
  EXPECT_EQ(HeaderOf(news, "ETag"), "W/\"inc-2\"");
}

TEST_F(ReadCallsTest, ReadsAConversation) {
  EXPECT_EQ(Get("/api/conversations/deck/hello/p%3A1?cursor=e%3A1").status, 200);
  EXPECT_EQ(backend_.read(), "deck/hello/p:1?e:1");
  backend_.SetEvent(absl::NotFoundError("gone"));
  EXPECT_EQ(CodeOf(Get("/api/conversations/deck/hello/p")), "no-such-conversation");
  backend_.SetEvent(absl::UnavailableError("The agent cannot be reached."));
  const Reply reply = Get("/api/conversations/deck/hello/p");
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(CodeOf(reply), "source-unreachable");
  backend_.SetEvent(absl::InternalError("at line 5 of secret.cc"));
  EXPECT_THAT(Get("/api/conversations/deck/hello/p").body,
              testing::Not(testing::HasSubstr("secret")));
}

TEST_F(ReadCallsTest, AsksTheRelayForNoImpossibleConversation) {
  for (const char* target :
       {"/api/conversations/DECK/hello/p", "/api/conversations/deck/he%2Fllo/p",
        "/api/conversations/deck/hello/..", "/api/conversations/deck/hello/a%20b"}) {
    EXPECT_EQ(Get(target).status, 404) << target;
    EXPECT_EQ(Post(std::string(target) + "/close", R"({"requestId":"r"})").status, 404) << target;
  }
  EXPECT_EQ(backend_.read(), "");
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(ReadCallsTest, ReadsHistory) {
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

TEST_F(ReadCallsTest, ListsReceipts) {
  const Reply reply = Get("/api/receipts?conversation=m/s/p%3A1&requestId=r-1&limit=5");
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
  EXPECT_EQ(Get("/api/receipts?outcome=sent,maybe-applied&from=1500&until=2000&before=r-9").status,
            200);
  EXPECT_EQ(backend_.receipts_request().outcomes_size(), 2);
  EXPECT_EQ(backend_.receipts_request().outcomes(1), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(backend_.receipts_request().accepted_from().seconds(), 1);
  EXPECT_EQ(backend_.receipts_request().accepted_from().nanos(), 500'000'000);
  EXPECT_EQ(backend_.receipts_request().accepted_until().seconds(), 2);
  EXPECT_EQ(backend_.receipts_request().before(), "r-9");
  EXPECT_EQ(Get("/api/receipts?outcome=done").status, 400);
  EXPECT_EQ(Get("/api/receipts?from=yesterday").status, 400);
}

TEST_F(ReadCallsTest, AnUnknownCursorIsTheRequestsFault) {
  const Reply reply = Get("/api/conversations/m/s/p/history?before=nope");
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, testing::HasSubstr("Unknown cursor"));
}

}  // namespace
}  // namespace collie::relay

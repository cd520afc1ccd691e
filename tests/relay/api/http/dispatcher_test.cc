#include "relay/api/http/dispatcher.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

using DispatcherTest = DispatchingTest;

TEST_F(DispatcherTest, TellsAStrangerTheSameEverywhere) {
  const Reply first = Answer(Make("GET", "/api/snapshot"));
  EXPECT_EQ(first.status, 401);
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}) {
    for (const char* target :
         {"/api/snapshot", "/api/send", "/api/conversations/m/s/p", "/api/ask/x", "/api/events",
          "/api/crew", "/nothing", "/", "/%zz", "/a//b", "/healthz/x", "/api/receipts?limit=x"}) {
      for (const char* token : {"", "wrong-token", "viewer-token-012345678", "bad token"}) {
        const Reply reply = Answer(Make(method, target, token));
        EXPECT_EQ(reply.status, first.status) << method << target;
        EXPECT_EQ(reply.body, first.body) << method << target;
        EXPECT_EQ(reply.headers, first.headers) << method << target;
      }
    }
  }
  EXPECT_TRUE(backend_.acts().empty());
  EXPECT_EQ(peer_.owner_, "");
}

TEST_F(DispatcherTest, WhoShowsACredentialIsAFriendWithAPlaceOfItsOwn) {
  EXPECT_EQ(Get("/api/snapshot").status, 200);
  EXPECT_EQ(peer_.owner_, "wall");
  peer_.has_place_ = false;
  const Reply reply = Get("/api/snapshot");
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(HeaderOf(reply, "Retry-After"), "1");
}

TEST_F(DispatcherTest, ReadsNoOtherScheme) {
  Request request = Make("GET", "/api/snapshot");
  request.headers.emplace_back("authorization", std::string("Basic ") + tests::kViewerToken);
  EXPECT_EQ(Answer(request).status, 401);
  request.headers.back().second = std::string("bearer ") + tests::kViewerToken;
  EXPECT_EQ(Answer(request).status, 200);
}

TEST_F(DispatcherTest, RefusesAnotherHostAndAnotherOriginWhateverTheCredential) {
  Request request = Make("GET", "/healthz", tests::kViewerToken);
  request.headers[0].second = "evil.example:8787";
  EXPECT_EQ(Answer(request).status, 421);
  request.headers[0].second = "localhost";
  EXPECT_EQ(Answer(request).status, 200);
  request.headers.emplace_back("origin", "http://evil.example");
  EXPECT_EQ(CodeOf(Answer(request)), "cross-origin");
}

TEST_F(DispatcherTest, TheCrewIsForItsAdmins) {
  EXPECT_EQ(Get("/api/crew", tests::kViewerToken).status, 403);
  EXPECT_EQ(Get("/api/crew", tests::kOperatorToken).status, 403);
  const Reply reply = Get("/api/crew", tests::kAdminToken);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(Json::parse(reply.body)["devices"][0]["label"], "phone");
}

TEST_F(DispatcherTest, HandsTheEventStreamOver) {
  const auto answered = Begin(Make("GET", "/api/events?passive=1", tests::kViewerToken));
  answered->Wait();
  EXPECT_TRUE(answered->is_events);
  EXPECT_EQ(Get("/api/events?since=1").status, 400);
}

TEST_F(DispatcherTest, AViewerMayNotAct) {
  const Reply reply = Post("/api/send", "not even JSON", tests::kViewerToken);
  EXPECT_EQ(reply.status, 403);
  EXPECT_EQ(CodeOf(reply), "not-allowed");
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DispatcherTest, SaysNothingIsThereAndWhichMethodIs) {
  EXPECT_EQ(Get("/").status, 404);
  EXPECT_EQ(Get("/api").status, 404);
  EXPECT_EQ(Get("/api/snapshot/x").status, 404);
  EXPECT_EQ(Get("/api%2Fsnapshot").status, 404);
  EXPECT_EQ(Post("/api/conversations/m/s/p/start", "{}").status, 404);
  EXPECT_EQ(Get("/api/snapshot?x=1").status, 400);
  EXPECT_EQ(Post("/api/send?x=1", "{}").status, 400);
  const Reply reply = Get("/api/send");
  EXPECT_EQ(reply.status, 405);
  EXPECT_EQ(HeaderOf(reply, "Allow"), "POST");
  EXPECT_EQ(HeaderOf(Post("/api/snapshot", "{}"), "Allow"), "GET, HEAD");
}

}  // namespace
}  // namespace collie::relay

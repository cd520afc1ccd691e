#include "relay/api/http/act_calls.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

const std::string kHash(64, 'a');

using ActCallsTest = DispatchingTest;

TEST_F(ActCallsTest, SixtyFourActsAndReadsWaitWithoutAThread) {
  backend_.HoldActs();
  backend_.HoldReads();
  std::vector<std::shared_ptr<Answered>> waiting;
  for (int i = 0; i < 64; ++i) {
    waiting.push_back(Begin(MakePost("/api/conversations/m/s/p/close",
                                     R"({"requestId":"r-)" + std::to_string(i) + "\"}")));
    waiting.push_back(Begin(Make("GET", "/api/conversations/m/s/p", tests::kViewerToken)));
  }
  EXPECT_TRUE(backend_.AwaitHeldActs(64));
  EXPECT_TRUE(backend_.AwaitHeldReads(64));
  EXPECT_EQ(Get("/api/snapshot").status, 200);
  backend_.ReleaseActs();
  backend_.ReleaseReads();
  for (const auto& answered : waiting) EXPECT_EQ(answered->Wait().status, 200);
}

TEST_F(ActCallsTest, CarriesASendOut) {
  const Reply reply = Post("/api/send", R"({"conversation":{"member":"m","source":"s","pane":"p"},)"
                                        R"("requestId":"r","turn":"t","text":"go"})");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(Json::parse(reply.body)["outcome"], "sent");
  EXPECT_EQ(backend_.acts().at(0).first, "phone");
  EXPECT_EQ(OnlyAct().send().text(), "go");
}

TEST_F(ActCallsTest, CarriesEveryActOfAConversationOut) {
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

TEST_F(ActCallsTest, TakesJsonOnly) {
  Request request = Make("POST", "/api/conversations/m/s/p/close", tests::kOperatorToken);
  request.body = R"({"requestId":"r"})";
  EXPECT_EQ(Answer(request).status, 415);
  request.headers.emplace_back("content-type", "text/plain");
  EXPECT_EQ(Answer(request).status, 415);
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(ActCallsTest, RefusesAWrongWordInACommand) {
  const Reply reply = Post("/api/conversations/m/s/p/close", R"({"requestId":"r","force":true})");
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(CodeOf(reply), "bad-request");
  EXPECT_THAT(reply.body, testing::HasSubstr("force"));
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(ActCallsTest, DrainingAnswersWhoWaitsAndTakesNoMore) {
  backend_.HoldActs();
  const auto held = Begin(MakePost("/api/conversations/m/s/p/close", R"({"requestId":"r"})"));
  EXPECT_TRUE(backend_.AwaitHeldActs(1));
  dispatcher_.Drain();
  EXPECT_EQ(held->Wait().status, 504);
  EXPECT_EQ(CodeOf(held->reply), "unknown");
  const Reply late = Post("/api/conversations/m/s/p/close", R"({"requestId":"r2"})");
  EXPECT_EQ(late.status, 503);
  EXPECT_EQ(CodeOf(late), "draining");
  EXPECT_EQ(backend_.acts().size(), 1u);
  EXPECT_EQ(Answer(Make("GET", "/readyz")).status, 503);
  backend_.ReleaseActs();  // the late answer goes nowhere
}

}  // namespace
}  // namespace collie::relay

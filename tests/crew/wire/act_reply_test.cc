#include "crew/wire/act_reply.h"

#include <gtest/gtest.h>

namespace collie::wire {
namespace {

TEST(ActReplyTest, ReadsEveryField) {
  const auto reply = DecodeActReply(
      R"({"requestId":"r-1","queued":true,"replayed":true,"paneId":"p","outcome":"too-late"})");
  ASSERT_TRUE(reply.ok()) << reply.status();
  EXPECT_EQ(reply->request_id, "r-1");
  EXPECT_TRUE(reply->queued);
  EXPECT_TRUE(reply->replayed);
  EXPECT_EQ(reply->pane_id, "p");
  EXPECT_EQ(reply->outcome, "too-late");
}

TEST(ActReplyTest, ProvesNothingWhenItNamesTwoRequests) {
  EXPECT_FALSE(DecodeActReply(R"({"requestId":"zz","requestId":"r-1"})").ok());
  EXPECT_FALSE(DecodeActReply(R"({"requestId":"r-1","requestId":"r-1"})").ok());
}

TEST(ActReplyTest, NeedsNothingButTheRequestId) {
  const auto reply = DecodeActReply(R"({"requestId":"r-1"})");
  ASSERT_TRUE(reply.ok());
  EXPECT_FALSE(reply->queued);
  EXPECT_FALSE(reply->replayed);
  EXPECT_EQ(reply->pane_id, "");
  EXPECT_EQ(reply->outcome, "");
}

TEST(ActReplyTest, IsNotUndoneByOtherFields) {
  const auto reply = DecodeActReply(
      R"({"queued":"yes","replayed":1,"paneId":"a/b","outcome":{},"requestId":"r-1",)"
      R"("x":123456789012345678901234567890})");
  ASSERT_TRUE(reply.ok()) << reply.status();
  EXPECT_EQ(reply->request_id, "r-1");
  EXPECT_FALSE(reply->queued);
  EXPECT_FALSE(reply->replayed);
  EXPECT_EQ(reply->pane_id, "");
  EXPECT_EQ(reply->outcome, "");
}

TEST(ActReplyTest, RefusesWhatNamesNoRequest) {
  for (const char* body :
       {"", "{}", "[]", "\"r-1\"", "ok", R"({"requestId":7})", R"({"requestId":"a b"})",
        R"({"requestId":null})", R"({"requestId":"r-1")", R"({"requestId":"r-1"}x)",
        R"({"requestId":"r-1",})", R"([{"requestId":"r-1"}])"}) {
    EXPECT_EQ(DecodeActReply(body).status().code(), absl::StatusCode::kInvalidArgument) << body;
  }
}

}  // namespace
}  // namespace collie::wire

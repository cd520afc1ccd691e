#include "relay/api/http/act_status.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "crew/json/json.h"
#include "crew/receipt/words.h"

namespace collie::relay {
namespace {

int StatusOf(v1::Outcome outcome, v1::Reason reason = v1::REASON_UNSPECIFIED) {
  v1::Receipt receipt;
  receipt.set_outcome(outcome);
  receipt.set_reason(reason);
  return ReceiptStatus(receipt);
}

TEST(ActStatusTest, FollowsTheOutcome) {
  EXPECT_EQ(StatusOf(v1::OUTCOME_SENT), 200);
  EXPECT_EQ(StatusOf(v1::OUTCOME_PENDING), 202);
  EXPECT_EQ(StatusOf(v1::OUTCOME_UNKNOWN), 504);
  EXPECT_EQ(StatusOf(v1::OUTCOME_UNKNOWN, v1::REASON_MEMBER_UNREACHABLE), 504);
  EXPECT_EQ(StatusOf(v1::OUTCOME_MAYBE_APPLIED), 409);
  EXPECT_EQ(StatusOf(v1::OUTCOME_MAYBE_APPLIED, v1::REASON_TURN_MOVED), 409);
}

TEST(ActStatusTest, FollowsTheReasonOfARefusal) {
  const std::map<v1::Reason, int> special = {{v1::REASON_NO_SUCH_CONVERSATION, 404},
                                             {v1::REASON_TOO_LARGE, 413},
                                             {v1::REASON_MEMBER_UNREACHABLE, 503},
                                             {v1::REASON_SOURCE_UNREACHABLE, 503},
                                             {v1::REASON_STARTING, 503},
                                             {v1::REASON_STORE_UNAVAILABLE, 503},
                                             {v1::REASON_DRAINING, 503},
                                             {v1::REASON_NOT_ALLOWED, 403}};
  for (int number = 1; number < v1::Reason_ARRAYSIZE; ++number) {
    const auto reason = static_cast<v1::Reason>(number);
    const auto found = special.find(reason);
    EXPECT_EQ(StatusOf(v1::OUTCOME_REFUSED, reason), found == special.end() ? 409 : found->second)
        << v1::Reason_Name(reason);
  }
}

TEST(ActStatusTest, TellsAReasonWithoutAReceipt) {
  ActReply answer;
  answer.refused = v1::REASON_REQUEST_ID_REUSED;
  http_server::Reply reply = ReplyTo(answer);
  EXPECT_EQ(reply.status, 409);
  json::Json body = json::Json::parse(reply.body);
  EXPECT_EQ(body["code"], "request-id-reused");
  EXPECT_NE(body["message"], "");

  answer.detail = "Once more.";
  EXPECT_EQ(json::Json::parse(ReplyTo(answer).body)["message"], "Once more.");
}

TEST(ActStatusTest, TellsABadRequest) {
  ActReply answer;
  answer.bad_request = true;
  answer.detail = "The text is missing.";
  const http_server::Reply reply = ReplyTo(answer);
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body, R"({"code":"bad-request","message":"The text is missing."})");
}

TEST(ActStatusTest, AnAnswerThatSaysNothingIsTheRelaysFault) {
  EXPECT_EQ(ReplyTo(ActReply()).status, 500);
}

}  // namespace
}  // namespace collie::relay

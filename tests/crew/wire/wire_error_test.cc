#include "crew/wire/wire_error.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::wire {
namespace {

TEST(WireErrorTest, ReadsCodeMessageTurnAndField) {
  const auto error =
      DecodeError(R"({"code":"stale","message":"moved\non\u001b[2J","turn":"t-13","field":"age"})");
  ASSERT_TRUE(error.ok()) << error.status();
  EXPECT_EQ(error->code, "stale");
  EXPECT_EQ(error->message, "movedon[2J");
  EXPECT_EQ(error->turn, "t-13");
  EXPECT_EQ(error->field, "age");
  EXPECT_FALSE(error->agent_versions);
  EXPECT_FALSE(error->decision);
}

TEST(WireErrorTest, ReadsTheFirstDecision) {
  const auto error = DecodeError(
      R"({"code":"decided","outcome":{"outcome":"answered","decidedBy":"agent","requestId":"r-2",)"
      R"("answer":{"optionIds":["yes"]}}})");
  ASSERT_TRUE(error.ok());
  ASSERT_TRUE(error->decision);
  EXPECT_EQ(error->decision->outcome(), v1::ASK_OUTCOME_ANSWERED);
  EXPECT_EQ(error->decision->decided_by(), "agent");
  EXPECT_EQ(error->decision->request_id(), "r-2");
  EXPECT_EQ(error->decision->answer().picked().option_ids(0), "yes");
}

TEST(WireErrorTest, ReadsTheRefusedRange) {
  const auto error = DecodeError(
      R"({"code":"incompatible","refusal":{"agent":{"min":2,"max":3},"collie":{"max":1}}})");
  ASSERT_TRUE(error.ok());
  ASSERT_TRUE(error->agent_versions);
  EXPECT_EQ(error->agent_versions->min, 2);
  EXPECT_EQ(error->agent_versions->max, 3);
}

TEST(WireErrorTest, TheCodeStandsWithoutItsBadParts) {
  const auto error = DecodeError(
      R"({"code":"decided","message":7,"turn":[],"field":"a b","refusal":"x","outcome":"taken"})");
  ASSERT_TRUE(error.ok());
  EXPECT_EQ(error->code, "decided");
  EXPECT_EQ(error->message, "");
  EXPECT_FALSE(error->decision);
  EXPECT_FALSE(error->agent_versions);
  EXPECT_EQ(
      DecodeError(R"({"code":"x","message":")" + std::string(900, 'm') + "\"}")->message.size(),
      500u);
}

TEST(WireErrorTest, RefusesWhatHasNoCode) {
  for (const char* body :
       {"", "{}", "<html>", R"({"code":409})", R"({"code":""})", R"({"code":"no such\npane"})",
        R"({"message":"x"})", R"({"code":"stale")"}) {
    EXPECT_EQ(DecodeError(body).status().code(), absl::StatusCode::kInvalidArgument) << body;
  }
}

TEST(ReasonOfCodeTest, KeepsWhatMeansTheSame) {
  EXPECT_EQ(ReasonOfCode("stale"), v1::REASON_TURN_MOVED);
  EXPECT_EQ(ReasonOfCode("question-open"), v1::REASON_QUESTION_OPEN);
  EXPECT_EQ(ReasonOfCode("decided"), v1::REASON_DECIDED);
  EXPECT_EQ(ReasonOfCode("no-such-pane"), v1::REASON_NO_SUCH_CONVERSATION);
  EXPECT_EQ(ReasonOfCode("unauthorized"), v1::REASON_TOKEN_REFUSED);
  EXPECT_EQ(ReasonOfCode("incompatible"), v1::REASON_VERSION_MISMATCH);
  EXPECT_EQ(ReasonOfCode("unsupported"), v1::REASON_UNSUPPORTED);
  EXPECT_EQ(ReasonOfCode("request-id-reused"), v1::REASON_REQUEST_ID_REUSED);
  EXPECT_EQ(ReasonOfCode("too-large"), v1::REASON_TOO_LARGE);
  EXPECT_EQ(ReasonOfCode("starting"), v1::REASON_STARTING);
}

TEST(ReasonOfCodeTest, AllElseIsTheAgentsRefusal) {
  for (const char* code :
       {"busy", "closed", "open", "bad-answer", "bad-request", "not-found", "no-such-starter",
        "no-such-action", "internal", "expired", "teapot", ""}) {
    EXPECT_EQ(ReasonOfCode(code), v1::REASON_AGENT_REFUSED) << code;
  }
}

}  // namespace
}  // namespace collie::wire

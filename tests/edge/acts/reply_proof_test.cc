#include "edge/acts/reply_proof.h"

#include "gtest/gtest.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

v1::Command AnswerCommand(int attempt = 1) {
  v1::Command command = SendCommand("r-1", 1);
  command.set_attempt(attempt);
  command.mutable_request()->mutable_answer()->set_ask_id("ask-1");
  return command;
}

v1::ActResult Of(const PostReply& reply, int attempt = 1) {
  v1::Command command = SendCommand("r-1", 1);
  command.set_attempt(attempt);
  return Proof(command, reply, attempt);
}

TEST(ReplyProofTest, A200ThatNamesTheRequestIsSent) {
  const v1::ActResult result = Of(Replied(200, R"({"requestId":"r-1","queued":true})"));
  EXPECT_EQ(result.state(), v1::ATTEMPT_STATE_DONE);
  EXPECT_EQ(result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(result.evidence(), v1::EVIDENCE_REPLY);
  EXPECT_TRUE(result.queued());
  EXPECT_EQ(result.posts(), 1);
  EXPECT_EQ(result.request_id(), "r-1");
}

TEST(ReplyProofTest, EverythingThatIsNotDefiniteIsUnknown) {
  PostReply html = Replied(200, R"({"requestId":"r-1"})");
  html.content_type = "text/html";
  const PostReply replies[] = {
      Replied(200, R"({"requestId":"r-2"})"),
      Replied(200, R"({})"),
      Replied(200, "<html>"),
      Replied(200, ""),
      Replied(201, R"({"requestId":"r-1"})"),
      Replied(204, ""),
      Replied(302, R"({"code":"stale"})"),
      Replied(500, R"({"code":"internal"})"),
      Replied(503, R"({"code":"starting"})"),
      Replied(404, "<html>not here</html>"),
      Replied(409, R"({"message":"no code"})"),
      html,
      {.kind = PostReply::Kind::kNothing},
  };
  for (const PostReply& reply : replies) {
    EXPECT_EQ(Of(reply).outcome(), v1::OUTCOME_UNKNOWN) << reply.status << " " << reply.body;
    EXPECT_EQ(Of(reply, 2).outcome(), v1::OUTCOME_MAYBE_APPLIED) << reply.status;
  }
}

TEST(ReplyProofTest, ARequestThatNeverLeftIsRefusedInTheFirstAttemptOnly) {
  const PostReply reply = {.kind = PostReply::Kind::kNeverLeft};
  EXPECT_EQ(Of(reply).outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(Of(reply).reason(), v1::REASON_SOURCE_UNREACHABLE);
  EXPECT_EQ(Of(reply, 2).outcome(), v1::OUTCOME_UNKNOWN);
}

TEST(ReplyProofTest, A4xxWithACodeIsRefusedByItsReason) {
  struct Line {
    int status;
    const char* code;
    v1::Reason reason;
  };
  const Line lines[] = {
      {409, "stale", v1::REASON_TURN_MOVED},
      {404, "no-such-pane", v1::REASON_NO_SUCH_CONVERSATION},
      {401, "unauthorized", v1::REASON_TOKEN_REFUSED},
      {409, "incompatible", v1::REASON_VERSION_MISMATCH},
      {409, "question-open", v1::REASON_QUESTION_OPEN},
      {413, "too-large", v1::REASON_TOO_LARGE},
      {409, "unsupported", v1::REASON_UNSUPPORTED},
      {409, "busy", v1::REASON_AGENT_REFUSED},
      {400, "bad-answer", v1::REASON_AGENT_REFUSED},
      {418, "teapot", v1::REASON_AGENT_REFUSED},
  };
  for (const Line& line : lines) {
    const PostReply reply =
        Replied(line.status, std::string(R"({"code":")") + line.code + R"(","message":"why"})");
    const v1::ActResult result = Of(reply);
    EXPECT_EQ(result.outcome(), v1::OUTCOME_REFUSED) << line.code;
    EXPECT_EQ(result.reason(), line.reason) << line.code;
    EXPECT_EQ(result.agent_code(), line.code);
    EXPECT_NE(result.detail().find("(why)"), std::string::npos);
    EXPECT_EQ(Of(reply, 2).outcome(), v1::OUTCOME_MAYBE_APPLIED) << line.code;
  }
}

TEST(ReplyProofTest, AnAnswerIsTakenOrTooLate) {
  const PostReply taken = Replied(200, R"({"requestId":"r-1","outcome":"taken"})");
  EXPECT_EQ(Proof(AnswerCommand(), taken, 1).outcome(), v1::OUTCOME_SENT);
  const PostReply late = Replied(200, R"({"requestId":"r-1","outcome":"too-late"})");
  EXPECT_EQ(Proof(AnswerCommand(), late, 1).outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(Proof(AnswerCommand(), late, 1).reason(), v1::REASON_TOO_LATE);
  EXPECT_EQ(Proof(AnswerCommand(2), late, 2).outcome(), v1::OUTCOME_MAYBE_APPLIED);
  const PostReply neither = Replied(200, R"({"requestId":"r-1","outcome":"filed"})");
  EXPECT_EQ(Proof(AnswerCommand(), neither, 1).outcome(), v1::OUTCOME_UNKNOWN);
}

TEST(ReplyProofTest, DecidedCarriesTheFirstOutcome) {
  const PostReply decided = Replied(
      409,
      R"({"code":"decided","outcome":{"outcome":"answered","decidedBy":"phone","answer":{"optionIds":["yes"]}}})");
  const v1::ActResult result = Proof(AnswerCommand(), decided, 1);
  EXPECT_EQ(result.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(result.reason(), v1::REASON_DECIDED);
  EXPECT_EQ(result.decision().ask_id(), "ask-1");
  EXPECT_EQ(result.decision().outcome(), v1::ASK_OUTCOME_ANSWERED);
  EXPECT_EQ(result.decision().answer().picked().option_ids(0), "yes");
}

TEST(ReplyProofTest, DecidedByThisVeryRequestIsAWitness) {
  const PostReply decided =
      Replied(409, R"({"code":"decided","outcome":{"outcome":"answered","requestId":"r-1"}})");
  for (const int attempt : {1, 2}) {
    const v1::ActResult result = Proof(AnswerCommand(attempt), decided, attempt);
    EXPECT_EQ(result.outcome(), v1::OUTCOME_SENT);
    EXPECT_EQ(result.evidence(), v1::EVIDENCE_DECIDED);
  }
}

TEST(ReplyProofTest, ASecondPostIsDefiniteWhenReplayedOrFreshlyTaken) {
  const v1::ActResult replayed = Of(Replied(200, R"({"requestId":"r-1","replayed":true})"), 2);
  EXPECT_EQ(replayed.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(replayed.evidence(), v1::EVIDENCE_REPLAYED_REPLY);
  EXPECT_EQ(replayed.posts(), 2);
  EXPECT_EQ(Of(Replied(200, R"({"requestId":"r-1"})"), 2).outcome(), v1::OUTCOME_SENT);
}

TEST(ReplyProofTest, AStartNamesItsPane) {
  v1::Command command = SendCommand("r-1", 1);
  command.mutable_request()->mutable_start()->set_starter_id("new");
  const auto result = Proof(command, Replied(200, R"({"requestId":"r-1","paneId":"chat-7"})"), 1);
  EXPECT_EQ(result.started_pane(), "chat-7");
}

}  // namespace
}  // namespace collie::edge

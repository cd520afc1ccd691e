#include "crew/wire/encode_act.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace collie::wire {
namespace {

v1::ActRequest Request() {
  v1::ActRequest request;
  request.set_request_id("r-1");
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy:1");
  return request;
}

v1::ActRequest SendOf(const std::string& text) {
  v1::ActRequest request = Request();
  request.mutable_send()->set_turn("t-12");
  request.mutable_send()->set_text(text);
  return request;
}

void ExpectEncodes(const v1::ActRequest& request, const std::string& path,
                   const std::string& body) {
  const auto act = EncodeAct(request, "e-1");
  ASSERT_TRUE(act.ok()) << act.status();
  EXPECT_EQ(act->path, "/session/v1/" + path);
  EXPECT_EQ(act->body, body);
}

absl::StatusCode CodeOf(const v1::ActRequest& request, std::string_view epoch = "e-1") {
  return EncodeAct(request, epoch).status().code();
}

TEST(EncodeActTest, WritesSpeech) {
  ExpectEncodes(SendOf("Ship \"it\"\n"), "panes/deploy%3A1/send",
                R"({"epoch":"e-1","requestId":"r-1","text":"Ship \"it\"\n","turn":"t-12"})");
  v1::ActRequest steer = Request();
  steer.mutable_steer()->set_turn("t-12");
  steer.mutable_steer()->set_text("left");
  ExpectEncodes(steer, "panes/deploy%3A1/steer",
                R"({"epoch":"e-1","requestId":"r-1","text":"left","turn":"t-12"})");
}

TEST(EncodeActTest, WritesStops) {
  v1::ActRequest stop = Request();
  stop.mutable_stop();
  ExpectEncodes(stop, "panes/deploy%3A1/abort", R"({"epoch":"e-1","requestId":"r-1"})");
  stop.mutable_stop()->set_turn("t-12");
  ExpectEncodes(stop, "panes/deploy%3A1/abort",
                R"({"epoch":"e-1","requestId":"r-1","turn":"t-12"})");
}

TEST(EncodeActTest, WritesTheLifeOfAConversation) {
  v1::ActRequest request = Request();
  request.mutable_rename()->set_title("Ny titel é");
  ExpectEncodes(request, "panes/deploy%3A1/rename",
                R"({"epoch":"e-1","requestId":"r-1","title":"Ny titel é"})");
  request.mutable_close();
  ExpectEncodes(request, "panes/deploy%3A1/close", R"({"epoch":"e-1","requestId":"r-1"})");
  request.mutable_reopen();
  ExpectEncodes(request, "panes/deploy%3A1/reopen", R"({"epoch":"e-1","requestId":"r-1"})");
  request.mutable_action()->set_action_id("compact");
  ExpectEncodes(request, "panes/deploy%3A1/action",
                R"({"actionId":"compact","epoch":"e-1","requestId":"r-1"})");
}

TEST(EncodeActTest, WritesStartsWithoutAPane) {
  v1::ActRequest request = Request();
  request.mutable_conversation()->clear_pane();
  request.mutable_start()->set_starter_id("new");
  ExpectEncodes(request, "start", R"({"epoch":"e-1","requestId":"r-1","starterId":"new"})");
  request.mutable_start()->set_text("hi");
  ExpectEncodes(request, "start",
                R"({"epoch":"e-1","requestId":"r-1","starterId":"new","text":"hi"})");
}

TEST(EncodeActTest, WritesAnswersOfEveryShape) {
  v1::ActRequest request = Request();
  request.mutable_answer()->set_ask_id("a:1");
  v1::Answer* answer = request.mutable_answer()->mutable_answer();
  answer->mutable_picked();
  ExpectEncodes(request, "panes/deploy%3A1/asks/a%3A1",
                R"({"answer":{"optionIds":[]},"epoch":"e-1","requestId":"r-1"})");
  answer->mutable_picked()->add_option_ids("yes");
  ExpectEncodes(request, "panes/deploy%3A1/asks/a%3A1",
                R"({"answer":{"optionIds":["yes"]},"epoch":"e-1","requestId":"r-1"})");
  answer->set_text("");
  ExpectEncodes(request, "panes/deploy%3A1/asks/a%3A1",
                R"({"answer":{"text":""},"epoch":"e-1","requestId":"r-1"})");
  auto& fields = *answer->mutable_form()->mutable_fields();
  fields["b"].set_boolean(false);
  fields["n"].set_number(3);
  fields["m"].set_number(-1.5);
  fields["t"].set_text("x");
  ExpectEncodes(request, "panes/deploy%3A1/asks/a%3A1",
                R"({"answer":{"fields":{"b":false,"m":-1.5,"n":3,"t":"x"}},"epoch":"e-1",)"
                R"("requestId":"r-1"})");
}

TEST(EncodeActTest, RefusesMissingAndBrokenIds) {
  const auto invalid = absl::StatusCode::kInvalidArgument;
  EXPECT_EQ(CodeOf(Request()), invalid);
  EXPECT_EQ(CodeOf(SendOf("x"), ""), invalid);
  EXPECT_EQ(CodeOf(SendOf("x"), "e 1"), invalid);
  v1::ActRequest request = SendOf("x");
  request.set_request_id("r 1");
  EXPECT_EQ(CodeOf(request), invalid);
  request = SendOf("x");
  request.mutable_conversation()->set_pane("..");
  EXPECT_EQ(CodeOf(request), invalid);
  request = SendOf("x");
  request.mutable_send()->clear_turn();
  EXPECT_EQ(CodeOf(request), invalid);
  request.mutable_action()->set_action_id("a/b");
  EXPECT_EQ(CodeOf(request), invalid);
  request.mutable_start()->set_starter_id("");
  EXPECT_EQ(CodeOf(request), invalid);
  request.mutable_stop()->set_turn("a\nb");
  EXPECT_EQ(CodeOf(request), invalid);
  request.mutable_one_tap()->set_one_use_id("x");
  EXPECT_EQ(CodeOf(request), invalid);
}

TEST(EncodeActTest, RefusesBrokenAnswers) {
  const auto invalid = absl::StatusCode::kInvalidArgument;
  v1::ActRequest request = Request();
  request.mutable_answer()->set_ask_id("a");
  EXPECT_EQ(CodeOf(request), invalid);
  v1::Answer* answer = request.mutable_answer()->mutable_answer();
  answer->mutable_picked()->add_option_ids("a b");
  EXPECT_EQ(CodeOf(request), invalid);
  auto& fields = *answer->mutable_form()->mutable_fields();
  fields["n"].set_number(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(CodeOf(request), invalid);
  fields["n"].clear_value();
  EXPECT_EQ(CodeOf(request), invalid);
  fields["n"].set_boolean(true);
  EXPECT_EQ(CodeOf(request), absl::StatusCode::kOk);
  fields["a b"].set_boolean(true);
  EXPECT_EQ(CodeOf(request), invalid);
  answer->set_text("x");
  request.mutable_answer()->set_ask_id("");
  EXPECT_EQ(CodeOf(request), invalid);
}

TEST(EncodeActTest, RefusesTextThatIsNoUtf8) {
  EXPECT_EQ(CodeOf(SendOf("a\xff")), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf(SendOf("\xed\xa0\x80")), absl::StatusCode::kInvalidArgument);
}

TEST(EncodeActTest, BoundsTheEncodedBody) {
  constexpr size_t kLimit = 64 * 1024;
  const size_t frame = EncodeAct(SendOf(""), "e-1")->body.size();
  const auto largest = EncodeAct(SendOf(std::string(kLimit - frame, 'x')), "e-1");
  ASSERT_TRUE(largest.ok());
  EXPECT_EQ(largest->body.size(), kLimit);
  EXPECT_EQ(CodeOf(SendOf(std::string(kLimit - frame + 1, 'x'))),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(CodeOf(SendOf(std::string(kLimit / 2, '\n'))), absl::StatusCode::kResourceExhausted);
}

TEST(EncodeActTest, TheSameActGivesTheSameBytes) {
  v1::ActRequest again = SendOf("x");
  again.set_again(true);
  EXPECT_EQ(EncodeAct(again, "e-1")->body, EncodeAct(SendOf("x"), "e-1")->body);
}

}  // namespace
}  // namespace collie::wire

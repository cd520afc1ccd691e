#include "crew/cli/view/repeat.h"

#include <gtest/gtest.h>

namespace collie::cli {
namespace {

v1::Conversation Deploy() {
  v1::Conversation conversation;
  conversation.set_member("deck");
  conversation.set_source("hello");
  conversation.set_pane("deploy");
  return conversation;
}

v1::ActRequest Request() {
  v1::ActRequest request;
  request.set_request_id("r-1");
  *request.mutable_conversation() = Deploy();
  return request;
}

std::string CommandOf(const v1::ActRequest& request) { return RepeatOf(request).command; }

TEST(RepeatTest, SaysTheSameUnderTheSameId) {
  v1::ActRequest request = Request();
  request.mutable_send()->set_text("Ship it");
  request.mutable_send()->set_turn("t-1");
  EXPECT_EQ(CommandOf(request),
            "collie send deck/hello/deploy --text 'Ship it' --turn t-1 --request-id r-1 --again");
  EXPECT_TRUE(RepeatOf(request).is_whole);
  request.mutable_steer()->set_text("left");
  request.mutable_steer()->set_turn("t-2");
  EXPECT_EQ(CommandOf(request),
            "collie steer deck/hello/deploy --text left --turn t-2 --request-id r-1 --again");
  request.mutable_stop();
  EXPECT_EQ(CommandOf(request), "collie stop deck/hello/deploy --request-id r-1 --again");
  request.mutable_stop()->set_turn("t-3");
  EXPECT_EQ(CommandOf(request),
            "collie stop deck/hello/deploy --turn t-3 --request-id r-1 --again");
  request.mutable_rename()->set_title("New title");
  EXPECT_EQ(CommandOf(request),
            "collie rename deck/hello/deploy 'New title' --request-id r-1 --again");
  request.mutable_close();
  EXPECT_EQ(CommandOf(request), "collie close deck/hello/deploy --request-id r-1 --again");
  request.mutable_reopen();
  EXPECT_EQ(CommandOf(request), "collie reopen deck/hello/deploy --request-id r-1 --again");
  request.mutable_action()->set_action_id("compact");
  EXPECT_EQ(CommandOf(request), "collie action deck/hello/deploy compact --request-id r-1 --again");
}

TEST(RepeatTest, AStartNamesItsSourceAndItsStarter) {
  v1::ActRequest request = Request();
  request.mutable_conversation()->clear_pane();
  request.mutable_start()->set_starter_id("new");
  EXPECT_EQ(CommandOf(request), "collie start deck/hello new --request-id r-1 --again");
  request.mutable_start()->set_text("hi there");
  EXPECT_EQ(CommandOf(request),
            "collie start deck/hello new --text 'hi there' --request-id r-1 --again");
}

TEST(RepeatTest, AnAnswerSaysItsOptionsTextOrFields) {
  v1::ActRequest request = Request();
  v1::AnswerAsk& answer = *request.mutable_answer();
  answer.set_ask_id("go");
  answer.set_confirmed(true);
  answer.mutable_answer()->mutable_picked()->add_option_ids("a");
  answer.mutable_answer()->mutable_picked()->add_option_ids("b");
  EXPECT_EQ(CommandOf(request),
            "collie answer deck/hello/deploy go --option a --option b --confirm --request-id r-1 "
            "--again");
  answer.set_confirmed(false);
  answer.mutable_answer()->set_text("main street");
  EXPECT_EQ(CommandOf(request),
            "collie answer deck/hello/deploy go --text 'main street' --request-id r-1 --again");
  auto& fields = *answer.mutable_answer()->mutable_form()->mutable_fields();
  fields["c"].set_boolean(true);
  fields["a"].set_text("x y");
  fields["b"].set_number(0.5);
  EXPECT_EQ(CommandOf(request),
            "collie answer deck/hello/deploy go --field 'a=x y' --field 'b=0.5' --field 'c=true' "
            "--request-id r-1 --again");
}

TEST(RepeatTest, LeavesOutWhatCannotBeShownAsItIs) {
  for (const std::string& text : {std::string("two\nlines"), std::string("\x1b[2J"),
                                  std::string(2000, 'x'), std::string("-n"), std::string("-")}) {
    v1::ActRequest request = Request();
    request.mutable_send()->set_text(text);
    request.mutable_send()->set_turn("t-1");
    EXPECT_EQ(CommandOf(request),
              "collie send deck/hello/deploy - --turn t-1 --request-id r-1 --again");
    EXPECT_FALSE(RepeatOf(request).is_whole);
    request.mutable_rename()->set_title(text);
    EXPECT_EQ(CommandOf(request), "collie rename deck/hello/deploy … --request-id r-1 --again");
    EXPECT_FALSE(RepeatOf(request).is_whole);
  }
}

TEST(RepeatTest, AReceiptHasNoWordsToRepeat) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  *receipt.mutable_conversation() = Deploy();
  receipt.set_act(v1::ACT_KIND_SEND);
  EXPECT_EQ(RepeatOf(receipt).command,
            "collie send deck/hello/deploy --text … --turn … --request-id r-1 --again");
  EXPECT_FALSE(RepeatOf(receipt).is_whole);
  receipt.set_act(v1::ACT_KIND_CLOSE);
  EXPECT_EQ(RepeatOf(receipt).command, "collie close deck/hello/deploy --request-id r-1 --again");
  EXPECT_TRUE(RepeatOf(receipt).is_whole);
  receipt.set_act(v1::ACT_KIND_START);
  EXPECT_EQ(RepeatOf(receipt).command, "collie start deck/hello … --request-id r-1 --again");
}

TEST(RepeatTest, AFirstAnswerNamesTheQuestionAndItsHash) {
  v1::AnswerAsk answer;
  answer.set_ask_id("deploy-1");
  answer.set_hash("3f9a1c2044bbaa00");
  answer.set_confirmed(true);
  answer.mutable_answer()->mutable_picked()->add_option_ids("ever");
  EXPECT_EQ(AnswerCommand(Deploy(), answer).command,
            "collie answer deck/hello/deploy deploy-1 --option ever --confirm --hash 3f9a1c2044bb");
}

}  // namespace
}  // namespace collie::cli

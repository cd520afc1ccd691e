#include "relay/api/http/act_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

using testing::HasSubstr;

const std::string kHash(64, 'a');

v1::Conversation Deploy() {
  v1::Conversation conversation;
  conversation.set_member("deck");
  conversation.set_source("hello");
  conversation.set_pane("deploy");
  return conversation;
}

absl::StatusOr<v1::ActRequest> ReadAct(absl::string_view word, absl::string_view body) {
  return ReadConversationAct(ConversationActOf(word).value(), Deploy(), body);
}

std::string Error(absl::string_view word, absl::string_view body) {
  const auto act = ReadAct(word, body);
  EXPECT_TRUE(act.ok() || absl::IsInvalidArgument(act.status()));
  return act.ok() ? "" : std::string(act.status().message());
}

std::string AnswerBody(absl::string_view answer) {
  return R"({"requestId":"r-1","askId":"a-1","hash":")" + kHash + R"(","answer":)" +
         std::string(answer) + "}";
}

TEST(ActBodyTest, ReadsASend) {
  const auto act = ReadAct("send", R"({"requestId":"r-1","turn":"t-1","text":"go","again":true})");
  ASSERT_TRUE(act.ok()) << act.status();
  EXPECT_EQ(act->request_id(), "r-1");
  EXPECT_EQ(act->conversation().pane(), "deploy");
  EXPECT_TRUE(act->again());
  EXPECT_EQ(act->send().turn(), "t-1");
  EXPECT_EQ(act->send().text(), "go");
}

TEST(ActBodyTest, ReadsASendThatNamesItsConversation) {
  const auto act = ReadSend(
      R"({"conversation":{"member":"m","source":"s","pane":"p"},"requestId":"r","turn":"t","text":""})");
  ASSERT_TRUE(act.ok()) << act.status();
  EXPECT_EQ(act->conversation().member(), "m");
  EXPECT_FALSE(act->again());
}

TEST(ActBodyTest, ReadsAllShapesOfAnswers) {
  const auto picked = ReadAct("answer", AnswerBody(R"({"optionIds":["yes","no"]})"));
  ASSERT_TRUE(picked.ok()) << picked.status();
  EXPECT_THAT(picked->answer().answer().picked().option_ids(), testing::ElementsAre("yes", "no"));
  EXPECT_EQ(picked->answer().ask_id(), "a-1");
  EXPECT_EQ(picked->answer().hash(), kHash);
  EXPECT_FALSE(picked->answer().confirmed());

  const auto text = ReadAct("answer", AnswerBody(R"({"text":"a line"})"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_EQ(text->answer().answer().text(), "a line");

  const auto form = ReadAct("answer", AnswerBody(R"({"fields":{"a":"x","b":1.5,"c":true}})"));
  ASSERT_TRUE(form.ok()) << form.status();
  const auto& fields = form->answer().answer().form().fields();
  EXPECT_EQ(fields.at("a").text(), "x");
  EXPECT_EQ(fields.at("b").number(), 1.5);
  EXPECT_TRUE(fields.at("c").boolean());
}

TEST(ActBodyTest, ReadsTheSmallActs) {
  EXPECT_EQ(ReadAct("steer", R"({"requestId":"r","turn":"t","text":"x"})")->steer().text(), "x");
  EXPECT_EQ(ReadAct("stop", R"({"requestId":"r","turn":"t"})")->stop().turn(), "t");
  EXPECT_TRUE(ReadAct("stop", R"({"requestId":"r"})")->has_stop());
  EXPECT_EQ(ReadAct("rename", R"({"requestId":"r","title":"T"})")->rename().title(), "T");
  EXPECT_TRUE(ReadAct("close", R"({"requestId":"r"})")->has_close());
  EXPECT_TRUE(ReadAct("reopen", R"({"requestId":"r"})")->has_reopen());
  EXPECT_EQ(ReadAct("action", R"({"requestId":"r","actionId":"c"})")->action().action_id(), "c");
}

TEST(ActBodyTest, ReadsAStartAndAOneTap) {
  v1::Conversation source = Deploy();
  source.clear_pane();
  const auto start = ReadStart(source, R"({"requestId":"r","starterId":"new","text":"hi"})");
  ASSERT_TRUE(start.ok()) << start.status();
  EXPECT_EQ(start->start().starter_id(), "new");
  EXPECT_EQ(start->conversation().pane(), "");

  const auto tap =
      ReadOneTap("u-1", R"({"requestId":"r","hash":")" + kHash + R"(","optionId":"y"})");
  ASSERT_TRUE(tap.ok()) << tap.status();
  EXPECT_EQ(tap->one_tap().one_use_id(), "u-1");
  EXPECT_EQ(tap->one_tap().option_id(), "y");
  EXPECT_FALSE(tap->has_conversation());
}

TEST(ActBodyTest, KnowsTheWordsOfItsPaths) {
  EXPECT_EQ(ConversationActOf("answer"), v1::ACT_KIND_ANSWER);
  EXPECT_EQ(ConversationActOf("start"), std::nullopt);
  EXPECT_EQ(ConversationActOf("Send"), std::nullopt);
  EXPECT_EQ(ConversationActOf("unspecified"), std::nullopt);
  EXPECT_EQ(ConversationActOf(""), std::nullopt);
}

TEST(ActBodyTest, NamesTheFieldThatIsUnknown) {
  EXPECT_THAT(Error("close", R"({"requestId":"r","force":true})"), HasSubstr("\"force\""));
  EXPECT_THAT(Error("send", R"({"requestId":"r","turn":"t","text":"x","Again":true})"),
              HasSubstr("\"Again\""));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"text":"x","note":1})")),
              HasSubstr("\"answer.note\""));
  EXPECT_THAT(ReadSend(R"({"conversation":{"member":"m","source":"s","pane":"p","x":1},)"
                       R"("requestId":"r","turn":"t","text":""})")
                  .status()
                  .message(),
              HasSubstr("\"conversation.x\""));
}

TEST(ActBodyTest, NamesTheFieldThatIsMissingOrWrong) {
  EXPECT_THAT(Error("send", R"({"turn":"t","text":"x"})"), HasSubstr("\"requestId\" is missing"));
  EXPECT_THAT(Error("send", R"({"requestId":"r","text":"x"})"), HasSubstr("\"turn\" is missing"));
  EXPECT_THAT(Error("send", R"({"requestId":"r","turn":"t","text":5})"), HasSubstr("\"text\""));
  EXPECT_THAT(Error("send", R"({"requestId":"a b","turn":"t","text":""})"), HasSubstr("requestId"));
  EXPECT_THAT(Error("close", R"({"requestId":"r","again":"yes"})"), HasSubstr("\"again\""));
  EXPECT_THAT(Error("answer", R"({"requestId":"r","askId":"a","hash":"ABC","answer":{"text":""}})"),
              HasSubstr("\"hash\""));
  EXPECT_THAT(ReadSend(R"({"requestId":"r","turn":"t","text":""})").status().message(),
              HasSubstr("\"conversation\" is missing"));
}

TEST(ActBodyTest, RefusesAnswersOfNoOneShape) {
  EXPECT_THAT(Error("answer", AnswerBody("{}")), HasSubstr("exactly one"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"text":"x","optionIds":["y"]})")),
              HasSubstr("exactly one"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"optionIds":"yes"})")), HasSubstr("optionIds"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"optionIds":[1]})")), HasSubstr("optionIds"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"fields":{"a":null}})")), HasSubstr("fields"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"fields":{"a b":1}})")), HasSubstr("fields"));
  EXPECT_THAT(Error("answer", AnswerBody("[]")), HasSubstr("\"answer\""));
}

TEST(ActBodyTest, RefusesWhatIsNoPlainObject) {
  for (const char* body :
       {"", "[]", "null", "{", "{} {}", R"({"requestId":"r",})", R"({requestId:"r"})",
        "{\"requestId\":\"\xff\"}", R"({"requestId":"r","x":1e999})", "\"r\""}) {
    EXPECT_NE(Error("close", body), "") << body;
  }
}

TEST(ActBodyTest, RefusesAKeyThatComesTwice) {
  EXPECT_THAT(Error("close", R"({"requestId":"r","requestId":"r"})"), HasSubstr("twice"));
  EXPECT_THAT(Error("answer", AnswerBody(R"({"fields":{"a":1,"a":2}})")), HasSubstr("twice"));
}

TEST(ActBodyTest, RefusesDeepNesting) {
  const std::string deep = R"({"x":)" + std::string(100'000, '[');
  EXPECT_THAT(Error("close", deep), HasSubstr("too deep"));
}

TEST(ActBodyTest, QuotesHostileNamesShortAndClean) {
  const std::string error = Error("close", R"({"\u001b[31m)" + std::string(5000, 'n') + R"(":1})");
  EXPECT_LT(error.size(), 200u);
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace collie::relay

#include "crew/receipt/answer_sentence.h"

#include <gtest/gtest.h>

namespace collie::receipt {
namespace {

v1::Ask Of(v1::AskKind kind) {
  v1::Ask ask;
  ask.set_kind(kind);
  return ask;
}

TEST(AnswerSentenceTest, NamesTheOptionsAndHowMany) {
  v1::Ask ask = Of(v1::ASK_KIND_PERMISSION);
  ask.add_options()->set_id("allow");
  ask.add_options()->set_id("deny");
  EXPECT_EQ(AnswerSentence(ask),
            "This question takes an `answer` with `optionIds`: exactly one of allow, deny.");
  ask.set_kind(v1::ASK_KIND_CHOICE);
  ask.set_multiple(true);
  EXPECT_EQ(AnswerSentence(ask),
            "This question takes an `answer` with `optionIds`: any number of allow, deny.");
  ask.set_min(1);
  EXPECT_EQ(AnswerSentence(ask),
            "This question takes an `answer` with `optionIds`: at least 1 of allow, deny.");
  ask.set_max(2);
  EXPECT_EQ(AnswerSentence(ask),
            "This question takes an `answer` with `optionIds`: 1 to 2 of allow, deny.");
}

TEST(AnswerSentenceTest, NamesTheFieldsOfAForm) {
  v1::Ask ask = Of(v1::ASK_KIND_FORM);
  v1::AskField* count = ask.add_fields();
  count->set_id("n");
  count->set_type(v1::FIELD_TYPE_NUMBER);
  count->set_required(true);
  v1::AskField* size = ask.add_fields();
  size->set_id("size");
  size->set_type(v1::FIELD_TYPE_CHOICE);
  size->add_options()->set_id("s");
  size->add_options()->set_id("l");
  EXPECT_EQ(AnswerSentence(ask),
            "This question takes an `answer` with `fields` (n: a number, required; size: one of s, "
            "l).");
}

TEST(AnswerSentenceTest, ATextIsAString) {
  EXPECT_EQ(AnswerSentence(Of(v1::ASK_KIND_TEXT)),
            "This question takes an `answer` with `text`, a string.");
}

}  // namespace
}  // namespace collie::receipt

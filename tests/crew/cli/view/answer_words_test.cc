#include "crew/cli/view/answer_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

v1::Receipt Picked(const std::string& id, const std::string& label) {
  v1::Receipt receipt;
  receipt.set_ask_id("deploy-1");
  receipt.mutable_answer()->mutable_picked()->add_option_ids(id);
  if (!label.empty()) receipt.add_option_labels(label);
  return receipt;
}

TEST(AnswerWordsTest, APickedOptionIsSaidByItsLabel) {
  EXPECT_EQ(SaidWords(Picked("no", "Deny")), "Deny (no)");
  EXPECT_EQ(SaidWords(Picked("no", "no")), "no");
  EXPECT_EQ(SaidWords(Picked("no", "")), "no");  // a question that the relay did not show
  EXPECT_EQ(ActWords(Picked("no", "Deny"), 80), "deploy-1: Deny (no)");
}

TEST(AnswerWordsTest, OtherAnswersAreSaidAsTheyWereSent) {
  v1::Receipt receipt;
  EXPECT_EQ(SaidWords(receipt), "");
  receipt.mutable_answer()->set_text("ship \x1b[2J it");
  EXPECT_EQ(SaidWords(receipt), "ship [2J it");
  receipt.mutable_answer()->mutable_form();
  EXPECT_EQ(SaidWords(receipt), "a form");
}

TEST(AnswerWordsTest, AStopNamesItsTurn) {
  v1::Receipt receipt;
  EXPECT_EQ(ActWords(receipt, 80), "");
  receipt.set_turn("t-12");
  EXPECT_EQ(ActWords(receipt, 80), "turn t-12");
}

TEST(AnswerWordsTest, ALineIsBoundedAndClean) {
  const std::string words = ActWords(Picked("no", std::string(500, 'x') + "\n"), 20);
  EXPECT_LE(words.size(), 24u);
  EXPECT_EQ(words.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace collie::cli

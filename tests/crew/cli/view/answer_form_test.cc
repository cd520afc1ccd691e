#include "crew/cli/view/answer_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::SamplePermission;

std::string Message(const absl::Status& status) { return std::string(status.message()); }

v1::Ask Choice(bool multiple, int min, int max) {
  v1::Ask ask = SamplePermission();
  ask.set_kind(v1::ASK_KIND_CHOICE);
  ask.set_multiple(multiple);
  ask.set_min(min);
  ask.set_max(max);
  ask.mutable_options(2)->set_always(false);
  return ask;
}

v1::Ask Form() {
  v1::Ask ask;
  ask.set_ask_id("f-1");
  ask.set_hash("ab");
  ask.set_kind(v1::ASK_KIND_FORM);
  const auto add = [&](const char* id, v1::FieldType type, bool required) {
    auto& field = *ask.add_fields();
    field.set_id(id);
    field.set_type(type);
    field.set_required(required);
    return &field;
  };
  add("name", v1::FIELD_TYPE_TEXT, true);
  add("count", v1::FIELD_TYPE_NUMBER, false);
  add("really", v1::FIELD_TYPE_BOOLEAN, false);
  add("where", v1::FIELD_TYPE_CHOICE, false)->add_options()->set_id("staging");
  return ask;
}

TEST(PickAskTest, TheOnlyOpenQuestionNeedsNoName) {
  v1::Pane pane;
  *pane.add_asks() = SamplePermission("a");
  EXPECT_EQ(PickAsk({}, pane)->ask_id(), "a");
}

TEST(PickAskTest, OneOfSeveralIsNamedOrTheyAreListed) {
  v1::Pane pane;
  *pane.add_asks() = SamplePermission("a");
  *pane.add_asks() = SamplePermission("b");
  EXPECT_EQ(PickAsk({.ask_id = "b"}, pane)->ask_id(), "b");
  const auto several = PickAsk({}, pane);
  EXPECT_TRUE(absl::IsInvalidArgument(several.status()));
  EXPECT_THAT(Message(several.status()), AllOf(HasSubstr("a ("), HasSubstr("b (")));
  EXPECT_TRUE(absl::IsNotFound(PickAsk({.ask_id = "c"}, pane).status()));
}

TEST(PickAskTest, SaysWhenAQuestionIsOpenThatNobodyRead) {
  v1::Pane pane;
  EXPECT_THAT(Message(PickAsk({}, pane).status()), HasSubstr("no question is open"));
  pane.set_open_asks(1);
  EXPECT_THAT(Message(PickAsk({}, pane).status()), HasSubstr("not read yet"));
}

TEST(PickAskTest, RefusesAnotherQuestionThanTheOneThatWasSeen) {
  v1::Pane pane;
  *pane.add_asks() = SamplePermission();
  EXPECT_TRUE(PickAsk({.hash = "3f9a1c20"}, pane).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(PickAsk({.hash = "3f9a1c21"}, pane).status()));
}

TEST(PickAskTest, AHashOfFewDigitsNamesNoQuestion) {
  v1::Pane pane;
  *pane.add_asks() = SamplePermission();
  EXPECT_TRUE(absl::IsInvalidArgument(PickAsk({.hash = "3f9a1c2"}, pane).status()));
}

TEST(FillAnswerTest, APermissionTakesOneOptionAndKeepsTheHash) {
  const auto answer = FillAnswer({.options = {"yes"}}, SamplePermission());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->answer().picked().option_ids(), ElementsAre("yes"));
  EXPECT_EQ(answer->hash(), "3f9a1c2044bbaa00");
  EXPECT_FALSE(answer->confirmed());
}

TEST(FillAnswerTest, RefusesOptionsThatAreNotThere) {
  EXPECT_THAT(Message(FillAnswer({.options = {"perhaps"}}, SamplePermission()).status()),
              HasSubstr("yes, no, ever"));
  EXPECT_FALSE(FillAnswer({}, SamplePermission()).ok());
  EXPECT_FALSE(FillAnswer({.options = {"yes", "no"}}, SamplePermission()).ok());
}

TEST(FillAnswerTest, AnOptionThatLastsNeedsItsConfirmation) {
  EXPECT_THAT(Message(FillAnswer({.options = {"ever"}}, SamplePermission()).status()),
              HasSubstr("--confirm"));
  const auto answer = FillAnswer({.options = {"ever"}, .confirm = true}, SamplePermission());
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(answer->confirmed());
}

TEST(FillAnswerTest, AChoiceOfSeveralKeepsItsBounds) {
  const v1::Ask ask = Choice(true, 1, 2);
  EXPECT_FALSE(FillAnswer({}, ask).ok());
  EXPECT_TRUE(FillAnswer({.options = {"yes", "no"}}, ask).ok());
  EXPECT_FALSE(FillAnswer({.options = {"yes", "no", "ever"}}, ask).ok());
  EXPECT_FALSE(FillAnswer({.options = {"yes", "yes"}}, ask).ok());
  EXPECT_TRUE(FillAnswer({}, Choice(true, 0, 0)).ok());
}

TEST(FillAnswerTest, TheWordsMustFitTheKind) {
  v1::Ask text;
  text.set_kind(v1::ASK_KIND_TEXT);
  EXPECT_EQ(FillAnswer({.text = "hi"}, text)->answer().text(), "hi");
  EXPECT_FALSE(FillAnswer({.options = {"yes"}}, text).ok());
  EXPECT_FALSE(FillAnswer({.options = {"yes"}, .text = "hi"}, SamplePermission()).ok());
  v1::Ask other;
  other.set_kind(v1::ASK_KIND_OTHER);
  EXPECT_TRUE(absl::IsFailedPrecondition(FillAnswer({.text = "hi"}, other).status()));
}

TEST(FillAnswerTest, FieldsAreTypedByTheQuestion) {
  const auto answer =
      FillAnswer({.fields = {"name=a=b", "count=2.5", "really=true", "where=staging"}}, Form());
  ASSERT_TRUE(answer.ok()) << answer.status();
  const auto& fields = answer->answer().form().fields();
  EXPECT_EQ(fields.at("name").text(), "a=b");
  EXPECT_EQ(fields.at("count").number(), 2.5);
  EXPECT_TRUE(fields.at("really").boolean());
  EXPECT_EQ(fields.at("where").text(), "staging");
}

TEST(FillAnswerTest, RefusesFieldsThatDoNotFit) {
  const std::vector<std::vector<std::string>> bad = {
      {"count=1"},                     // a required one is missing
      {"name=x", "count=many"},        // not a number
      {"name=x", "count=inf"},         // not a JSON number
      {"name=x", "really=yes"},        // not a boolean
      {"name=x", "where=production"},  // not an option
      {"name=x", "other=1"},           // not a field
      {"name"},                        // no value
      {"name=x", "name=y"}};           // twice
  for (const auto& fields : bad) {
    EXPECT_TRUE(absl::IsInvalidArgument(FillAnswer({.fields = fields}, Form()).status()))
        << fields.back();
  }
}

TEST(FillClosedTest, SaysTheSameOnceMore) {
  const auto answer = FillClosed({.ask_id = "a", .options = {"yes"}}, "first");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->hash(), "first");
  EXPECT_THAT(answer->answer().picked().option_ids(), ElementsAre("yes"));
  EXPECT_FALSE(FillClosed({.ask_id = "a"}, "first").ok());
  EXPECT_TRUE(
      absl::IsFailedPrecondition(FillClosed({.ask_id = "a", .fields = {"k=v"}}, "first").status()));
}

TEST(WaysToAnswerTest, OneForEachOptionWithTheHash) {
  const auto ways = WaysToAnswer("deck/hello/deploy", SamplePermission());
  ASSERT_EQ(ways.size(), 3u);
  EXPECT_EQ(ways[0].arguments, "deck/hello/deploy deploy-1 --option yes --hash 3f9a1c2044bb");
  EXPECT_THAT(ways[2].arguments, HasSubstr("--option ever --confirm"));
}

TEST(WaysToAnswerTest, FollowsTheKind) {
  EXPECT_THAT(WaysToAnswer("m/s/p", Choice(true, 1, 2)).at(0).arguments, HasSubstr("--option …"));
  EXPECT_THAT(WaysToAnswer("m/s/p", Form()).at(0).arguments,
              HasSubstr("--field name=… --field count=…"));
  v1::Ask other;
  other.set_kind(v1::ASK_KIND_OTHER);
  EXPECT_TRUE(WaysToAnswer("m/s/p", other).empty());
}

}  // namespace
}  // namespace collie::cli

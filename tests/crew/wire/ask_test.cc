#include "crew/wire/ask.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/wire/canonical_json.h"

namespace collie::wire {
namespace {

std::optional<RaisedAsk> Read(std::string_view json, int expected_bad = 0) {
  int bad = 0;
  auto raised = DecodeAsk(json, &bad);
  EXPECT_EQ(bad, expected_bad) << json;
  return raised;
}

TEST(AskTest, ReadsAChoice) {
  const std::string json =
      R"({"id":"deploy-1","itemId":"i-12","toolCallId":"call-1","kind":"choice",)"
      R"("title":"Deploy to staging?","detail":"a\nb","options":[{"id":"yes","label":"Yes"},)"
      R"({"id":"no","label":"No"}],"multiple":true,"min":0,"max":2,"expiresAt":1764461100000})";
  const auto raised = Read(json);
  ASSERT_TRUE(raised);
  const v1::Ask& ask = raised->ask;
  EXPECT_EQ(ask.ask_id(), "deploy-1");
  EXPECT_EQ(ask.item_id(), "i-12");
  EXPECT_EQ(ask.tool_call_id(), "call-1");
  EXPECT_EQ(ask.kind(), v1::ASK_KIND_CHOICE);
  EXPECT_EQ(ask.title(), "Deploy to staging?");
  EXPECT_EQ(ask.detail(), "a\nb");
  ASSERT_EQ(ask.options_size(), 2);
  EXPECT_EQ(ask.options(1).label(), "No");
  EXPECT_TRUE(ask.multiple());
  EXPECT_EQ(ask.min(), 0);
  EXPECT_EQ(ask.max(), 2);
  EXPECT_TRUE(ask.expires());
  EXPECT_EQ(raised->expires_at_ms, 1764461100000);
  EXPECT_FALSE(ask.altered());
  EXPECT_EQ(ask.hash(), *AskHash(json));
}

TEST(AskTest, ReadsAPermission) {
  const auto raised = Read(
      R"({"kind":"permission","id":"p","title":"Run?","options":[{"id":"allow","label":"Allow"},)"
      R"({"id":"always","label":"Always","always":true}]})");
  ASSERT_TRUE(raised);
  EXPECT_EQ(raised->ask.kind(), v1::ASK_KIND_PERMISSION);
  EXPECT_FALSE(raised->ask.options(0).always());
  EXPECT_TRUE(raised->ask.options(1).always());
  EXPECT_FALSE(raised->expires_at_ms);
  EXPECT_FALSE(raised->ask.expires());
}

TEST(AskTest, ReadsATextAndAForm) {
  const auto text =
      Read(R"({"id":"t","kind":"text","title":"Why?","placeholder":"Because","multiline":true})");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->ask.placeholder(), "Because");
  EXPECT_TRUE(text->ask.multiline());
  const auto form = Read(
      R"({"id":"f","kind":"form","title":"Who?","fields":[)"
      R"({"id":"name","label":"Name","type":"text","required":true},)"
      R"({"id":"age","label":"Age","type":"number"},{"id":"ok","label":"OK","type":"boolean"},)"
      R"({"id":"c","label":"C","type":"choice","options":[{"id":"a","label":"A"}]}]})");
  ASSERT_TRUE(form);
  ASSERT_EQ(form->ask.fields_size(), 4);
  EXPECT_TRUE(form->ask.fields(0).required());
  EXPECT_EQ(form->ask.fields(1).type(), v1::FIELD_TYPE_NUMBER);
  EXPECT_EQ(form->ask.fields(2).type(), v1::FIELD_TYPE_BOOLEAN);
  EXPECT_EQ(form->ask.fields(3).options(0).id(), "a");
}

TEST(AskTest, DefaultsHoldOnlyWhereSeveralMayBePicked) {
  const auto several =
      Read(R"({"id":"q","kind":"choice","title":"","multiple":true,"options":[]})");
  ASSERT_TRUE(several);
  EXPECT_EQ(several->ask.min(), 1);
  EXPECT_EQ(several->ask.max(), 0);
  const auto one = Read(R"({"id":"q","kind":"choice","title":"","min":2,"max":3,"options":[]})");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->ask.min(), 0);
  EXPECT_EQ(one->ask.max(), 0);
}

TEST(AskTest, UnknownKindsAreShownWithoutShape) {
  const auto raised = Read(R"({"id":"q","kind":"drawing","title":"Draw","options":7,"min":"x"})");
  ASSERT_TRUE(raised);
  EXPECT_EQ(raised->ask.kind(), v1::ASK_KIND_OTHER);
  EXPECT_EQ(raised->ask.title(), "Draw");
  EXPECT_EQ(raised->ask.options_size(), 0);
}

TEST(AskTest, AFormWithAnUnknownFieldIsNotAnsweredHere) {
  const auto raised = Read(
      R"({"id":"q","kind":"form","title":"T","fields":[{"id":"d","label":"D","type":"date"}]})");
  ASSERT_TRUE(raised);
  EXPECT_EQ(raised->ask.kind(), v1::ASK_KIND_OTHER);
  EXPECT_EQ(raised->ask.fields_size(), 0);
}

TEST(AskTest, LeavesOutBadOptionsAndSaysSo) {
  const auto raised =
      Read(R"({"id":"q","kind":"choice","title":"T","options":[{"id":"a b","label":"X"},7,)"
           R"({"id":"ok","label":"OK"},{"label":"no id"},{"id":"n","label":null}]})",
           3);
  ASSERT_TRUE(raised);
  EXPECT_TRUE(raised->ask.altered());
  ASSERT_EQ(raised->ask.options_size(), 2);
  EXPECT_EQ(raised->ask.options(0).id(), "ok");
}

TEST(AskTest, CutsAndCleansAndSaysSo) {
  const auto raised = Read(R"({"id":"q","kind":"text","title":"Pay \u202e001","detail":"\u0007"})");
  ASSERT_TRUE(raised);
  EXPECT_TRUE(raised->ask.altered());
  EXPECT_EQ(raised->ask.title(), "Pay 001");
  EXPECT_EQ(Read(R"({"id":"q","kind":"text","title":")" + std::string(600, 'x') + "\"}")
                ->ask.title()
                .size(),
            500u);
}

TEST(AskTest, UnknownFieldsCountInTheHashOnly) {
  const auto plain = Read(R"({"id":"q","kind":"text","title":"T"})");
  const auto more =
      Read(R"({"id":"q","kind":"text","title":"T","x":{"y":[123456789012345678901234567890]}})");
  ASSERT_TRUE(plain && more);
  EXPECT_NE(plain->ask.hash(), more->ask.hash());
  EXPECT_FALSE(more->ask.altered());
}

TEST(AskTest, BadOnesAreLeftOut) {
  for (const char* bad : {
           R"({})",
           R"([])",
           R"({"id":"q","kind":"text"})",
           R"({"id":"q","title":"T"})",
           R"({"kind":"text","title":"T"})",
           R"({"id":"a/b","kind":"text","title":"T"})",
           R"({"id":7,"kind":"text","title":"T"})",
           R"({"id":"q","kind":"text","title":7})",
           R"({"id":"q","kind":7,"title":"T"})",
           R"({"id":"q","kind":"text","title":"T","detail":[]})",
           R"({"id":"q","kind":"text","title":"T","expiresAt":"soon"})",
           R"({"id":"q","kind":"text","title":"T","multiline":"yes"})",
           R"({"id":"q","kind":"choice","title":"T"})",
           R"({"id":"q","kind":"choice","title":"T","options":{}})",
           R"({"id":"q","kind":"choice","title":"T","options":[],"multiple":1})",
           R"({"id":"q","kind":"choice","title":"T","options":[],"min":1.5})",
           R"({"id":"q","kind":"choice","title":"T","options":[],"min":-1})",
           R"({"id":"q","kind":"choice","title":"T","options":[],"max":0})",
           R"({"id":"q","kind":"form","title":"T"})",
           R"({"id":"q","kind":"text","title":"T","title":"T"})",
           R"({"id":"q","kind":"text","title":"T","x":{"a":1,"a":1}})",
           R"({"id":"q","kind":"text","title":"T","x":"\ud83d"})",
           R"({"id":"q","kind":"text","title":"T","x":1e999})",
       }) {
    EXPECT_FALSE(Read(bad)) << bad;
  }
}

}  // namespace
}  // namespace collie::wire

#include "crew/text/clean_proto.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/text/limits.h"

namespace collie::text {
namespace {

v1::Pane GoodPane() {
  v1::Pane pane;
  pane.set_id("deploy");
  pane.set_title("Deploy");
  pane.mutable_workspace()->set_id("hello");
  pane.mutable_tab()->set_id("main");
  pane.set_open(true);
  pane.mutable_turn()->set_id("t-12");
  pane.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  return pane;
}

v1::Ask AskOf(const std::string& id) {
  v1::Ask ask;
  ask.set_ask_id(id);
  ask.set_hash(std::string(64, '0'));
  ask.set_kind(v1::ASK_KIND_TEXT);
  return ask;
}

v1::Source GoodSource() {
  v1::Source source;
  source.set_name("hello");
  source.set_state(v1::SOURCE_STATE_LIVE);
  source.set_epoch("e-1");
  return source;
}

v1::Item GoodItem() {
  v1::Item item;
  item.set_id("i-1");
  item.set_kind(v1::ITEM_KIND_USER);
  item.set_text("Ship it");
  item.set_request_id("r-1");
  return item;
}

TEST(CleanPaneTest, LeavesAGoodOneAlone) {
  v1::Pane pane = GoodPane();
  ASSERT_TRUE(CleanPane(pane));
  EXPECT_EQ(pane.SerializeAsString(), GoodPane().SerializeAsString());
}

TEST(CleanPaneTest, RefusesIdsThatBreakTheRule) {
  v1::Pane pane = GoodPane();
  pane.set_id("a/b");
  EXPECT_FALSE(CleanPane(pane));
  pane = GoodPane();
  pane.mutable_workspace()->set_id("");
  EXPECT_FALSE(CleanPane(pane));
  pane = GoodPane();
  pane.mutable_tab()->set_id("..");
  EXPECT_FALSE(CleanPane(pane));
  pane = GoodPane();
  pane.mutable_turn()->set_id(std::string(129, 't'));
  EXPECT_FALSE(CleanPane(pane));
}

TEST(CleanPaneTest, BoundsTextsAndLists) {
  v1::Pane pane = GoodPane();
  pane.set_title(std::string(300, 'x'));
  pane.mutable_tab()->set_title("a\nb");
  for (int i = 0; i < 20; ++i) {
    pane.add_actions()->set_id("a" + std::to_string(i));
    *pane.add_asks() = AskOf("q" + std::to_string(i));
  }
  pane.mutable_actions(0)->set_id("/");
  ASSERT_TRUE(CleanPane(pane));
  EXPECT_EQ(pane.title().size(), kTitleCharacters);
  EXPECT_EQ(pane.tab().title(), "ab");
  ASSERT_EQ(pane.actions_size(), 16);
  EXPECT_EQ(pane.actions(0).id(), "a1");
  EXPECT_EQ(pane.asks_size(), 16);
}

TEST(CleanPaneTest, LeavesOutBadAndRepeatedAsks) {
  v1::Pane pane = GoodPane();
  *pane.add_asks() = AskOf("q 1");
  *pane.add_asks() = AskOf("q2");
  *pane.add_asks() = AskOf("q2");
  ASSERT_TRUE(CleanPane(pane));
  ASSERT_EQ(pane.asks_size(), 1);
  EXPECT_EQ(pane.asks(0).ask_id(), "q2");
}

TEST(CleanPaneTest, ReadsUnknownTurnsAsWorkingAndClearsBusy) {
  v1::Pane pane = GoodPane();
  pane.mutable_turn()->set_state(static_cast<v1::TurnState>(9));
  pane.set_busy(true);
  pane.set_open_asks(-3);
  pane.mutable_last_activity_at()->set_seconds(-1);
  ASSERT_TRUE(CleanPane(pane));
  EXPECT_EQ(pane.turn().state(), v1::TURN_STATE_WORKING);
  EXPECT_FALSE(pane.busy());
  EXPECT_EQ(pane.open_asks(), 0);
  EXPECT_FALSE(pane.has_last_activity_at());
}

TEST(CleanSourceTest, BoundsEverything) {
  v1::Source source = GoodSource();
  source.set_host_name("deck\x1b");
  source.set_detail(std::string(600, 'x'));
  source.set_reason("socket not private");
  source.set_epoch("e 1");
  source.set_read_age_ms(-1);
  source.set_self_test("..");
  for (int i = 0; i < 40; ++i) source.add_starters()->set_id("s" + std::to_string(i));
  ASSERT_TRUE(CleanSource(source));
  EXPECT_EQ(source.host_name(), "deck");
  EXPECT_EQ(source.detail().size(), kSentenceCharacters);
  EXPECT_EQ(source.reason(), "");
  EXPECT_EQ(source.epoch(), "");
  EXPECT_EQ(source.read_age_ms(), 0);
  EXPECT_EQ(source.self_test(), "");
  EXPECT_EQ(source.starters_size(), 32);
}

TEST(CleanSourceTest, RefusesWithoutNameOrState) {
  v1::Source source = GoodSource();
  source.set_name("Hello");
  EXPECT_FALSE(CleanSource(source));
  source = GoodSource();
  source.clear_state();
  EXPECT_FALSE(CleanSource(source));
  source = GoodSource();
  source.set_state(static_cast<v1::SourceState>(99));
  EXPECT_FALSE(CleanSource(source));
}

TEST(CleanMemberTest, BoundsAndRefuses) {
  v1::Member member;
  member.set_id("deck-1");
  EXPECT_FALSE(CleanMember(member));
  member.set_state(v1::MEMBER_STATE_CONNECTED);
  member.set_label(std::string(100, 'x'));
  member.set_last_seen_age_ms(-1);
  ASSERT_TRUE(CleanMember(member));
  EXPECT_EQ(member.label().size(), kMemberLabelCharacters);
  EXPECT_EQ(member.last_seen_age_ms(), 0);
  member.set_id("-");
  EXPECT_FALSE(CleanMember(member));
}

TEST(CleanItemTest, LeavesAGoodOneAlone) {
  v1::Item item = GoodItem();
  ASSERT_TRUE(CleanItem(item));
  EXPECT_EQ(item.SerializeAsString(), GoodItem().SerializeAsString());
}

TEST(CleanItemTest, RefusesWithoutIdKindOrTool) {
  v1::Item item = GoodItem();
  item.clear_id();
  EXPECT_FALSE(CleanItem(item));
  item = GoodItem();
  item.set_kind(static_cast<v1::ItemKind>(50));
  EXPECT_FALSE(CleanItem(item));
  item = GoodItem();
  item.set_kind(v1::ITEM_KIND_TOOL);
  EXPECT_FALSE(CleanItem(item));
}

TEST(CleanItemTest, BoundsTextsOfTools) {
  v1::Item item = GoodItem();
  item.set_kind(v1::ITEM_KIND_TOOL);
  item.set_text(std::string(70'000, 'x'));
  item.mutable_tool()->set_name(std::string(300, 'x'));
  item.mutable_tool()->set_input(std::string(20'000, 'x'));
  item.mutable_tool()->set_output(std::string(70'000, 'x'));
  item.mutable_tool()->set_status(static_cast<v1::ToolStatus>(8));
  ASSERT_TRUE(CleanItem(item));
  EXPECT_EQ(item.text().size(), kItemTextCharacters);
  EXPECT_EQ(item.tool().name().size(), kTitleCharacters);
  EXPECT_EQ(item.tool().input().size(), kToolInputCharacters);
  EXPECT_EQ(item.tool().output().size(), kToolOutputCharacters);
  EXPECT_EQ(item.tool().status(), v1::TOOL_STATUS_UNSPECIFIED);
}

TEST(CleanItemTest, OnlyUserItemsProveAnAct) {
  v1::Item item = GoodItem();
  item.set_kind(v1::ITEM_KIND_ASSISTANT);
  ASSERT_TRUE(CleanItem(item));
  EXPECT_EQ(item.request_id(), "");
}

TEST(CleanResultTest, BoundsWhatAnEdgeTells) {
  v1::ActResult result;
  result.set_request_id("r-1");
  result.set_attempt(1);
  result.set_state(v1::ATTEMPT_STATE_DONE);
  result.set_outcome(v1::OUTCOME_REFUSED);
  result.set_reason(static_cast<v1::Reason>(999));
  result.set_evidence(static_cast<v1::Evidence>(99));
  result.set_detail(std::string(900, 'x') + "\x1b[2J");
  result.set_agent_code(std::string(300, 'x'));
  result.set_started_pane("no pane");
  result.mutable_ask()->set_ask_id("no id");
  result.mutable_decision()->set_ask_id("");
  ASSERT_TRUE(CleanResult(result));
  EXPECT_EQ(result.reason(), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(result.evidence(), v1::EVIDENCE_UNSPECIFIED);
  EXPECT_EQ(result.detail().size(), kSentenceCharacters);
  EXPECT_EQ(result.agent_code().size(), kTitleCharacters);
  EXPECT_EQ(result.started_pane(), "");
  EXPECT_FALSE(result.has_ask());
  EXPECT_FALSE(result.has_decision());
}

TEST(CleanResultTest, RefusesWithoutActOrAttempt) {
  v1::ActResult result;
  result.set_request_id("r 1");
  result.set_attempt(1);
  EXPECT_FALSE(CleanResult(result));
  result.set_request_id("r-1");
  result.set_attempt(0);
  EXPECT_FALSE(CleanResult(result));
}

}  // namespace
}  // namespace collie::text

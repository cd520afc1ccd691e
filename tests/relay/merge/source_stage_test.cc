#include "relay/merge/source_stage.h"

#include <gtest/gtest.h>

#include "crew/text/limits.h"

namespace collie::relay {
namespace {

v1::SourceUpdate Frame(const std::string& name, const std::string& pane, bool commit) {
  v1::SourceUpdate frame;
  frame.mutable_source()->set_name(name);
  frame.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  v1::Pane* listed = frame.add_panes();
  listed->set_id(pane);
  listed->mutable_workspace()->set_id("w");
  listed->mutable_tab()->set_id("t");
  listed->mutable_turn()->set_id("t-1");
  listed->mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  frame.set_commit(commit);
  return frame;
}

TEST(SourceStageTest, NothingIsSeenBeforeTheCommit) {
  SourceStage stage;
  const auto first = stage.Add(Frame("hello", "a", false));
  ASSERT_TRUE(first.ok());
  EXPECT_FALSE(first->has_value());
  const auto second = stage.Add(Frame("hello", "b", true));
  ASSERT_TRUE(second.ok() && second->has_value());
  EXPECT_EQ((*second)->update.panes_size(), 2);
}

TEST(SourceStageTest, LeavesOutPanesWhoseIdsBreakTheRule) {
  SourceStage stage;
  const auto update = stage.Add(Frame("hello", "../etc", true));
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_EQ((*update)->update.panes_size(), 0);
}

TEST(SourceStageTest, RefusesANameThatBreaksTheRule) {
  SourceStage stage;
  EXPECT_TRUE(absl::IsInvalidArgument(stage.Add(Frame("Hello World", "a", true)).status()));
}

TEST(SourceStageTest, RefusesAnUnknownState) {
  SourceStage stage;
  v1::SourceUpdate frame = Frame("hello", "a", true);
  frame.mutable_source()->set_state(static_cast<v1::SourceState>(99));
  EXPECT_TRUE(absl::IsInvalidArgument(stage.Add(frame).status()));
}

TEST(SourceStageTest, PanesPastTheBoundAreLeftOutAndCountedAcrossFrames) {
  SourceStage stage;
  for (size_t i = 0; i < SourceStage::kPanes; ++i) {
    ASSERT_TRUE(stage.Add(Frame("hello", "p" + std::to_string(i), false)).ok());
  }
  const auto update = stage.Add(Frame("hello", "more", true));
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_FALSE((*update)->is_over);
  EXPECT_EQ((*update)->update.panes_size(), static_cast<int>(SourceStage::kPanes));
  EXPECT_EQ((*update)->update.source().left_out(), 1);
}

// A question of about 300 KB, as large as its parts may be.
v1::Ask LargeAsk(const std::string& id) {
  v1::Ask ask;
  ask.set_ask_id(id);
  ask.set_hash(std::string(64, 'a'));
  ask.set_kind(v1::ASK_KIND_FORM);
  for (int f = 0; f < 32; ++f) {
    v1::AskField* field = ask.add_fields();
    field->set_id("f" + std::to_string(f));
    field->set_type(v1::FIELD_TYPE_CHOICE);
    for (int o = 0; o < 32; ++o) {
      v1::AskOption* option = field->add_options();
      option->set_id("o" + std::to_string(o));
      option->set_label(std::string(200, 'l'));
    }
  }
  return ask;
}

v1::SourceUpdate LargeFrame(const std::string& name, const std::string& pane, int asks) {
  v1::SourceUpdate frame = Frame(name, pane, false);
  for (int i = 0; i < asks; ++i) {
    *frame.mutable_panes(0)->add_asks() = LargeAsk("a" + std::to_string(i));
  }
  return frame;
}

TEST(SourceStageTest, APaneOverItsBytesKeepsItsFirstAsksAndCountsTheRest) {
  SourceStage stage;
  v1::SourceUpdate frame = LargeFrame("hello", "a", 5);
  frame.set_commit(true);
  const auto update = stage.Add(frame);
  ASSERT_TRUE(update.ok() && update->has_value());
  const v1::Pane& pane = (*update)->update.panes(0);
  EXPECT_LE(pane.ByteSizeLong(), text::kPaneBytes);
  ASSERT_EQ(pane.asks_size(), 2);
  EXPECT_EQ(pane.asks(0).ask_id(), "a0");
  EXPECT_EQ(pane.left_out(), 3);
}

TEST(SourceStageTest, ASourceOverTheBudgetIsLeftOutAndTheOthersStand) {
  SourceStage stage;
  ASSERT_TRUE(stage.Add(Frame("small", "a", false)).ok());
  const size_t pane_bytes = LargeFrame("hello", "p", 2).ByteSizeLong();
  for (size_t i = 0; i <= SourceStage::kUpdateBytes / pane_bytes; ++i) {
    ASSERT_TRUE(stage.Add(LargeFrame("hello", "p" + std::to_string(i), 2)).ok());
  }
  const auto small = stage.Add(Frame("small", "b", true));
  ASSERT_TRUE(small.ok() && small->has_value());
  EXPECT_FALSE((*small)->is_over);
  EXPECT_EQ((*small)->update.panes_size(), 2);
  const auto over = stage.Add(Frame("hello", "last", true));
  ASSERT_TRUE(over.ok() && over->has_value());
  EXPECT_TRUE((*over)->is_over);
  EXPECT_EQ((*over)->update.panes_size(), 0);
  EXPECT_EQ((*over)->update.source().name(), "hello");
}

TEST(SourceStageTest, NamesOfPanesThatAreGoneAreOnesThatCanBe) {
  SourceStage stage;
  v1::SourceUpdate frame = Frame("hello", "a", true);
  frame.add_removed_panes("../etc");
  frame.add_removed_panes("b");
  const auto update = stage.Add(frame);
  ASSERT_TRUE(update.ok() && update->has_value());
  ASSERT_EQ((*update)->update.removed_panes_size(), 1);
  EXPECT_EQ((*update)->update.removed_panes(0), "b");
}

TEST(SourceStageTest, BoundsUpdatesThatAreNeverCommitted) {
  SourceStage stage;
  absl::Status last;
  for (int i = 0; i < 20 && last.ok(); ++i) {
    last = stage.Add(Frame("s" + std::to_string(i), "a", false)).status();
  }
  EXPECT_TRUE(absl::IsInvalidArgument(last));
}

TEST(SourceStageTest, AfterAnUpdateOverTheLimitsTheNextStands) {
  SourceStage stage;
  const size_t pane_bytes = LargeFrame("hello", "p", 2).ByteSizeLong();
  for (size_t i = 0; i <= SourceStage::kUpdateBytes / pane_bytes; ++i) {
    ASSERT_TRUE(stage.Add(LargeFrame("hello", "p" + std::to_string(i), 2)).ok());
  }
  const auto over = stage.Add(Frame("hello", "last", true));
  ASSERT_TRUE(over.ok() && over->has_value());
  EXPECT_TRUE((*over)->is_over);
  const auto next = stage.Add(Frame("hello", "a", true));
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_FALSE((*next)->is_over);
  EXPECT_EQ((*next)->update.panes_size(), 1);
}

TEST(SourceStageTest, CleansHostileText) {
  SourceStage stage;
  v1::SourceUpdate frame = Frame("hello", "a", true);
  frame.mutable_panes(0)->set_title("evil\x1b[31m\xE2\x80\xAEtitle");
  const auto update = stage.Add(frame);
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_EQ((*update)->update.panes(0).title(), "evil[31mtitle");
}

}  // namespace
}  // namespace collie::relay

#include "relay/merge/source_stage.h"

#include <gtest/gtest.h>

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
  EXPECT_EQ((*second)->panes_size(), 2);
}

TEST(SourceStageTest, LeavesOutPanesWhoseIdsBreakTheRule) {
  SourceStage stage;
  const auto update = stage.Add(Frame("hello", "../etc", true));
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_EQ((*update)->panes_size(), 0);
}

TEST(SourceStageTest, RefusesANameThatBreaksTheRule) {
  SourceStage stage;
  EXPECT_TRUE(absl::IsInvalidArgument(stage.Add(Frame("Hello World", "a", true)).status()));
}

TEST(SourceStageTest, RefusesAStateThatNobodyKnows) {
  SourceStage stage;
  v1::SourceUpdate frame = Frame("hello", "a", true);
  frame.mutable_source()->set_state(static_cast<v1::SourceState>(99));
  EXPECT_TRUE(absl::IsInvalidArgument(stage.Add(frame).status()));
}

TEST(SourceStageTest, BoundsPanesAcrossFrames) {
  SourceStage stage;
  for (size_t i = 0; i < SourceStage::kPanes; ++i) {
    ASSERT_TRUE(stage.Add(Frame("hello", "p" + std::to_string(i), false)).ok());
  }
  EXPECT_TRUE(absl::IsResourceExhausted(stage.Add(Frame("hello", "more", true)).status()));
}

TEST(SourceStageTest, BoundsUpdatesThatAreNeverCommitted) {
  SourceStage stage;
  absl::Status last;
  for (int i = 0; i < 20 && last.ok(); ++i) {
    last = stage.Add(Frame("s" + std::to_string(i), "a", false)).status();
  }
  EXPECT_TRUE(absl::IsInvalidArgument(last));
}

TEST(SourceStageTest, WhatIsOverTheLimitsIsRefusedOnceWithItsCommit) {
  SourceStage stage;
  for (size_t i = 0; i < SourceStage::kPanes + 5; ++i) {
    ASSERT_TRUE(stage.Add(Frame("hello", "p" + std::to_string(i), false)).ok());
  }
  EXPECT_TRUE(absl::IsResourceExhausted(stage.Add(Frame("hello", "last", true)).status()));
  const auto next = stage.Add(Frame("hello", "a", true));
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_EQ((*next)->panes_size(), 1);
}

TEST(SourceStageTest, CleansHostileText) {
  SourceStage stage;
  v1::SourceUpdate frame = Frame("hello", "a", true);
  frame.mutable_panes(0)->set_title("evil\x1b[31m\xE2\x80\xAEtitle");
  const auto update = stage.Add(frame);
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_EQ((*update)->panes(0).title(), "evil[31mtitle");
}

}  // namespace
}  // namespace collie::relay

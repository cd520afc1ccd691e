#include "relay/watch/conversation_stage.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

v1::ConversationUpdate Frame(const std::string& item, bool more, size_t bytes = 0) {
  v1::ConversationUpdate frame;
  frame.add_items()->set_id(item);
  frame.mutable_items(0)->set_text(std::string(bytes, 'x'));
  frame.set_more(more);
  return frame;
}

TEST(ConversationStageTest, NothingIsSeenBeforeTheLastFrame) {
  ConversationStage stage;
  v1::ConversationUpdate first = Frame("a", true);
  first.set_reset(true);
  ASSERT_FALSE(stage.Add(first)->has_value());
  const auto whole = stage.Add(Frame("b", false));
  ASSERT_TRUE(whole.ok() && whole->has_value());
  EXPECT_TRUE((*whole)->reset());
  EXPECT_FALSE((*whole)->more());
  EXPECT_EQ((*whole)->items_size(), 2);
}

TEST(ConversationStageTest, AResetDropsWhatCameBefore) {
  ConversationStage stage;
  ASSERT_FALSE(stage.Add(Frame("a", true))->has_value());
  v1::ConversationUpdate reset = Frame("b", false);
  reset.set_reset(true);
  const auto whole = stage.Add(reset);
  ASSERT_TRUE(whole.ok() && whole->has_value());
  ASSERT_EQ((*whole)->items_size(), 1);
  EXPECT_EQ((*whole)->items(0).id(), "b");
}

TEST(ConversationStageTest, AnUpdateWithoutEndIsBoundedAndTheNextOneStands) {
  ConversationStage stage;
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(stage.Add(Frame("a", true, 1 << 20)).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(stage.Add(Frame("a", false)).status()));
  const auto next = stage.Add(Frame("b", false));
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_EQ((*next)->items_size(), 1);
}

}  // namespace
}  // namespace collie::relay

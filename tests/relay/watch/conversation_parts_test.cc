#include "relay/watch/conversation_parts.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/text/limits.h"
#include "google/protobuf/util/message_differencer.h"

namespace collie::relay {
namespace {

v1::ConversationEvent LargeEvent() {
  v1::ConversationEvent event;
  event.set_cursor("i.1.7");
  event.set_reset(true);
  event.set_truncated(true);
  event.set_read_age_ms(7);
  event.mutable_turn()->set_id("t-1");
  for (int i = 0; i < 20; ++i) {
    v1::Item* item = event.add_items();
    item->set_id(std::to_string(i));
    item->set_text(std::string(4 * text::kItemTextCharacters, 'x'));
    item->mutable_tool()->set_output(std::string(4 * text::kToolOutputCharacters, 'x'));
  }
  for (int i = 0; i < 500; ++i) event.add_removed_items(std::string(128, 'r'));
  for (int i = 0; i < 16; ++i) {
    event.add_closed_asks()->mutable_answer()->set_text(std::string(64'000, 'x'));
    event.add_asks()->set_detail(std::string(32'000, 'x'));
  }
  return event;
}

TEST(ConversationPartsTest, AnEmptyEventIsOneMessage) {
  v1::ConversationEvent event;
  event.set_cursor("i.1.7");
  const auto parts = InParts(event);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].cursor(), "i.1.7");
  EXPECT_FALSE(parts[0].more());
}

TEST(ConversationPartsTest, EveryMessageIsBoundedAndMergedTheyAreTheEventAgain) {
  const v1::ConversationEvent event = LargeEvent();
  const auto parts = InParts(event);
  v1::ConversationEvent merged;
  for (const v1::ConversationEvent& part : parts) {
    const bool is_last = &part == &parts.back();
    EXPECT_LT(part.ByteSizeLong(), text::kMiB);
    EXPECT_EQ(part.more(), !is_last);
    EXPECT_EQ(part.cursor().empty(), !is_last);
    EXPECT_EQ(part.reset(), &part == &parts.front());
    merged.MergeFrom(part);
  }
  EXPECT_GT(parts.size(), 10u);
  merged.set_more(false);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(merged, event));
}

}  // namespace
}  // namespace collie::relay

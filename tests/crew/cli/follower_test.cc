#include "crew/cli/follower.h"

#include <gtest/gtest.h>

namespace collie::cli {
namespace {

v1::WatchEvent Delta(const std::string& pane, bool more) {
  v1::WatchEvent event;
  event.mutable_delta()->add_panes()->mutable_pane()->set_id(pane);
  event.mutable_delta()->set_more(more);
  if (!more) event.mutable_delta()->set_revision("7");
  return event;
}

TEST(CrewStreamTest, ADeltaInPartsIsTakenWhole) {
  CrewStream stream;
  EXPECT_FALSE(stream.Join(Delta("a", true)).has_value());
  EXPECT_FALSE(stream.Join(Delta("b", true)).has_value());
  const auto whole = stream.Join(Delta("c", false));
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(whole->delta().panes_size(), 3);
  EXPECT_EQ(whole->delta().revision(), "7");
  EXPECT_FALSE(whole->delta().more());
  const auto next = stream.Join(Delta("d", false));
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->delta().panes_size(), 1);
}

TEST(CrewStreamTest, OtherEventsPass) {
  CrewStream stream;
  v1::WatchEvent event;
  event.mutable_in_sync()->set_revision("7");
  ASSERT_TRUE(stream.Join(event).has_value());
  EXPECT_TRUE(stream.Join(event)->has_in_sync());
}

TEST(ConversationStreamTest, AnEventInPartsIsTakenWholeAndNobodyGoesOnFromItsMiddle) {
  ConversationStream stream;
  v1::ConversationEvent first;
  first.set_reset(true);
  first.set_more(true);
  first.add_items()->set_id("a");
  EXPECT_FALSE(stream.Join(first).has_value());
  v1::ConversationEvent last;
  last.add_items()->set_id("b");
  last.set_cursor("i.1.7");
  const auto whole = stream.Join(last);
  ASSERT_TRUE(whole.has_value());
  EXPECT_TRUE(whole->reset());
  EXPECT_FALSE(whole->more());
  EXPECT_EQ(whole->items_size(), 2);
  EXPECT_EQ(whole->cursor(), "i.1.7");
}

}  // namespace
}  // namespace collie::cli

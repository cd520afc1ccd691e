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

TEST(CrewStreamTest, AStepThatIsNotFinishedIsVoidWhereTheWatchBeginsAgain) {
  CrewStream stream;
  EXPECT_FALSE(stream.Join(Delta("a", true)).has_value());
  v1::WatchEvent resync;
  resync.mutable_resync()->set_reason(v1::RESYNC_REASON_TOO_OLD);
  EXPECT_TRUE(stream.Join(resync).has_value());
  EXPECT_EQ(stream.Join(Delta("b", false))->delta().panes_size(), 1);
}

TEST(CrewStreamTest, ASignThatTheWatchIsAliveMovesItsResumePointAndIsNoNews) {
  CrewStream stream;
  v1::WatchEvent tick;
  tick.mutable_delta()->set_revision("9");
  EXPECT_FALSE(stream.Join(tick).has_value());
  EXPECT_EQ(stream.request.resume().revision(), "9");
}

TEST(CrewStreamTest, AMarkOfAWatchThatGoesOnIsNoNews) {
  CrewStream stream;
  stream.goes_on = true;
  v1::WatchEvent mark;
  mark.mutable_in_sync()->set_revision("9");
  EXPECT_FALSE(stream.Join(mark).has_value());
  EXPECT_EQ(stream.request.resume().revision(), "9");
  v1::WatchEvent start;
  start.mutable_snapshot();
  EXPECT_TRUE(stream.Join(start).has_value());
  EXPECT_TRUE(stream.Join(mark).has_value());
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

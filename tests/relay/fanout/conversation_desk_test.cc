#include "relay/fanout/conversation_desk.h"

#include <gtest/gtest.h>

#include <thread>

#include "relay/fanout/conversation_feed.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kKey{"desk-1", "hello", "deploy"};

v1::ConversationUpdate News(std::vector<std::string> texts, bool reset) {
  v1::ConversationUpdate update;
  update.set_source("hello");
  update.set_pane("deploy");
  update.set_reset(reset);
  for (const std::string& text : texts) {
    v1::Item* item = update.add_items();
    item->set_id("i-" + text);
    item->set_kind(v1::ITEM_KIND_ASSISTANT);
    item->set_text(text);
  }
  return update;
}

class ConversationDeskTest : public ::testing::Test {
 protected:
  ConversationDeskTest() {
    view_.PutMember("desk-1", "desk", false);
    view_.LinkUp("desk-1", "0.1.0");
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.add_panes()->set_id("deploy");
    EXPECT_TRUE(view_.Apply("desk-1", update).ok());
  }

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  Interest interest_{clock_};
  ConversationDesk desk_{clock_, view_, interest_};
};

TEST_F(ConversationDeskTest, AReadWaitsForTheFirstNews) {
  std::thread edge([this] {
    // The read asks for the conversation before it waits.
    const auto asked = [this] { return interest_.Of("desk-1").conversations_size() == 1; };
    while (!asked()) std::this_thread::yield();
    desk_.Apply("desk-1", News({"one"}, true));
  });
  const auto event = desk_.Read(kKey, "", absl::Seconds(20));
  edge.join();
  ASSERT_TRUE(event.ok()) << event.status();
  ASSERT_EQ(event->items_size(), 1);
  EXPECT_TRUE(event->reset());
}

TEST_F(ConversationDeskTest, ACursorGetsOnlyWhatIsNewer) {
  desk_.Apply("desk-1", News({"one"}, true));
  const auto first = desk_.Now(kKey, "");
  ASSERT_TRUE(first.ok());
  desk_.Apply("desk-1", News({"two"}, false));
  const auto second = desk_.Now(kKey, first->cursor());
  ASSERT_TRUE(second.ok());
  EXPECT_FALSE(second->reset());
  ASSERT_EQ(second->items_size(), 1);
  EXPECT_EQ(second->items(0).text(), "two");
}

TEST_F(ConversationDeskTest, ACursorThatNobodyGaveGetsAll) {
  desk_.Apply("desk-1", News({"one", "two"}, true));
  for (const std::string cursor : {"", "x", "7.7", "1.999", "-1.0"}) {
    const auto event = desk_.Now(kKey, cursor);
    ASSERT_TRUE(event.ok());
    EXPECT_TRUE(event->reset()) << cursor;
    EXPECT_EQ(event->items_size(), 2) << cursor;
  }
}

TEST_F(ConversationDeskTest, NobodyKnowsAConversationThatIsNotListed) {
  EXPECT_TRUE(
      absl::IsNotFound(desk_.Read({"desk-1", "hello", "x"}, "", absl::ZeroDuration()).status()));
}

TEST_F(ConversationDeskTest, SaysWhyItCannotBeRead) {
  ASSERT_TRUE(absl::IsUnavailable(desk_.Read(kKey, "", absl::ZeroDuration()).status()));
  v1::ConversationUpdate failed = News({}, true);
  failed.set_reset(false);
  failed.set_reason("source-unreachable");
  desk_.Apply("desk-1", failed);
  const auto event = desk_.Read(kKey, "", absl::Seconds(20));
  ASSERT_TRUE(absl::IsUnavailable(event.status()));
  EXPECT_NE(event.status().message().find("source-unreachable"), absl::string_view::npos);
}

TEST_F(ConversationDeskTest, OneThatIsNotFollowedAnyMoreIsNotTakenForNew) {
  desk_.Apply("desk-1", News({"one"}, true));
  EXPECT_TRUE(desk_.HasNews(kKey));
  desk_.Followed("desk-1", {});
  EXPECT_FALSE(desk_.HasNews(kKey));
  // The last good items still stand, but a read waits for news first; here none come.
  const auto event = desk_.Read(kKey, "", absl::ZeroDuration());
  ASSERT_TRUE(event.ok());
  EXPECT_EQ(event->items_size(), 1);
}

TEST_F(ConversationDeskTest, TheLastGoodItemsStandWhileTheMemberIsAway) {
  desk_.Apply("desk-1", News({"one"}, true));
  desk_.Followed("desk-1", {});
  view_.LinkLost("desk-1");
  EXPECT_TRUE(desk_.HasNews(kKey));
}

TEST_F(ConversationDeskTest, HalfAResetIsNotShown) {
  v1::ConversationUpdate part = News({"one"}, true);
  part.set_more(true);
  desk_.Apply("desk-1", part);
  EXPECT_FALSE(desk_.HasNews(kKey));
  desk_.Apply("desk-1", News({"two"}, false));
  EXPECT_TRUE(desk_.HasNews(kKey));
}

TEST_F(ConversationDeskTest, AFeedTellsEachChangeOnce) {
  ConversationFeed feed(desk_, kKey, "");
  auto next = feed.Next();
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(next->has_value());
  desk_.Apply("desk-1", News({"one"}, true));
  next = feed.Next();
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_EQ((*next)->items_size(), 1);
  next = feed.Next();
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(next->has_value());

  v1::SourceUpdate update;
  update.mutable_source()->set_name("hello");
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  v1::Pane* pane = update.add_panes();
  pane->set_id("deploy");
  pane->add_asks()->set_ask_id("a");
  ASSERT_TRUE(view_.Apply("desk-1", update).ok());
  next = feed.Next();
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_EQ((*next)->asks_size(), 1);
  EXPECT_EQ((*next)->items_size(), 0);
}

}  // namespace
}  // namespace collie::relay

#include "relay/watch/conversation_feed.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "crew/text/limits.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kKey{"deck-1", "hello", "deploy"};
const StreamId kStream{"deck-1", 1};

class ConversationFeedTest : public ::testing::Test {
 protected:
  ConversationFeedTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
    List(v1::Pane());
    v1::Interest interest;
    interest.add_conversations()->set_source("hello");
    interest.mutable_conversations(0)->set_pane("deploy");
    cache_.Followed(kStream, interest);
  }

  void List(v1::Pane pane) {
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    pane.set_id("deploy");
    *update.add_panes() = std::move(pane);
    view_.Apply(kStream, update);
  }
  // The agent shows so many items more, each with a text of so many bytes.
  void Show(int items, bool reset = false, size_t bytes = 1) {
    v1::ConversationUpdate update;
    update.set_source("hello");
    update.set_pane("deploy");
    update.set_reset(reset);
    for (int i = 0; i < items; ++i) {
      v1::Item* item = update.add_items();
      item->set_id("i-" + std::to_string(shown_++));
      item->set_text(std::string(bytes, 'x'));
    }
    cache_.Apply(kStream, std::move(update));
  }

  struct Message {
    v1::ConversationEvent event;
    SharedBytes bytes;
  };
  static std::optional<Message> Next(ConversationFeed& feed) {
    const auto step = feed.Next();
    EXPECT_TRUE(step.ok()) << step.status();
    if (!step.ok() || !step->has_value()) return std::nullopt;
    Message message{{}, (*step)->bytes};
    EXPECT_LT((*step)->bytes->size(), text::kMiB);
    EXPECT_TRUE(message.event.ParseFromString(*(*step)->bytes));
    EXPECT_EQ((*step)->read_age_ms.has_value(), !message.event.more());
    return message;
  }

  int shown_ = 0;
  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  Interest interest_{clock_};
  ConversationCache cache_{clock_, view_, interest_};
};

TEST_F(ConversationFeedTest, TellsEachChangeOnce) {
  ConversationFeed feed(cache_, kKey, "");
  EXPECT_FALSE(Next(feed).has_value());
  Show(1, /*reset=*/true);
  EXPECT_EQ(Next(feed)->event.items_size(), 1);
  EXPECT_FALSE(Next(feed).has_value());
  v1::Pane pane;
  pane.add_asks()->set_ask_id("a");
  List(pane);
  const auto asked = Next(feed);
  ASSERT_TRUE(asked.has_value());
  EXPECT_EQ(asked->event.asks_size(), 1);
  EXPECT_EQ(asked->event.items_size(), 0);
  pane.set_title("a title is in the list, not here");
  List(pane);
  EXPECT_FALSE(Next(feed).has_value());
}

TEST_F(ConversationFeedTest, WhoeverIsAsFarGetsTheSameBytes) {
  std::vector<ConversationFeed> feeds(3, ConversationFeed(cache_, kKey, ""));
  Show(3, /*reset=*/true);
  const SharedBytes first = Next(feeds[0])->bytes;
  EXPECT_EQ(Next(feeds[1])->bytes, first);
  Show(1);
  const SharedBytes second = Next(feeds[0])->bytes;
  EXPECT_EQ(Next(feeds[1])->bytes, second);
  const auto late = Next(feeds[2]);
  EXPECT_NE(late->bytes, second);
  EXPECT_EQ(late->event.items_size(), 4);
}

TEST_F(ConversationFeedTest, TimesLeftAreNeverShownLongerThanTheyAre) {
  v1::Pane pane;
  pane.add_asks()->set_expires(true);
  pane.mutable_asks(0)->set_expires_in_ms(60'000);
  List(pane);
  Show(1, /*reset=*/true);
  clock_.Advance(absl::Milliseconds(2300));
  ConversationFeed feed(cache_, kKey, "");
  EXPECT_EQ(Next(feed)->event.asks(0).expires_in_ms(), 57'000);
}

TEST_F(ConversationFeedTest, WhatSlowReadersHoldIsBoundedAndTheyBeginAnew) {
  Show(1, /*reset=*/true);
  ConversationFeed slow(cache_, kKey, "");
  Show(30, /*reset=*/true, 100'000);
  ASSERT_TRUE(Next(slow)->event.more());
  // Others are slow as well, each at another state: 3 MB each.
  std::vector<ConversationFeed> others(40, ConversationFeed(cache_, kKey, ""));
  for (ConversationFeed& other : others) {
    Show(1);
    ASSERT_TRUE(Next(other)->event.more());
  }
  auto next = Next(slow);
  ASSERT_TRUE(next.has_value());
  EXPECT_TRUE(next->event.reset());
  int items = next->event.items_size();
  while (next->event.more()) {
    next = Next(slow);
    ASSERT_TRUE(next.has_value());
    items += next->event.items_size();
  }
  EXPECT_EQ(items, 70);
  EXPECT_FALSE(Next(others.back())->event.reset()) << "the youngest goes on";
}

TEST_F(ConversationFeedTest, AConversationThatIsNotListedEndsTheFeed) {
  ConversationFeed feed(cache_, kKey, "");
  view_.RemoveSource(kStream, "hello");
  EXPECT_TRUE(absl::IsNotFound(feed.Next().status()));
}

}  // namespace
}  // namespace collie::relay

#include "relay/fanout/conversation_desk.h"

#include <gtest/gtest.h>

#include <thread>

#include "relay/fanout/conversation_feed.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kKey{"desk-1", "hello", "deploy"};
const StreamId kStream{"desk-1", 1};
const StreamId kNext{"desk-1", 2};

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
    view_.LinkUp(kStream, "0.1.0");
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.add_panes()->set_id("deploy");
    view_.Apply(kStream, update);
    Follow(kStream, {"deploy"});
  }

  // The edge is told on this stream to follow these panes.
  void Follow(const StreamId& stream, const std::vector<std::string>& panes) {
    v1::Interest interest;
    for (const std::string& pane : panes) {
      v1::Conversation* conversation = interest.add_conversations();
      conversation->set_source("hello");
      conversation->set_pane(pane);
    }
    desk_.Followed(stream, interest);
  }
  void List(const std::vector<std::string>& panes) {
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    for (const std::string& pane : panes) update.add_panes()->set_id(pane);
    view_.Apply(kStream, update);
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
    desk_.Apply(kStream, News({"one"}, true));
  });
  const auto event = desk_.Read(kKey, "", absl::Seconds(20));
  edge.join();
  ASSERT_TRUE(event.ok()) << event.status();
  ASSERT_EQ(event->items_size(), 1);
  EXPECT_TRUE(event->reset());
}

TEST_F(ConversationDeskTest, ACursorGetsOnlyWhatIsNewer) {
  desk_.Apply(kStream, News({"one"}, true));
  const auto first = desk_.Now(kKey, "");
  ASSERT_TRUE(first.ok());
  desk_.Apply(kStream, News({"two"}, false));
  const auto second = desk_.Now(kKey, first->cursor());
  ASSERT_TRUE(second.ok());
  EXPECT_FALSE(second->reset());
  ASSERT_EQ(second->items_size(), 1);
  EXPECT_EQ(second->items(0).text(), "two");
}

TEST_F(ConversationDeskTest, ACursorThatNobodyGaveGetsAll) {
  desk_.Apply(kStream, News({"one", "two"}, true));
  for (const std::string cursor :
       {"", "x", "7.7", "1.1", "i.7.7", "i.1.999", "i.-1.0", "other.1.1", "i.1.1.1"}) {
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
  desk_.Apply(kStream, failed);
  const auto event = desk_.Read(kKey, "", absl::Seconds(20));
  ASSERT_TRUE(absl::IsUnavailable(event.status()));
  EXPECT_NE(event.status().message().find("source-unreachable"), absl::string_view::npos);
}

TEST_F(ConversationDeskTest, OneThatIsNotFollowedAnyMoreIsNotTakenForNew) {
  desk_.Apply(kStream, News({"one"}, true));
  EXPECT_TRUE(desk_.HasNews(kKey));
  desk_.Followed(kStream, {});
  EXPECT_FALSE(desk_.HasNews(kKey));
  // The last good items still stand, but a read waits for news first; here none come.
  const auto event = desk_.Read(kKey, "", absl::ZeroDuration());
  ASSERT_TRUE(event.ok());
  EXPECT_EQ(event->items_size(), 1);
}

TEST_F(ConversationDeskTest, TheLastGoodItemsStandWhileTheMemberIsAway) {
  desk_.Apply(kStream, News({"one"}, true));
  desk_.Followed(kStream, {});
  view_.LinkLost(kStream);
  EXPECT_TRUE(desk_.HasNews(kKey));
}

TEST_F(ConversationDeskTest, HalfAResetIsNotShown) {
  v1::ConversationUpdate part = News({"one"}, true);
  part.set_more(true);
  desk_.Apply(kStream, part);
  EXPECT_FALSE(desk_.HasNews(kKey));
  desk_.Apply(kStream, News({"two"}, false));
  EXPECT_TRUE(desk_.HasNews(kKey));
}

TEST_F(ConversationDeskTest, AFeedTellsEachChangeOnce) {
  ConversationFeed feed(desk_, kKey, "");
  auto next = feed.Next();
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(next->has_value());
  desk_.Apply(kStream, News({"one"}, true));
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
  view_.Apply(kStream, update);
  next = feed.Next();
  ASSERT_TRUE(next.ok() && next->has_value());
  EXPECT_EQ((*next)->asks_size(), 1);
  EXPECT_EQ((*next)->items_size(), 0);
}

TEST_F(ConversationDeskTest, ACursorOfAnotherRelayGetsAReset) {
  desk_.Apply(kStream, News({"one", "two"}, true));
  const auto before = desk_.Now(kKey, "");
  ASSERT_TRUE(before.ok());
  CrewView restarted{
      {.incarnation = "j", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  restarted.Restore(view_.Snapshot().members);
  ConversationDesk desk(clock_, restarted, interest_);
  v1::Interest interest;
  *interest.add_conversations() = kKey.ToProto();
  desk.Followed(kStream, interest);
  desk.Apply(kStream, News({"three", "four"}, true));
  const auto after = desk.Now(kKey, before->cursor());
  ASSERT_TRUE(after.ok());
  EXPECT_TRUE(after->reset());
  EXPECT_EQ(after->items_size(), 2);
}

TEST_F(ConversationDeskTest, OneThatIsFollowedIsNeverEvictedByOthers) {
  std::vector<std::string> panes;
  for (size_t i = 0; i <= ConversationDesk::kConversations; ++i) {
    panes.push_back("p" + std::to_string(i));
  }
  panes.push_back("deploy");
  List(panes);
  Follow(kStream, panes);
  for (const std::string& pane : panes) {
    v1::ConversationUpdate update = News({"one", "two"}, true);
    update.set_pane(pane);
    desk_.Apply(kStream, update);
    clock_.Advance(absl::Milliseconds(1));
  }
  for (const std::string& pane : panes) {
    v1::ConversationUpdate update = News({"three"}, false);
    update.set_pane(pane);
    desk_.Apply(kStream, update);
    const ids::ConversationKey key{"desk-1", "hello", pane};
    EXPECT_TRUE(desk_.HasNews(key)) << pane;
    EXPECT_EQ(desk_.Now(key, "")->items_size(), 3) << pane;
  }
}

TEST_F(ConversationDeskTest, OfThoseThatNobodyFollowsTheLongestUnreadLeave) {
  std::vector<std::string> panes{"deploy"};
  for (size_t i = 0; i <= ConversationDesk::kConversations; ++i) {
    panes.push_back("p" + std::to_string(i));
  }
  List(panes);
  desk_.Apply(kStream, News({"one"}, true));
  Follow(kStream, {});
  for (const std::string& pane : panes) {
    clock_.Advance(absl::Milliseconds(1));
    ASSERT_TRUE(desk_.Now({"desk-1", "hello", pane}, "").ok());
  }
  EXPECT_EQ(desk_.Now(kKey, "")->items_size(), 0);  // it had been the first
}

TEST_F(ConversationDeskTest, WhatNobodyAskedForIsDropped) {
  List({"deploy", "other"});
  v1::ConversationUpdate update = News({"one"}, true);
  update.set_pane("other");
  desk_.Apply(kStream, update);
  EXPECT_FALSE(desk_.HasNews({"desk-1", "hello", "other"}));
  EXPECT_EQ(desk_.Now({"desk-1", "hello", "other"}, "")->items_size(), 0);
}

TEST_F(ConversationDeskTest, LateNewsOfAnOldStreamIsDropped) {
  desk_.Apply(kStream, News({"one"}, true));
  Follow(kNext, {"deploy"});
  desk_.Apply(kStream, News({"late"}, true));
  EXPECT_FALSE(desk_.HasNews(kKey));
  desk_.Apply(kNext, News({"one", "two"}, true));
  desk_.Apply(kStream, News({"late"}, false));
  Follow(kStream, {});
  EXPECT_TRUE(desk_.HasNews(kKey));
  EXPECT_EQ(desk_.Now(kKey, "")->items_size(), 2);
}

TEST_F(ConversationDeskTest, TheBeginningOfAStreamForgetsNothingThatItWasTold) {
  Follow(kNext, {"deploy"});
  desk_.BeginStream(kNext);  // somebody began to look while the stream came up
  desk_.Apply(kNext, News({"one"}, true));
  EXPECT_TRUE(desk_.HasNews(kKey));
}

TEST_F(ConversationDeskTest, NewsThatContinueAnEarlierFollowingAreNotTakenForTheWhole) {
  desk_.Apply(kStream, News({"one"}, true));
  Follow(kStream, {});
  Follow(kStream, {"deploy"});
  desk_.Apply(kStream, News({"three"}, false));  // it was on its way; `two` was dropped
  EXPECT_FALSE(desk_.HasNews(kKey));
  desk_.Apply(kStream, News({"one", "two", "three"}, true));
  EXPECT_TRUE(desk_.HasNews(kKey));
  EXPECT_EQ(desk_.Now(kKey, "")->items_size(), 3);
}

TEST_F(ConversationDeskTest, AReaderNeverSeesHalfAStep) {
  desk_.Apply(kStream, News({"one"}, true));
  v1::ConversationUpdate part = News({"two"}, true);
  part.set_more(true);
  desk_.Apply(kStream, part);
  ASSERT_EQ(desk_.Now(kKey, "")->items_size(), 1);
  EXPECT_EQ(desk_.Now(kKey, "")->items(0).text(), "one");
  desk_.Apply(kStream, News({"three"}, false));
  ASSERT_EQ(desk_.Now(kKey, "")->items_size(), 2);
  EXPECT_EQ(desk_.Now(kKey, "")->items(0).text(), "two");
}

TEST_F(ConversationDeskTest, AMemberOverItsBudgetLosesAConversationNotItsLink) {
  std::vector<std::string> panes;
  for (int i = 0; i < 12; ++i) panes.push_back("p" + std::to_string(i));
  List(panes);
  Follow(kStream, panes);
  for (const std::string& pane : panes) {
    v1::ConversationUpdate update = News({}, true);
    update.set_pane(pane);
    for (int i = 0; i < 60; ++i) {
      v1::Item* item = update.add_items();
      item->set_id(std::to_string(i));
      item->set_text(std::string(100'000, 'x'));
    }
    desk_.Apply(kStream, update);
  }
  EXPECT_TRUE(desk_.HasNews({"desk-1", "hello", "p0"}));
  EXPECT_FALSE(desk_.HasNews({"desk-1", "hello", "p11"}));
  const auto event = desk_.Read({"desk-1", "hello", "p11"}, "", absl::Seconds(20));
  ASSERT_TRUE(absl::IsUnavailable(event.status()));
  EXPECT_NE(event.status().message().find("over-budget"), absl::string_view::npos);
}

}  // namespace
}  // namespace collie::relay

#include "relay/watch/conversation_cache.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kKey{"deck-1", "hello", "deploy"};
const StreamId kStream{"deck-1", 1};
const StreamId kNext{"deck-1", 2};

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

class ConversationCacheTest : public ::testing::Test {
 protected:
  ConversationCacheTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
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
    cache_.Followed(stream, interest);
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
  ConversationCache cache_{clock_, view_, interest_};
};

TEST_F(ConversationCacheTest, AReadWaitsForTheFirstNews) {
  std::thread edge([this] {
    // The read asks for the conversation before it waits.
    const auto asked = [this] { return interest_.Of("deck-1").conversations_size() == 1; };
    while (!asked()) std::this_thread::yield();
    cache_.Apply(kStream, News({"one"}, true));
  });
  const auto event = cache_.Read(kKey, "", absl::Seconds(20));
  edge.join();
  ASSERT_TRUE(event.ok()) << event.status();
  ASSERT_EQ(event->items_size(), 1);
  EXPECT_TRUE(event->reset());
}

TEST_F(ConversationCacheTest, ACursorGetsOnlyWhatIsNewer) {
  cache_.Apply(kStream, News({"one"}, true));
  const auto first = cache_.Now(kKey, "");
  ASSERT_TRUE(first.ok());
  cache_.Apply(kStream, News({"two"}, false));
  const auto second = cache_.Now(kKey, first->cursor());
  ASSERT_TRUE(second.ok());
  EXPECT_FALSE(second->reset());
  ASSERT_EQ(second->items_size(), 1);
  EXPECT_EQ(second->items(0).text(), "two");
}

TEST_F(ConversationCacheTest, AnUnknownCursorGetsAll) {
  cache_.Apply(kStream, News({"one", "two"}, true));
  for (const std::string cursor :
       {"", "x", "7.7", "1.1", "i.7.7", "i.1.999", "i.-1.0", "other.1.1", "i.1.1.1"}) {
    const auto event = cache_.Now(kKey, cursor);
    ASSERT_TRUE(event.ok());
    EXPECT_TRUE(event->reset()) << cursor;
    EXPECT_EQ(event->items_size(), 2) << cursor;
  }
}

TEST_F(ConversationCacheTest, AConversationThatIsNotListedIsUnknown) {
  EXPECT_TRUE(
      absl::IsNotFound(cache_.Read({"deck-1", "hello", "x"}, "", absl::ZeroDuration()).status()));
}

TEST_F(ConversationCacheTest, SaysWhyItCannotBeRead) {
  ASSERT_TRUE(absl::IsUnavailable(cache_.Read(kKey, "", absl::ZeroDuration()).status()));
  v1::ConversationUpdate failed = News({}, true);
  failed.set_reset(false);
  failed.set_reason("source-unreachable");
  cache_.Apply(kStream, failed);
  const auto event = cache_.Read(kKey, "", absl::Seconds(20));
  ASSERT_TRUE(absl::IsUnavailable(event.status()));
  EXPECT_NE(event.status().message().find("source-unreachable"), absl::string_view::npos);
}

TEST_F(ConversationCacheTest, OneThatIsNotFollowedAnyMoreIsNotTakenForNew) {
  cache_.Apply(kStream, News({"one"}, true));
  EXPECT_TRUE(cache_.HasNews(kKey));
  cache_.Followed(kStream, {});
  EXPECT_FALSE(cache_.HasNews(kKey));
  // The last good items still stand, but a read waits for news first; here none come.
  const auto event = cache_.Read(kKey, "", absl::ZeroDuration());
  ASSERT_TRUE(event.ok());
  EXPECT_EQ(event->items_size(), 1);
}

TEST_F(ConversationCacheTest, TheLastGoodItemsStandWhileTheMemberIsAway) {
  cache_.Apply(kStream, News({"one"}, true));
  cache_.Followed(kStream, {});
  view_.LinkLost(kStream);
  EXPECT_TRUE(cache_.HasNews(kKey));
}

TEST_F(ConversationCacheTest, HalfAResetIsNotShown) {
  v1::ConversationUpdate part = News({"one"}, true);
  part.set_more(true);
  cache_.Apply(kStream, part);
  EXPECT_FALSE(cache_.HasNews(kKey));
  cache_.Apply(kStream, News({"two"}, false));
  EXPECT_TRUE(cache_.HasNews(kKey));
}

TEST_F(ConversationCacheTest, ACursorOfAnotherRelayGetsAReset) {
  cache_.Apply(kStream, News({"one", "two"}, true));
  const auto before = cache_.Now(kKey, "");
  ASSERT_TRUE(before.ok());
  CrewView restarted{
      {.incarnation = "j", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  restarted.Restore(view_.Snapshot().members);
  ConversationCache deck(clock_, restarted, interest_);
  v1::Interest interest;
  *interest.add_conversations() = kKey.ToProto();
  deck.Followed(kStream, interest);
  deck.Apply(kStream, News({"three", "four"}, true));
  const auto after = deck.Now(kKey, before->cursor());
  ASSERT_TRUE(after.ok());
  EXPECT_TRUE(after->reset());
  EXPECT_EQ(after->items_size(), 2);
}

TEST_F(ConversationCacheTest, OneThatIsFollowedIsNeverEvictedByOthers) {
  std::vector<std::string> panes;
  for (size_t i = 0; i <= ConversationCache::kConversations; ++i) {
    panes.push_back("p" + std::to_string(i));
  }
  panes.push_back("deploy");
  List(panes);
  Follow(kStream, panes);
  for (const std::string& pane : panes) {
    v1::ConversationUpdate update = News({"one", "two"}, true);
    update.set_pane(pane);
    cache_.Apply(kStream, update);
    clock_.Advance(absl::Milliseconds(1));
  }
  for (const std::string& pane : panes) {
    v1::ConversationUpdate update = News({"three"}, false);
    update.set_pane(pane);
    cache_.Apply(kStream, update);
    const ids::ConversationKey key{"deck-1", "hello", pane};
    EXPECT_TRUE(cache_.HasNews(key)) << pane;
    EXPECT_EQ(cache_.Now(key, "")->items_size(), 3) << pane;
  }
}

TEST_F(ConversationCacheTest, OfThoseThatNobodyFollowsTheLongestUnreadLeave) {
  std::vector<std::string> panes{"deploy"};
  for (size_t i = 0; i <= ConversationCache::kConversations; ++i) {
    panes.push_back("p" + std::to_string(i));
  }
  List(panes);
  cache_.Apply(kStream, News({"one"}, true));
  Follow(kStream, {});
  for (const std::string& pane : panes) {
    clock_.Advance(absl::Milliseconds(1));
    ASSERT_TRUE(cache_.Now({"deck-1", "hello", pane}, "").ok());
  }
  EXPECT_EQ(cache_.Now(kKey, "")->items_size(), 0);  // it had been the first
}

TEST_F(ConversationCacheTest, WhatNobodyAskedForIsDropped) {
  List({"deploy", "other"});
  v1::ConversationUpdate update = News({"one"}, true);
  update.set_pane("other");
  cache_.Apply(kStream, update);
  EXPECT_FALSE(cache_.HasNews({"deck-1", "hello", "other"}));
  EXPECT_EQ(cache_.Now({"deck-1", "hello", "other"}, "")->items_size(), 0);
}

TEST_F(ConversationCacheTest, LateNewsOfAnOldStreamIsDropped) {
  cache_.Apply(kStream, News({"one"}, true));
  Follow(kNext, {"deploy"});
  cache_.Apply(kStream, News({"late"}, true));
  EXPECT_FALSE(cache_.HasNews(kKey));
  cache_.Apply(kNext, News({"one", "two"}, true));
  cache_.Apply(kStream, News({"late"}, false));
  Follow(kStream, {});
  EXPECT_TRUE(cache_.HasNews(kKey));
  EXPECT_EQ(cache_.Now(kKey, "")->items_size(), 2);
}

TEST_F(ConversationCacheTest, TheBeginningOfAStreamForgetsNothingThatItWasTold) {
  Follow(kNext, {"deploy"});
  cache_.BeginStream(kNext);  // somebody began to look while the stream came up
  cache_.Apply(kNext, News({"one"}, true));
  EXPECT_TRUE(cache_.HasNews(kKey));
}

TEST_F(ConversationCacheTest, NewsThatContinueAnEarlierFollowingAreNotTakenForTheWhole) {
  cache_.Apply(kStream, News({"one"}, true));
  Follow(kStream, {});
  Follow(kStream, {"deploy"});
  cache_.Apply(kStream, News({"three"}, false));  // it was on its way; `two` was dropped
  EXPECT_FALSE(cache_.HasNews(kKey));
  cache_.Apply(kStream, News({"one", "two", "three"}, true));
  EXPECT_TRUE(cache_.HasNews(kKey));
  EXPECT_EQ(cache_.Now(kKey, "")->items_size(), 3);
}

TEST_F(ConversationCacheTest, AReaderNeverSeesHalfAStep) {
  cache_.Apply(kStream, News({"one"}, true));
  v1::ConversationUpdate part = News({"two"}, true);
  part.set_more(true);
  cache_.Apply(kStream, part);
  ASSERT_EQ(cache_.Now(kKey, "")->items_size(), 1);
  EXPECT_EQ(cache_.Now(kKey, "")->items(0).text(), "one");
  cache_.Apply(kStream, News({"three"}, false));
  ASSERT_EQ(cache_.Now(kKey, "")->items_size(), 2);
  EXPECT_EQ(cache_.Now(kKey, "")->items(0).text(), "two");
}

TEST_F(ConversationCacheTest, AMemberOverItsBudgetLosesAConversationNotItsLink) {
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
    cache_.Apply(kStream, update);
  }
  EXPECT_TRUE(cache_.HasNews({"deck-1", "hello", "p0"}));
  EXPECT_FALSE(cache_.HasNews({"deck-1", "hello", "p11"}));
  const auto event = cache_.Read({"deck-1", "hello", "p11"}, "", absl::Seconds(20));
  ASSERT_TRUE(absl::IsUnavailable(event.status()));
  EXPECT_NE(event.status().message().find("over-budget"), absl::string_view::npos);
}

}  // namespace
}  // namespace collie::relay

#include "relay/fanout/watch_feed.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

v1::SourceUpdate Update(const std::string& name, int panes, const std::string& title = "") {
  v1::SourceUpdate update;
  update.mutable_source()->set_name(name);
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  for (int i = 0; i < panes; ++i) {
    v1::Pane* pane = update.add_panes();
    pane->set_id("p" + std::to_string(i));
    pane->set_title(title);
  }
  return update;
}

class WatchFeedTest : public ::testing::Test {
 protected:
  WatchFeedTest() { view_.PutMember("desk-1", "desk", false); }

  // Takes the whole start; the in_sync event.
  v1::InSync ReadStart(WatchFeed& feed, int* panes = nullptr) {
    while (true) {
      const auto event = feed.Next();
      if (!event) {
        ADD_FAILURE() << "the start has no in_sync mark";
        return {};
      }
      if (event->has_in_sync()) return event->in_sync();
      EXPECT_TRUE(event->has_snapshot());
      if (panes != nullptr) *panes += event->snapshot().panes_size();
    }
  }

  v1::ResyncReason ReasonFor(const std::string& incarnation, const std::string& revision) {
    v1::WatchRequest request;
    request.mutable_resume()->set_incarnation(incarnation);
    request.mutable_resume()->set_revision(revision);
    WatchFeed feed(view_, request);
    const auto event = feed.Next();
    return event && event->has_resync() ? event->resync().reason() : v1::RESYNC_REASON_UNSPECIFIED;
  }

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i-1", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
};

TEST_F(WatchFeedTest, BeginsWithTheWholeInPartsAndAMark) {
  ASSERT_TRUE(view_.Apply("desk-1", Update("hello", 500)).ok());
  WatchFeed feed(view_, {});
  int panes = 0;
  EXPECT_EQ(ReadStart(feed, &panes).incarnation(), "i-1");
  EXPECT_EQ(panes, 500);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ThenTellsWhatChanged) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  ASSERT_TRUE(view_.Apply("desk-1", Update("hello", 1)).ok());
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes_size(), 1);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, GoesOnFromAResumePoint) {
  WatchFeed first(view_, {});
  const v1::InSync mark = ReadStart(first);
  ASSERT_TRUE(view_.Apply("desk-1", Update("hello", 1)).ok());
  v1::WatchRequest request;
  request.mutable_resume()->set_incarnation(mark.incarnation());
  request.mutable_resume()->set_revision(mark.revision());
  WatchFeed second(view_, request);
  const auto event = second.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes_size(), 1);
}

TEST_F(WatchFeedTest, SaysWhyItBeginsAgain) {
  EXPECT_EQ(ReasonFor("i-0", "0"), v1::RESYNC_REASON_OTHER_INCARNATION);
  EXPECT_EQ(ReasonFor("i-1", "many"), v1::RESYNC_REASON_UNREADABLE);
  EXPECT_EQ(ReasonFor("i-1", "999999"), v1::RESYNC_REASON_FUTURE);
  for (size_t i = 0; i <= ChangeLog::kTombstones; ++i) {
    ASSERT_TRUE(view_.Apply("desk-1", Update("s" + std::to_string(i), 0)).ok());
    view_.RemoveSource("desk-1", "s" + std::to_string(i));
  }
  EXPECT_EQ(ReasonFor("i-1", "1"), v1::RESYNC_REASON_TOO_OLD);
}

TEST_F(WatchFeedTest, AWatcherThatFellTooFarBehindBeginsAgainAndLosesNothing) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  for (size_t i = 0; i <= ChangeLog::kTombstones; ++i) {
    ASSERT_TRUE(view_.Apply("desk-1", Update("s" + std::to_string(i), 0)).ok());
    view_.RemoveSource("desk-1", "s" + std::to_string(i));
  }
  ASSERT_TRUE(view_.Apply("desk-1", Update("hello", 3)).ok());
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_resync());
  int panes = 0;
  ReadStart(feed, &panes);
  EXPECT_EQ(panes, 3);
}

TEST_F(WatchFeedTest, TellsReceiptsOfTheConversationsInViewAlone) {
  v1::WatchRequest request;
  request.set_member("desk-1");
  request.set_source("hello");
  WatchFeed feed(view_, request);
  ReadStart(feed);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("desk-1");
  receipt.mutable_conversation()->set_source("hello");
  feed.Add(receipt);
  receipt.set_request_id("r-2");
  receipt.mutable_conversation()->set_source("other");
  feed.Add(receipt);
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_receipt());
  EXPECT_EQ(event->receipt().request_id(), "r-1");
  EXPECT_FALSE(feed.Next().has_value());
}

}  // namespace
}  // namespace collie::relay

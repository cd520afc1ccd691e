#include "relay/watch/watch_feed.h"

#include <gtest/gtest.h>

#include "crew/text/limits.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const StreamId kStream{"deck-1", 1};

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
  WatchFeedTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
  }

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
  view_.Apply(kStream, Update("hello", 500));
  WatchFeed feed(view_, {});
  int panes = 0;
  EXPECT_EQ(ReadStart(feed, &panes).incarnation(), "i-1");
  EXPECT_EQ(panes, 500);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ThenTellsWhatChanged) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  view_.Apply(kStream, Update("hello", 1));
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes_size(), 1);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ResumesFromAResumePoint) {
  WatchFeed first(view_, {});
  const v1::InSync mark = ReadStart(first);
  view_.Apply(kStream, Update("hello", 1));
  v1::WatchRequest request;
  request.mutable_resume()->set_incarnation(mark.incarnation());
  request.mutable_resume()->set_revision(mark.revision());
  WatchFeed second(view_, request);
  const auto event = second.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes_size(), 1);
}

TEST_F(WatchFeedTest, SaysWhyItRestarts) {
  EXPECT_EQ(ReasonFor("i-0", "0"), v1::RESYNC_REASON_OTHER_INCARNATION);
  EXPECT_EQ(ReasonFor("i-1", "many"), v1::RESYNC_REASON_UNREADABLE);
  EXPECT_EQ(ReasonFor("i-1", "999999"), v1::RESYNC_REASON_FUTURE);
  for (size_t i = 0; i <= ChangeLog::kTombstones; ++i) {
    view_.Apply(kStream, Update("s" + std::to_string(i), 0));
    view_.RemoveSource(kStream, "s" + std::to_string(i));
  }
  EXPECT_EQ(ReasonFor("i-1", "1"), v1::RESYNC_REASON_TOO_OLD);
}

TEST_F(WatchFeedTest, AWatcherThatFellTooFarBehindRestartsAndLosesNothing) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  for (size_t i = 0; i <= ChangeLog::kTombstones; ++i) {
    view_.Apply(kStream, Update("s" + std::to_string(i), 0));
    view_.RemoveSource(kStream, "s" + std::to_string(i));
  }
  view_.Apply(kStream, Update("hello", 3));
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_resync());
  int panes = 0;
  ReadStart(feed, &panes);
  EXPECT_EQ(panes, 3);
}

TEST_F(WatchFeedTest, TellsReceiptsOfTheConversationsInViewAlone) {
  v1::WatchRequest request;
  request.set_member("deck-1");
  request.set_source("hello");
  WatchFeed feed(view_, request);
  ReadStart(feed);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("deck-1");
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

// 62 MiB of panes as large as they may be.
v1::SourceUpdate LargeCrew(const std::string& title) {
  constexpr int kPanes = 124;
  v1::SourceUpdate update = Update("hello", kPanes, title);
  update.set_whole(true);
  for (v1::Pane& pane : *update.mutable_panes()) {
    v1::Ask* ask = pane.add_asks();
    ask->set_ask_id("a");
    ask->set_detail(std::string(text::kPaneBytes - 1024, 'x'));
  }
  return update;
}

TEST_F(WatchFeedTest, EveryMessageOfALargeCrewStaysUnderAMegabyte) {
  view_.Apply(kStream, LargeCrew("one"));
  WatchFeed feed(view_, {});
  int panes = 0;
  size_t bytes = 0;
  for (auto event = feed.Next(); event && !event->has_in_sync(); event = feed.Next()) {
    EXPECT_LT(event->ByteSizeLong(), text::kMiB);
    panes += event->snapshot().panes_size();
    bytes += event->ByteSizeLong();
  }
  EXPECT_EQ(panes, 124);
  EXPECT_GT(bytes, 61u << 20);
}

TEST_F(WatchFeedTest, ALargeStepComesInPartsThatSayThatMoreFollows) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  view_.Apply(kStream, LargeCrew("one"));
  int panes = 0;
  bool more = true;
  while (more) {
    const auto event = feed.Next();
    ASSERT_TRUE(event && event->has_delta());
    EXPECT_LT(event->ByteSizeLong(), text::kMiB);
    panes += event->delta().panes_size();
    more = event->delta().more();
    EXPECT_EQ(event->delta().revision().empty(), more);  // nobody goes on from the middle
  }
  EXPECT_EQ(panes, 124);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ChangesThatComeWhileAStepIsReportedFollowIt) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  view_.Apply(kStream, LargeCrew("one"));
  ASSERT_TRUE(feed.Next()->delta().more());
  view_.Apply(kStream, LargeCrew("two"));
  auto event = feed.Next();
  while (event->delta().more()) {
    for (const v1::PaneEntry& row : event->delta().panes()) EXPECT_EQ(row.pane().title(), "one");
    event = feed.Next();
  }
  event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes(0).pane().title(), "two");
}

TEST_F(WatchFeedTest, ReceiptsThatWaitAreBoundedInBytesAndTheNewestStay) {
  WatchFeed feed(view_, {});
  ReadStart(feed);
  for (int i = 0; i < 100; ++i) {
    v1::Receipt receipt;
    receipt.set_request_id("r-" + std::to_string(i));
    receipt.mutable_ask()->set_detail(std::string(500'000, 'x'));
    feed.Add(receipt);
  }
  std::vector<std::string> told;
  for (auto event = feed.Next(); event; event = feed.Next()) {
    told.push_back(event->receipt().request_id());
  }
  EXPECT_LE(told.size(), 8u);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), "r-99");
}

}  // namespace
}  // namespace collie::relay

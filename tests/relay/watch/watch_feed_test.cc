#include "relay/watch/watch_feed.h"

#include <gtest/gtest.h>

#include "crew/text/limits.h"
#include "tests/relay/watch/event_of.h"
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

// A feed whose steps are read as the messages of the contract.
class Feed {
 public:
  Feed(const WatchFeed::Sources& sources, const v1::WatchRequest& request)
      : clock_(sources.clock), feed_(sources, request, Wire) {}

  std::optional<v1::WatchEvent> Next() {
    const std::optional<WatchStep> step = feed_.Next();
    if (!step) return std::nullopt;
    return tests::EventOf(*step, clock_.Now());
  }

 private:
  static SharedBytes Wire(const CrewRow& row, clock::Steady base) { return row.Wire(base); }

  const clock::Clock& clock_;
  WatchFeed feed_;
};

class WatchFeedTest : public ::testing::Test {
 protected:
  WatchFeedTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
  }

  // Takes the whole start; the in_sync event.
  v1::InSync ReadStart(Feed& feed, int* panes = nullptr) {
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
    Feed feed(sources_, request);
    const auto event = feed.Next();
    return event && event->has_resync() ? event->resync().reason() : v1::RESYNC_REASON_UNSPECIFIED;
  }

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i-1", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  ReceiptNews receipts_;
  const WatchFeed::Sources sources_{view_, receipts_, clock_};
};

TEST_F(WatchFeedTest, BeginsWithTheWholeInPartsAndAMark) {
  view_.Apply(kStream, Update("hello", 500));
  Feed feed(sources_, {});
  int panes = 0;
  EXPECT_EQ(ReadStart(feed, &panes).incarnation(), "i-1");
  EXPECT_EQ(panes, 500);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ThenTellsWhatChanged) {
  Feed feed(sources_, {});
  ReadStart(feed);
  view_.Apply(kStream, Update("hello", 1));
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().panes_size(), 1);
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, ResumesFromAResumePoint) {
  Feed first(sources_, {});
  const v1::InSync mark = ReadStart(first);
  view_.Apply(kStream, Update("hello", 1));
  v1::WatchRequest request;
  request.mutable_resume()->set_incarnation(mark.incarnation());
  request.mutable_resume()->set_revision(mark.revision());
  Feed second(sources_, request);
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
  Feed feed(sources_, {});
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
  Feed feed(sources_, request);
  ReadStart(feed);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("deck-1");
  receipt.mutable_conversation()->set_source("hello");
  receipts_.Add(receipt);
  receipt.set_request_id("r-2");
  receipt.mutable_conversation()->set_source("other");
  receipts_.Add(receipt);
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
  Feed feed(sources_, {});
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
  Feed feed(sources_, {});
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
  Feed feed(sources_, {});
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

TEST_F(WatchFeedTest, AResumeAtTheNewestRevisionIsInSyncAtOnce) {
  view_.Apply(kStream, Update("hello", 1));
  Feed first(sources_, {});
  const v1::InSync mark = ReadStart(first);
  v1::WatchRequest request;
  request.mutable_resume()->set_incarnation(mark.incarnation());
  request.mutable_resume()->set_revision(mark.revision());
  Feed second(sources_, request);
  auto event = second.Next();
  ASSERT_TRUE(event && event->has_in_sync());
  EXPECT_EQ(event->in_sync().revision(), mark.revision());
  EXPECT_EQ(event->in_sync().incarnation(), "i-1");
  EXPECT_FALSE(second.Next().has_value());
  // What changed meanwhile outside the filter is no reason to keep quiet.
  view_.Apply(kStream, Update("other", 1));
  request.set_member("deck-1");
  request.set_source("hello");
  Feed third(sources_, request);
  event = third.Next();
  ASSERT_TRUE(event && event->has_in_sync());
  EXPECT_EQ(event->in_sync().revision(), std::to_string(view_.revision()));
}

TEST_F(WatchFeedTest, AQuietWatchSaysThatItIsAliveAtLeastEveryFifteenSeconds) {
  Feed feed(sources_, {});
  const v1::InSync mark = ReadStart(feed);
  for (int round = 0; round < 3; ++round) {
    int seconds = 0;
    std::optional<v1::WatchEvent> event;
    while (!event) {  // a feed is read every second
      clock_.Advance(absl::Seconds(1));
      ++seconds;
      event = feed.Next();
    }
    EXPECT_GT(seconds, 10);
    EXPECT_LE(seconds, 15);
    ASSERT_TRUE(event->has_delta());
    EXPECT_EQ(event->delta().revision(), mark.revision());
    EXPECT_FALSE(event->delta().more());
    EXPECT_EQ(event->delta().panes_size() + event->delta().sources_size(), 0);
    EXPECT_FALSE(feed.Next().has_value());
  }
}

// Its revision must not fall out of the window while others change.
TEST_F(WatchFeedTest, AQuietWatchOfAPartMovesOnWithTheCrew) {
  v1::WatchRequest request;
  request.set_member("deck-1");
  request.set_source("quiet");
  Feed feed(sources_, request);
  ReadStart(feed);
  for (size_t i = 0; i <= 2 * ChangeLog::kTombstones; ++i) {
    view_.Apply(kStream, Update("s" + std::to_string(i), 0));
    view_.RemoveSource(kStream, "s" + std::to_string(i));
    if (i % 1000 == 0) EXPECT_FALSE(feed.Next().has_value());
  }
  clock_.Advance(absl::Seconds(15));
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  EXPECT_EQ(event->delta().revision(), std::to_string(view_.revision()));
}

TEST_F(WatchFeedTest, ReceiptsAndDeltasTakeTurns) {
  Feed feed(sources_, {});
  ReadStart(feed);
  std::string order;
  for (int i = 0; i < 8; ++i) {  // both are always due
    view_.Apply(kStream, Update("hello", 1, std::to_string(i)));
    v1::Receipt receipt;
    receipt.set_request_id("r-" + std::to_string(i));
    receipts_.Add(receipt);
    const auto event = feed.Next();
    ASSERT_TRUE(event.has_value());
    order += event->has_receipt() ? 'r' : 'd';
  }
  EXPECT_EQ(order, "drdrdrdr");
}

TEST_F(WatchFeedTest, ASlowWatcherGetsTheNewestStateInOneStep) {
  Feed feed(sources_, {});
  ReadStart(feed);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  for (int i = 0; i < 1000; ++i) {
    view_.Apply(kStream, Update("hello", 2, std::to_string(i)));
    receipt.set_detail(std::to_string(i));
    receipts_.Add(receipt);
  }
  auto event = feed.Next();
  ASSERT_TRUE(event && event->has_delta());
  ASSERT_EQ(event->delta().panes_size(), 2);
  EXPECT_EQ(event->delta().panes(0).pane().title(), "999");
  EXPECT_EQ(event->delta().revision(), std::to_string(view_.revision()));
  event = feed.Next();
  ASSERT_TRUE(event && event->has_receipt());
  EXPECT_EQ(event->receipt().detail(), "999");
  EXPECT_FALSE(feed.Next().has_value());
}

TEST_F(WatchFeedTest, AgesAreThoseOfTheFrameAndItsRowsTogether) {
  view_.Apply(kStream, Update("hello", 1));
  clock_.Advance(absl::Milliseconds(7300));
  Feed feed(sources_, {});
  const auto event = feed.Next();
  ASSERT_TRUE(event && event->has_snapshot());
  EXPECT_EQ(event->rows_age_ms(), 300);
  EXPECT_EQ(event->snapshot().sources(0).source().read_age_ms() + event->rows_age_ms(), 7300);
  EXPECT_EQ(event->snapshot().members(0).last_seen_age_ms() + event->rows_age_ms(), 7300);
}

TEST_F(WatchFeedTest, WhoeverWatchesGetsTheSameBytes) {
  view_.Apply(kStream, Update("hello", 3));
  int encoded = 0;
  const auto wire = [&](const CrewRow& row, clock::Steady base) {
    return row.In(CrewRow::Form::kJson, base, [&](const CrewRow::Content&) {
      ++encoded;
      return std::string("row");
    });
  };
  for (int i = 0; i < 10; ++i) {
    WatchFeed feed(sources_, {}, wire);
    while (feed.Next()) {
    }
  }
  EXPECT_EQ(encoded, 5);  // a member, a source, three panes
}

// What one change costs, with watchers that start, go on and resume: rows that are rendered.
TEST_F(WatchFeedTest, TheCostOfAChangeIsTheChangeWhateverTheCrew) {
  for (const int members : {10, 1000}) {
    for (int i = 0; i < members; ++i) {
      const std::string id = "m-" + std::to_string(i);
      view_.PutMember(ids::MemberId(id), "deck", false);
      view_.LinkUp({id, 1}, "0.1.0");
      view_.Apply({id, 1}, Update("hello", 10));
    }
    int rendered = 0;
    const auto wire = [&](const CrewRow& row, clock::Steady base) {
      ++rendered;
      return row.Wire(base);
    };
    WatchFeed feed(sources_, {}, wire);
    while (feed.Next()) {
    }
    EXPECT_GE(rendered, members * 12);
    rendered = 0;
    view_.Apply({"m-1", 1}, Update("hello", 1, std::to_string(members)));
    while (feed.Next()) {
    }
    EXPECT_EQ(rendered, 1);
  }
}

// Rows that are replaced while a watcher is in the middle of its start.
TEST_F(WatchFeedTest, AStartThatIsHeldTooLongBeginsAgain) {
  CrewOptions options;
  options.incarnation = "i-1";
  options.ask_key = std::string(32, 'k');
  options.held_bytes = 4 << 20;
  CrewView view(options, clock_, [](const ViewChanges&) {});
  view.PutMember(ids::MemberId("deck-1"), "deck", false);
  view.LinkUp(kStream, "0.1.0");
  view.Apply(kStream, LargeCrew("one"));
  Feed feed({view, receipts_, clock_}, {});
  ASSERT_TRUE(feed.Next()->has_snapshot());
  view.Apply(kStream, LargeCrew("two"));
  auto event = feed.Next();
  ASSERT_TRUE(event && event->has_resync());
  int panes = 0;
  ReadStart(feed, &panes);
  EXPECT_EQ(panes, 124);
}

}  // namespace
}  // namespace collie::relay

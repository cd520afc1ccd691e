#include "edge/poll/pane_reader.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PaneReaderTest : public ::testing::Test {
 protected:
  struct Listed {
    std::string id;
    std::string cursor;
    int asks = 0;
    bool open = true;
  };
  static wire::Snapshot Snapshot(const std::vector<Listed>& listed) {
    wire::Snapshot snapshot;
    for (const Listed& one : listed) {
      wire::SnapshotPane& pane = snapshot.panes.emplace_back();
      pane.pane.set_id(one.id);
      pane.pane.set_open(one.open);
      pane.pane.set_open_asks(one.asks);
      pane.cursor = one.cursor;
    }
    return snapshot;
  }
  static wire::PaneRead Read(const std::string& cursor, bool reset,
                             std::vector<wire::PaneEvent> events = {}) {
    wire::PaneRead read;
    read.cursor = cursor;
    read.reset = reset;
    read.events = std::move(events);
    return read;
  }
  static wire::RaisedAsk Ask(const std::string& id, std::optional<int64_t> expires_at = {}) {
    wire::RaisedAsk raised;
    raised.ask.set_ask_id(id);
    raised.expires_at_ms = expires_at;
    return raised;
  }
  static v1::ClosedAsk Closed(const std::string& id) {
    v1::ClosedAsk closed;
    closed.set_ask_id(id);
    return closed;
  }
  static v1::Item Item(const std::string& id) {
    v1::Item item;
    item.set_id(id);
    return item;
  }
  std::vector<std::string> ToRead(const std::vector<Listed>& listed,
                                  const std::set<std::string>& wanted = {}) {
    return reader_.Begin(Snapshot(listed), wanted, now_).to_read;
  }
  ShownPane Show(const Listed& listed) { return reader_.Show(Snapshot({listed}).panes[0]); }
  std::vector<ShownAsk> AsksOf(const std::string& pane) { return Show({pane, ""}).asks; }
  std::vector<std::string> AskIds(const std::string& pane) {
    std::vector<std::string> ids;
    for (const ShownAsk& ask : AsksOf(pane)) ids.push_back(ask.ask.ask_id());
    return ids;
  }

  clock::Steady now_{absl::Seconds(5000)};
  AgentClock agent_clock_{1000000, clock::Steady(absl::Seconds(5000))};
  PaneReader reader_;
};

TEST_F(PaneReaderTest, ReadsWhatIsWantedOrWaitsOnAPerson) {
  EXPECT_THAT(ToRead({{"a", "c1"}, {"b", "c1", 1}, {"c", "c1"}}, {"c"}), ElementsAre("c", "b"));
}

// Processor time that a read takes in which an agent shows items and takes as many out.
double SecondsFor(PaneReader& reader, const AgentClock& agent_clock, wire::PaneRead read,
                  int items) {
  for (int i = 0; i < items; ++i) {
    v1::Item item;
    item.set_id(absl::StrCat("item ", i));
    read.events.push_back(std::move(item));
  }
  for (int i = 0; i < items; ++i) {
    read.events.push_back(wire::RemovedItem{absl::StrCat("other ", i)});
  }
  const std::clock_t start = std::clock();
  reader.ApplyRead("a", read, agent_clock);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST_F(PaneReaderTest, AReadFullOfItemsAndRemovalsCostsWhatItHoldsAndNotItsSquare) {
  ToRead({{"a", "c9"}}, {"a"});
  double least = 1e9;  // the least of some runs, since others use the machine
  double most = 1e9;
  for (int run = 0; run < 5; ++run) {
    least = std::min(least, SecondsFor(reader_, agent_clock_, Read("c1", true), 500));
    most = std::min(most, SecondsFor(reader_, agent_clock_, Read("c1", true), 8000));
  }
  EXPECT_LT(most, 64 * least) << "16 times as much; its square is 256";
}

TEST_F(PaneReaderTest, OnlyTheLastThatHappensToAnItemIsNews) {
  ToRead({{"a", "c9"}}, {"a"});
  const auto taken = reader_.ApplyRead(
      "a",
      Read("c1", true,
           {Item("stays"), Item("goes"), wire::RemovedItem{"goes"}, wire::RemovedItem{"returns"},
            Item("returns"), wire::RemovedItem{"gone"}, wire::RemovedItem{"gone"}}),
      agent_clock_);
  ASSERT_TRUE(taken.news.has_value());
  std::vector<std::string> items;
  for (const v1::Item& item : taken.news->items) items.push_back(item.id());
  EXPECT_THAT(items, ElementsAre("stays", "returns"));
  EXPECT_THAT(taken.news->removed_items, ElementsAre("goes", "gone"));
}

TEST_F(PaneReaderTest, ReadsAgainOnlyWhenTheCursorChanged) {
  ToRead({{"a", "c1"}}, {"a"});
  EXPECT_EQ(reader_.CursorOf("a"), "");
  reader_.ApplyRead("a", Read("c1", true), agent_clock_);
  EXPECT_THAT(ToRead({{"a", "c1"}}, {"a"}), IsEmpty());
  EXPECT_THAT(ToRead({{"a", "c2"}}, {"a"}), ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "c1");
}

TEST_F(PaneReaderTest, FollowsMoreAtMostEightTimesAndOnlyWhileTheCursorMoves) {
  ToRead({{"a", "c99"}}, {"a"});
  reader_.ApplyRead("a", Read("c0", true), agent_clock_);
  ToRead({{"a", "c99"}}, {"a"});
  int follow_ups = 0;
  for (int i = 1; i < 50; ++i) {
    wire::PaneRead read = Read(absl::StrCat("c", i), false);
    read.more = true;
    if (!reader_.ApplyRead("a", read, agent_clock_).again) break;
    ++follow_ups;
  }
  EXPECT_EQ(follow_ups, 8);
  ToRead({{"a", "c99"}}, {"a"});
  wire::PaneRead stuck = Read(reader_.CursorOf("a"), false);
  stuck.more = true;
  EXPECT_FALSE(reader_.ApplyRead("a", stuck, agent_clock_).again);
}

TEST_F(PaneReaderTest, AnAskIsOpenUntilItsClosingOrAReset) {
  ToRead({{"a", "c1", 2}});
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1"), Ask("q2")}), agent_clock_);
  EXPECT_THAT(AskIds("a"), ElementsAre("q1", "q2"));
  ToRead({{"a", "c2", 1}});
  reader_.ApplyRead("a", Read("c2", false, {Closed("q1"), Ask("q3")}), agent_clock_);
  EXPECT_THAT(AskIds("a"), ElementsAre("q2", "q3"));
  ToRead({{"a", "c3", 1}});
  reader_.ApplyRead("a", Read("c3", true, {Ask("q4")}), agent_clock_);
  EXPECT_THAT(AskIds("a"), ElementsAre("q4"));
}

TEST_F(PaneReaderTest, ReadsOnUntilItsLastKnownAskIsClosed) {
  ToRead({{"a", "c1", 1}});
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1")}), agent_clock_);
  EXPECT_THAT(ToRead({{"a", "c2", 0}}), ElementsAre("a"));
  reader_.ApplyRead("a", Read("c2", false, {Closed("q1")}), agent_clock_);
  EXPECT_THAT(ToRead({{"a", "c3", 0}}), IsEmpty());
}

TEST_F(PaneReaderTest, KeepsSixteenAsksOfAPane) {
  ToRead({{"a", "c1", 20}});
  std::vector<wire::PaneEvent> many;
  for (int i = 0; i < 20; ++i) many.push_back(Ask(absl::StrCat("q", i)));
  reader_.ApplyRead("a", Read("c1", true, many), agent_clock_);
  EXPECT_EQ(AskIds("a").size(), 16u);
  EXPECT_EQ(AskIds("a").front(), "q0");
}

TEST_F(PaneReaderTest, AllAsksOfAnAgentAreBoundedInBytesAndWhatIsLeftOutIsCounted) {
  std::vector<Listed> listed;
  for (int i = 0; i < 60; ++i) listed.push_back({absl::StrCat("p", i), "c1", 1});
  ToRead(listed);
  wire::RaisedAsk large = Ask("q");
  large.ask.set_detail(std::string(400 << 10, 'x'));
  size_t kept = 0;
  int left_out = 0;
  for (const Listed& one : listed) {
    reader_.ApplyRead(one.id, Read("c1", true, {large}), agent_clock_);
    const ShownPane shown = Show(one);
    kept += shown.asks.size();
    left_out += shown.pane.left_out();
  }
  EXPECT_EQ(kept, 40u);
  EXPECT_EQ(left_out, 20);
  // What closes makes room.
  reader_.ApplyRead("p0", Read("c2", false, {Closed("q")}), agent_clock_);
  reader_.ApplyRead("p59", Read("c2", false, {large}), agent_clock_);
  EXPECT_EQ(AsksOf("p59").size(), 1u);
}

TEST_F(PaneReaderTest, WhatTheAgentCountsAndNobodyCanReadIsUnreadable) {
  ToRead({{"a", "c1", 3}});
  EXPECT_EQ(Show({"a", "c1", 3}).pane.unreadable_asks(), 0) << "not read yet: nobody knows";
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1")}), agent_clock_);
  EXPECT_EQ(Show({"a", "c1", 3}).pane.unreadable_asks(), 2);
  // A later snapshot counts another state than the one that was read.
  EXPECT_EQ(Show({"a", "c2", 9}).pane.unreadable_asks(), 2);
  EXPECT_EQ(Show({"a", "c2", 2}).pane.unreadable_asks(), 1);
}

TEST_F(PaneReaderTest, OnceThereIsRoomWhatWasLeftOutIsReadWithTheWholeView) {
  wire::RaisedAsk large = Ask("q2");
  large.ask.set_detail(std::string(OpenAsks::kBytes - 1024, 'x'));
  wire::RaisedAsk other = Ask("q1");
  other.ask.set_detail(std::string(10 << 10, 'x'));
  ToRead({{"a", "c1", 2}});
  reader_.ApplyRead("a", Read("c1", true, {other, large}), agent_clock_);
  EXPECT_EQ(Show({"a", "c1", 2}).pane.left_out(), 1);
  reader_.ApplyRead("a", Read("c2", false, {Closed("q1")}), agent_clock_);
  EXPECT_THAT(ToRead({{"a", "c2", 1}}), ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "");
  reader_.ApplyRead("a", Read("c2", true, {large}), agent_clock_);
  EXPECT_THAT(AskIds("a"), ElementsAre("q2"));
  EXPECT_THAT(ToRead({{"a", "c2", 1}}), IsEmpty());
}

TEST_F(PaneReaderTest, ADeadlineIsMeasuredByTheAgentsOwnNow) {
  ToRead({{"a", "c1", 1}});
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1", 1000000 + 30000), Ask("q2")}), agent_clock_);
  EXPECT_EQ(AsksOf("a")[0].deadline, agent_clock_.at + absl::Seconds(30));
  EXPECT_FALSE(AsksOf("a")[1].deadline);
}

TEST_F(PaneReaderTest, AnAskRaisedAgainKeepsItsInstant) {
  ToRead({{"a", "c1", 1}});
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1", 1030000)}), agent_clock_);
  const auto deadline = AsksOf("a")[0].deadline;
  const AgentClock drifted{1000700, clock::Steady(absl::Seconds(5001))};
  reader_.ApplyRead("a", Read("c2", true, {Ask("q1", 1030000)}), drifted);
  EXPECT_EQ(AsksOf("a")[0].deadline, deadline);
  reader_.ApplyRead("a", Read("c3", true, {Ask("q1", 1040000)}), drifted);
  EXPECT_NE(AsksOf("a")[0].deadline, deadline);
}

TEST_F(PaneReaderTest, AbsurdDeadlinesDoNotOverflow) {
  ToRead({{"a", "c1", 1}});
  const AgentClock odd{-1, now_};
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1", INT64_MAX)}), odd);
  EXPECT_GT(*AsksOf("a")[0].deadline - now_, absl::Hours(1));
}

TEST_F(PaneReaderTest, TheLastOfWhatHappensToAnItemWithinOneReadIsItsNews) {
  ToRead({{"a", "c1"}}, {"a"});
  reader_.ApplyRead("a", Read("c1", true), agent_clock_);
  const auto taken =
      reader_.ApplyRead("a",
                        Read("c2", false,
                             {Item("1"), wire::RemovedItem{"1"}, wire::RemovedItem{"2"}, Item("2"),
                              Item("3"), Closed("q1"), wire::DroppedSend{"r-1"}}),
                        agent_clock_);
  ASSERT_TRUE(taken.news);
  ASSERT_EQ(taken.news->items.size(), 2u);
  EXPECT_EQ(taken.news->items[0].id(), "2");
  EXPECT_THAT(taken.news->removed_items, ElementsAre("1"));
  EXPECT_EQ(taken.news->closed_asks.size(), 1u);
  EXPECT_THAT(taken.news->dropped_requests, ElementsAre("r-1"));
  EXPECT_FALSE(taken.news->reset);
}

TEST_F(PaneReaderTest, ItemsAreKeptTenMinutesAfterTheInterestEnded) {
  ToRead({{"a", "c1"}}, {"a"});
  reader_.ApplyRead("a", Read("c1", true), agent_clock_);
  now_ = now_ + absl::Minutes(9);
  EXPECT_THAT(reader_.Begin(Snapshot({{"a", "c2"}}), {}, now_).dropped, IsEmpty());
  // Opened again, it goes on where it was.
  EXPECT_THAT(ToRead({{"a", "c2"}}, {"a"}), ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "c1");
  now_ = now_ + absl::Minutes(11);
  EXPECT_THAT(reader_.Begin(Snapshot({{"a", "c2"}}), {}, now_).dropped, ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "");
}

TEST_F(PaneReaderTest, AClosedConversationIsAlwaysReadFromTheAgent) {
  ToRead({{"a", "c1"}}, {"a"});
  reader_.ApplyRead("a", Read("c1", true), agent_clock_);
  const auto round = reader_.Begin(Snapshot({{"a", "c1", 0, /*open=*/false}}), {}, now_);
  EXPECT_THAT(round.dropped, ElementsAre("a"));
  EXPECT_THAT(ToRead({{"a", "c1", 0, false}}, {"a"}), ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "");
}

TEST_F(PaneReaderTest, APaneThatLeftIsForgotten) {
  ToRead({{"a", "c1", 1}});
  reader_.ApplyRead("a", Read("c1", true, {Ask("q1")}), agent_clock_);
  EXPECT_THAT(reader_.Begin(Snapshot({}), {}, now_).dropped, ElementsAre("a"));
  EXPECT_THAT(AskIds("a"), IsEmpty());
}

TEST_F(PaneReaderTest, PastItsLimitOnlyTheQuestionsOfUnwantedConversationsAreKept) {
  std::vector<Listed> listed;
  for (int i = 0; i < 70; ++i) listed.push_back({absl::StrCat("p", i), "c1", 1});
  ToRead(listed);
  int with_items = 0;
  for (const Listed& one : listed) {
    with_items +=
        reader_.ApplyRead(one.id, Read("c1", true, {Ask("q")}), agent_clock_).news.has_value();
    EXPECT_EQ(AsksOf(one.id).size(), 1u);
  }
  EXPECT_EQ(with_items, 64);
  // Opened, one without items is read from its start.
  EXPECT_THAT(ToRead(listed, {"p69"}), ElementsAre("p69"));
  EXPECT_EQ(reader_.CursorOf("p69"), "");
}

TEST_F(PaneReaderTest, OneThatAnActWasAboutIsReadWhereverItStands) {
  EXPECT_THAT(ToRead({{"a", "c1"}}), IsEmpty());
  auto round = reader_.Begin(Snapshot({{"a", "c1"}}), {}, now_, {"a"});
  EXPECT_THAT(round.to_read, ElementsAre("a"));
  EXPECT_TRUE(reader_.ApplyRead("a", Read("c1", true), agent_clock_).news.has_value());
  EXPECT_THAT(ToRead({{"a", "c1"}}), IsEmpty());
  round = reader_.Begin(Snapshot({{"a", "c1"}}), {}, now_, {"a"});
  EXPECT_THAT(round.to_read, ElementsAre("a"));
  EXPECT_EQ(reader_.CursorOf("a"), "c1");
  // One that the agent does not list is not read.
  EXPECT_THAT(reader_.Begin(Snapshot({}), {}, now_, {"b"}).to_read, IsEmpty());
}

TEST_F(PaneReaderTest, OneThatGotNoReplyIsReadLast) {
  ToRead({{"a", "c1"}, {"b", "c1"}, {"c", "c1", 1}}, {"a", "b"});
  EXPECT_TRUE(reader_.NoReply("a", SourceReason::kDeadline));
  EXPECT_FALSE(reader_.NoReply("a", SourceReason::kDeadline));
  EXPECT_TRUE(reader_.GotNoReply("a"));
  EXPECT_THAT(ToRead({{"a", "c1"}, {"b", "c1"}, {"c", "c1", 1}}, {"a", "b"}),
              ElementsAre("b", "c", "a"));
  reader_.ApplyRead("a", Read("c1", true), agent_clock_);
  EXPECT_FALSE(reader_.GotNoReply("a"));
}

}  // namespace
}  // namespace collie::edge

#include "edge/poll/open_asks.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;

constexpr size_t kLarge = 100 << 10;  // four of it fit into a pane

class OpenAsksTest : public ::testing::Test {
 protected:
  static wire::RaisedAsk Ask(const std::string& id, size_t bytes = 0) {
    wire::RaisedAsk raised;
    raised.ask.set_ask_id(id);
    raised.ask.set_detail(std::string(bytes, 'x'));
    return raised;
  }
  static v1::ClosedAsk Closed(const std::string& id) {
    v1::ClosedAsk closed;
    closed.set_ask_id(id);
    return closed;
  }
  void ApplyRead(bool reset, std::vector<wire::PaneEvent> events, size_t most = SIZE_MAX) {
    wire::PaneRead read;
    read.reset = reset;
    read.events = std::move(events);
    asks_.ApplyRead(read, {}, most);
  }
  std::vector<std::string> Ids() const {
    std::vector<std::string> ids;
    for (const ShownAsk& shown : asks_.Shown()) ids.push_back(shown.ask.ask_id());
    return ids;
  }

  OpenAsks asks_;
};

TEST_F(OpenAsksTest, OneThatDoesNotFitIsLeftOutAndASmallerOneAfterItStillFits) {
  ApplyRead(true, {Ask("small", 10), Ask("huge", OpenAsks::kBytes), Ask("last", 10)});
  EXPECT_THAT(Ids(), ElementsAre("small", "last"));
  EXPECT_EQ(asks_.left_out(), 1);
}

// The largest legal questions: their pane stays within the bound of a pane, with room for what the
// relay adds.
TEST_F(OpenAsksTest, SixteenLargestQuestionsStayWithinAPane) {
  std::vector<wire::PaneEvent> events;
  for (int i = 0; i < 16; ++i) {
    wire::RaisedAsk raised = Ask(absl::StrCat("q", i), 4 * text::kAskDetailCharacters);
    for (size_t option = 0; option < text::kOptions; ++option) {
      v1::AskOption& one = *raised.ask.add_options();
      one.set_id(std::string(128, 'o'));
      one.set_label(std::string(4 * text::kTitleCharacters, 'l'));
    }
    events.push_back(std::move(raised));
  }
  ApplyRead(true, events);
  ShownPane pane;
  pane.asks = asks_.Shown();
  EXPECT_GT(pane.asks.size(), 4u);
  EXPECT_EQ(pane.asks.size() + static_cast<size_t>(asks_.left_out()), 16u);
  EXPECT_LE(pane.ToProto({}).ByteSizeLong(), text::kPaneBytes - 24 * text::kKiB);
}

TEST_F(OpenAsksTest, TheNumberIsBoundedTooAndWhatTheReadLeftOutCounts) {
  std::vector<wire::PaneEvent> events;
  for (int i = 0; i < 20; ++i) events.push_back(Ask(absl::StrCat("q", i)));
  ApplyRead(true, events);
  EXPECT_EQ(Ids().size(), 16u);
  EXPECT_EQ(asks_.left_out(), 4);
  wire::PaneRead read;
  read.reset = true;
  read.asks_left_out = {"a", "b"};
  asks_.ApplyRead(read, {}, SIZE_MAX);
  EXPECT_EQ(asks_.left_out(), 2);
}

TEST_F(OpenAsksTest, WhatTheAgentsOtherConversationsLeaveBoundsItToo) {
  ApplyRead(true, {Ask("a", kLarge), Ask("b", kLarge)}, kLarge + 1024);
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_EQ(asks_.left_out(), 1);
}

TEST_F(OpenAsksTest, RoomThatCameIsReportedOnceAndOnlyWhereSomethingWasLeftOut) {
  ApplyRead(true, {Ask("a", kLarge), Ask("b", kLarge)});
  ApplyRead(false, {Closed("a")});
  EXPECT_FALSE(asks_.TakeSpaceCame());
  ApplyRead(true, {Ask("a", kLarge), Ask("b", OpenAsks::kBytes - 1024)});
  ApplyRead(false, {Closed("a")});
  EXPECT_TRUE(asks_.TakeSpaceCame());
  EXPECT_FALSE(asks_.TakeSpaceCame());
  // A whole view in which one closes has raised the others after it: nothing more is to be read.
  ApplyRead(true, {Ask("a"), Ask("b", OpenAsks::kBytes), Closed("a")});
  EXPECT_FALSE(asks_.TakeSpaceCame());
  EXPECT_EQ(asks_.left_out(), 1);
}

TEST_F(OpenAsksTest, OneThatIsLeftOutAndClosesIsLeftOutNoMore) {
  ApplyRead(true, {Ask("huge", OpenAsks::kBytes)});
  EXPECT_EQ(asks_.left_out(), 1);
  ApplyRead(false, {Closed("huge")});
  EXPECT_EQ(asks_.left_out(), 0);
}

TEST_F(OpenAsksTest, AQuestionThatIsRaisedAgainCountsOnce) {
  for (int i = 0; i < 8; ++i) ApplyRead(false, {Ask("a", kLarge)});
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_LT(asks_.bytes(), 2 * kLarge);
  ApplyRead(false, {Closed("a")});
  EXPECT_EQ(asks_.bytes(), 0u);
}

}  // namespace
}  // namespace collie::edge

#include "crew/cli/view/watch_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using tests::AddPane;
using tests::SamplePane;

v1::Item ItemOf(const std::string& id, const std::string& text,
                v1::ItemKind kind = v1::ITEM_KIND_ASSISTANT) {
  v1::Item item;
  item.set_id(id);
  item.set_kind(kind);
  item.set_text(text);
  return item;
}

TEST(WatchPrinterTest, JsonIsOneLineAnEvent) {
  std::ostringstream out;
  std::ostringstream err;
  const auto printer = JsonWatchPrinter({out, err, "deck/hello/deploy", "", Paint(false)});
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("deploy"));
  CrewState state;
  for (const auto& event : {tests::Snapshot(part), tests::InSync("4")}) {
    state.Apply(event, clock::Steady());
    printer->Show(event, state, clock::Steady());
  }
  v1::ConversationEvent news;
  *news.add_items() = ItemOf("i", "line\nline");
  printer->Show(news);
  printer->Lost("gone");
  std::istringstream lines(out.str());
  std::vector<std::string> events;
  for (std::string line; std::getline(lines, line);)
    events.push_back(nlohmann::json::parse(line)["event"]);
  EXPECT_THAT(events, ::testing::ElementsAre("snapshot", "conversation", "disconnected"));
}

TEST(WatchPrinterTest, TheScreenKeepsToItsHeight) {
  std::ostringstream out;
  const auto printer = ScreenWatchPrinter({out, out, "", "", Paint(false)}, [] {
    return ScreenSize{80, 8};
  });
  v1::CrewPart part;
  for (int i = 0; i < 30; ++i) AddPane(part, "deck", "hello", SamplePane(std::to_string(i)));
  CrewState state;
  for (const auto& event : {tests::Snapshot(part), tests::InSync("1")}) {
    state.Apply(event, clock::Steady(absl::Seconds(9)));
    printer->Show(event, state, clock::Steady(absl::Seconds(9)));
  }
  const std::string screen = out.str();
  EXPECT_EQ(screen.find("\x1b[9;"), std::string::npos);
  EXPECT_THAT(screen, HasSubstr("more lines"));
}

// A crew with one conversation, and events that change it.
class LineWatchTest : public ::testing::Test {
 protected:
  explicit LineWatchTest(const std::string& follows = "")
      : printer_(LineWatchPrinter({out_, out_, follows, "", Paint(false)})) {
    AddPane(part_, "deck", "hello", SamplePane("deploy"));
  }

  void Begin() {
    Tell(tests::Snapshot(part_));
    Tell(tests::InSync("1"));
  }
  void Tell(const v1::WatchEvent& event) {
    state_.Apply(event, clock::Steady());
    printer_->Show(event, state_, clock::Steady());
  }
  void TellPane(const v1::Pane& pane) {
    v1::WatchEvent event;
    v1::PaneEntry& entry = *event.mutable_delta()->add_panes();
    entry.set_member("deck");
    entry.set_source("hello");
    *entry.mutable_pane() = pane;
    Tell(event);
  }
  std::string Taken() {
    std::string text = out_.str();
    out_.str("");
    return text;
  }

  std::ostringstream out_;
  v1::CrewPart part_;
  CrewState state_;
  std::unique_ptr<WatchPrinter> printer_;
};

TEST_F(LineWatchTest, AQuestionThatOpensIsShownOnceWithItsCommands) {
  Begin();
  Taken();
  v1::Pane pane = SamplePane("deploy");
  pane.set_open_asks(1);
  *pane.add_asks() = tests::SamplePermission();
  TellPane(pane);
  EXPECT_THAT(Taken(), AllOf(HasSubstr("1 waiting on you"), HasSubstr("? Deploy to staging?"),
                             HasSubstr("collie answer deck/hello/deploy deploy-1 --option yes")));
  pane.set_busy(true);
  TellPane(pane);
  EXPECT_THAT(Taken(), ::testing::Not(HasSubstr("? Deploy")));
  pane.clear_asks();
  TellPane(pane);
  *pane.add_asks() = tests::SamplePermission();
  TellPane(pane);
  EXPECT_THAT(Taken(), HasSubstr("? Deploy to staging?"));
}

TEST_F(LineWatchTest, AQuestionOfTheListIsNotRepeated) {
  part_.mutable_panes(0)->mutable_pane()->set_open_asks(1);
  *part_.mutable_panes(0)->mutable_pane()->add_asks() = tests::SamplePermission();
  Begin();
  EXPECT_THAT(Taken(), HasSubstr("? Deploy to staging?"));
  TellPane(part_.panes(0).pane());
  EXPECT_THAT(Taken(), ::testing::Not(HasSubstr("? Deploy")));
}

class FollowedWatchTest : public LineWatchTest {
 protected:
  FollowedWatchTest() : LineWatchTest("deck/hello/deploy") {}
};

TEST_F(FollowedWatchTest, WhatCannotBeReachedStandsOnTop) {
  v1::Source& source = *part_.mutable_sources(0)->mutable_source();
  source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  source.set_reason("not-connected");
  source.set_was_read(true);
  source.set_read_age_ms(180'000);
  part_.mutable_members(0)->set_state(v1::MEMBER_STATE_DISCONNECTED);
  part_.mutable_members(0)->set_last_seen_age_ms(60'000);
  Begin();
  EXPECT_EQ(Taken(),
            "member label of deck  deck  disconnected  last seen 1 min ago\n"
            "source deck/hello  unreachable  not-connected  last read 3 min ago\n");
  v1::ConversationEvent event;
  event.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  printer_->Show(event);
  EXPECT_EQ(Taken(), "the turn was idle at the last read\n");
}

TEST_F(FollowedWatchTest, NothingStandsOnTopOfALiveConversation) {
  Begin();
  EXPECT_EQ(Taken(), "");
}

TEST(ScreenWatchTest, WhenNothingChangesNothingIsWritten) {
  std::ostringstream out;
  const auto printer = ScreenWatchPrinter({out, out, "", "", Paint(false)}, [] {
    return ScreenSize{80, 24};
  });
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("deploy"));
  part.mutable_members(0)->set_last_seen_age_ms(60'000);
  CrewState state;
  clock::Steady now(absl::Seconds(9));
  for (const auto& event : {tests::Snapshot(part), tests::InSync("1")}) {
    state.Apply(event, now);
    printer->Show(event, state, now);
  }
  EXPECT_THAT(out.str(), HasSubstr("deploy"));
  out.str("");
  for (int i = 0; i < 50; ++i) {
    now = now + absl::Milliseconds(200);
    printer->Tick(state, now);
  }
  EXPECT_EQ(out.str(), "");  // ten seconds later its age still reads `1 min`
}

}  // namespace
}  // namespace collie::cli

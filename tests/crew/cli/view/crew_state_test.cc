#include "crew/cli/view/crew_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using tests::AddPane;
using tests::InSync;
using tests::SamplePane;
using tests::Snapshot;
using tests::StateOf;

constexpr clock::Steady kNow = clock::Steady(absl::Seconds(100));

v1::CrewPart TwoPanes() {
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("a"));
  AddPane(part, "deck", "hello", SamplePane("b"));
  return part;
}

TEST(CrewStateTest, ShowsNothingOfAStartBeforeItsInSyncMark) {
  CrewState state;
  state.Apply(Snapshot(TwoPanes()), kNow);
  EXPECT_FALSE(state.in_sync());
  EXPECT_TRUE(state.crew().panes.empty());
  state.Apply(InSync("7"), kNow);
  EXPECT_TRUE(state.in_sync());
  EXPECT_EQ(state.crew().panes.size(), 2u);
  EXPECT_EQ(state.resume().revision(), "7");
}

TEST(CrewStateTest, KeepsTheCrewUntilANewWholeStartIsComplete) {
  CrewState state = StateOf(TwoPanes());
  v1::WatchEvent resync;
  resync.mutable_resync();
  state.Apply(resync, kNow);
  v1::CrewPart other;
  AddPane(other, "lab", "bye", SamplePane("c"));
  state.Apply(Snapshot(other), kNow);
  EXPECT_EQ(state.crew().panes.size(), 2u);
  state.Apply(InSync("1"), kNow);
  EXPECT_EQ(state.crew().panes.size(), 1u);
  EXPECT_TRUE(state.crew().members.contains("lab"));
}

TEST(CrewStateTest, ResumesWithoutTheWholeAfterAResume) {
  CrewState state = StateOf(TwoPanes());
  state.Broken();
  state.Apply(InSync("9"), kNow);
  EXPECT_TRUE(state.in_sync());
  EXPECT_EQ(state.crew().panes.size(), 2u);
}

TEST(CrewStateTest, ForgetsHalfAStartWhenTheStreamBreaks) {
  CrewState state;
  state.Apply(Snapshot(TwoPanes()), kNow);
  state.Broken();
  v1::CrewPart other;
  AddPane(other, "lab", "bye", SamplePane("c"));
  state.Apply(Snapshot(other), kNow);
  state.Apply(InSync("1"), kNow);
  EXPECT_EQ(state.crew().members.size(), 1u);
}

TEST(CrewStateTest, ACrewThatWasWholeStaysSoWhileItsStreamIsBroken) {
  CrewState state = StateOf(TwoPanes());
  state.Broken();
  EXPECT_TRUE(state.in_sync());
  state.Apply(Snapshot(TwoPanes()), kNow);
  state.Broken();
  EXPECT_FALSE(state.in_sync());
  EXPECT_EQ(state.crew().panes.size(), 2u);
}

TEST(CrewStateTest, AgesCountFromWhenTheRowsWereEncoded) {
  v1::CrewPart part;
  v1::Pane pane = SamplePane("a");
  *pane.add_asks() = tests::SamplePermission();
  pane.mutable_asks(0)->set_expires(true);
  pane.mutable_asks(0)->set_expires_in_ms(5000);
  AddPane(part, "deck", "hello", pane);
  part.mutable_members(0)->set_last_seen_age_ms(20);
  v1::WatchEvent event = Snapshot(part);
  event.set_rows_age_ms(900);
  CrewState state;
  state.Apply(event, kNow);
  state.Apply(InSync("1"), kNow);
  const clock::Steady later = kNow + absl::Seconds(2);
  EXPECT_EQ(At(state.crew().members.begin()->second, later).last_seen_age_ms(), 2920);
  EXPECT_EQ(At(state.crew().panes.begin()->second, later).asks(0).expires_in_ms(), 2100);
}

TEST(CrewStateTest, RemovalsTakeWhatIsBelowThem) {
  CrewState state = StateOf(TwoPanes());
  v1::WatchEvent event;
  auto& gone = *event.mutable_delta()->add_removed();
  gone.set_member("deck");
  gone.set_source("hello");
  gone.set_pane("a");
  state.Apply(event, kNow);
  EXPECT_EQ(state.crew().panes.size(), 1u);
  EXPECT_EQ(state.crew().sources.size(), 1u);
  gone.clear_pane();
  state.Apply(event, kNow);
  EXPECT_TRUE(state.crew().panes.empty());
  EXPECT_TRUE(state.crew().sources.empty());
  EXPECT_EQ(state.crew().members.size(), 1u);
  gone.clear_source();
  state.Apply(event, kNow);
  EXPECT_TRUE(state.crew().members.empty());
}

TEST(CrewStateTest, AgesGrowAndTimesLeftShrink) {
  v1::Pane pane = SamplePane("a");
  *pane.add_asks() = tests::SamplePermission();
  pane.mutable_asks(0)->set_expires(true);
  pane.mutable_asks(0)->set_expires_in_ms(5000);
  v1::CrewPart part;
  AddPane(part, "deck", "hello", pane);
  part.mutable_sources(0)->mutable_source()->set_was_read(true);
  part.mutable_sources(0)->mutable_source()->set_read_age_ms(10);
  part.mutable_members(0)->set_last_seen_age_ms(20);
  const CrewState state = StateOf(part, kNow);
  const clock::Steady later = kNow + absl::Seconds(2);
  EXPECT_EQ(At(state.crew().panes.begin()->second, later).asks(0).expires_in_ms(), 3000);
  EXPECT_EQ(At(state.crew().sources.begin()->second, later).read_age_ms(), 2010);
  EXPECT_EQ(At(state.crew().members.begin()->second, later).last_seen_age_ms(), 2020);
  const clock::Steady past = kNow + absl::Seconds(60);
  EXPECT_EQ(At(state.crew().panes.begin()->second, past).asks(0).expires_in_ms(), 0);
}

}  // namespace
}  // namespace collie::cli

#include "relay/merge/crew_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/relay/merge/delta_of.h"
#include "tests/relay/merge/sample_updates.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::MakeAsk;
using tests::MakePane;
using tests::MakeUpdate;

const StreamId kStream{"deck-1", 1};

std::vector<std::string> PaneIds(const CrewSnapshot& snapshot) {
  std::vector<std::string> ids;
  for (const MemberSnapshot& member : snapshot.members) {
    for (const SourceSnapshot& source : member.sources) {
      for (const v1::Pane& pane : source.panes) ids.push_back(pane.id());
    }
  }
  return ids;
}

class CrewViewTest : public ::testing::Test {
 protected:
  CrewViewTest() {
    view_.OnChange([this](const auto&) { ++changes_; });
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
  }

  tests::SimulatedClock clock_;
  ViewChanges kept_;
  int changes_ = 0;
  CrewView view_{
      {.incarnation = "i-1", .crew_id = "c", .crew_name = "crew", .ask_key = std::string(32, 'k')},
      clock_,
      [this](const ViewChanges& changes) { kept_.Append(changes); }};
};

TEST_F(CrewViewTest, TakesAnUpdateInOneStep) {
  changes_ = 0;
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("b"), MakePane("a")}));
  EXPECT_EQ(changes_, 1);
  EXPECT_THAT(PaneIds(view_.Snapshot()), ElementsAre("b", "a"));  // the agent's order
}

TEST_F(CrewViewTest, TheSameStateAgainCostsNoRevision) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  const uint64_t before = view_.revision();
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  EXPECT_EQ(view_.revision(), before);
}

TEST_F(CrewViewTest, AWholeUpdateRemovesPanesThatItDoesNotName) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a"), MakePane("b")}));
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("b")}));
  EXPECT_THAT(PaneIds(view_.Snapshot()), ElementsAre("b"));
}

TEST_F(CrewViewTest, AnotherAddressIsAnotherAgentOfWhoseNameNothingIsKept) {
  v1::SourceUpdate first = MakeUpdate("hello", {MakePane("a")});
  first.set_address_id("here");
  view_.Apply(kStream, first);
  v1::SourceUpdate same = MakeUpdate("hello", {MakePane("b")}, /*whole=*/false);
  same.set_address_id("here");
  view_.Apply(kStream, same);
  EXPECT_THAT(PaneIds(view_.Snapshot()), ElementsAre("a", "b"));
  EXPECT_EQ(view_.FindTarget({"deck-1", "hello", ""}).address_id, "here");
  v1::SourceUpdate other = MakeUpdate("hello", {}, /*whole=*/false);  // it was not read yet
  other.set_address_id("there");
  view_.Apply(kStream, other);
  EXPECT_THAT(PaneIds(view_.Snapshot()), IsEmpty());
  EXPECT_EQ(view_.FindTarget({"deck-1", "hello", ""}).address_id, "there");
}

TEST_F(CrewViewTest, APartialUpdateKeepsTheOtherPanes) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a"), MakePane("b")}));
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("b", "New")}, false));
  EXPECT_THAT(PaneIds(view_.Snapshot()), ElementsAre("a", "b"));
}

TEST_F(CrewViewTest, AMemberAwayKeepsItsPanesAndSaysWhy) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  view_.LinkLost(kStream);
  const CrewSnapshot snapshot = view_.Snapshot();
  EXPECT_EQ(snapshot.members[0].member.state(), v1::MEMBER_STATE_RECONNECTING);
  EXPECT_EQ(snapshot.members[0].sources[0].source.state(), v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_EQ(snapshot.members[0].sources[0].source.reason(), "member-unreachable");
  EXPECT_EQ(snapshot.members[0].sources[0].source.last_state(), v1::SOURCE_STATE_LIVE);
  EXPECT_THAT(PaneIds(snapshot), ElementsAre("a"));
}

TEST_F(CrewViewTest, AfterTheGraceAMemberIsDisconnected) {
  view_.LinkLost(kStream);
  clock_.Advance(absl::Seconds(29));
  view_.Tick();
  EXPECT_EQ(view_.Snapshot().members[0].member.state(), v1::MEMBER_STATE_RECONNECTING);
  clock_.Advance(absl::Seconds(2));
  view_.Tick();
  EXPECT_EQ(view_.Snapshot().members[0].member.state(), v1::MEMBER_STATE_DISCONNECTED);
}

TEST_F(CrewViewTest, ARestartedRelayShowsTheLastStateAtOnce) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  CrewView restarted({.incarnation = "i-2", .ask_key = std::string(32, 'k')}, clock_,
                     [](const ViewChanges&) {});
  restarted.Restore(view_.Snapshot().members);
  const CrewSnapshot snapshot = restarted.Snapshot();
  EXPECT_THAT(PaneIds(snapshot), ElementsAre("a"));
  EXPECT_EQ(snapshot.members[0].member.state(), v1::MEMBER_STATE_DISCONNECTED);
}

TEST_F(CrewViewTest, OneUseIdsAreTheSameAfterARestartAndNewAfterAnUndecidedAnswer) {
  v1::Pane pane = MakePane("a");
  *pane.add_asks() = MakeAsk("deploy-1");
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  const std::string id = view_.Snapshot().members[0].sources[0].panes[0].asks(0).one_use_id();
  EXPECT_EQ(id.size(), 32);
  ASSERT_TRUE(view_.FindOneUse(id).has_value());

  CrewView restarted({.incarnation = "i-2", .ask_key = std::string(32, 'k')}, clock_,
                     [](const ViewChanges&) {});
  restarted.Restore(view_.Snapshot().members);
  EXPECT_TRUE(restarted.FindOneUse(id).has_value());

  view_.RaiseAskCount({"deck-1", "hello", "a"}, MakeAsk("deploy-1"), 1);
  EXPECT_FALSE(view_.FindOneUse(id).has_value());
  const std::string next = view_.Snapshot().members[0].sources[0].panes[0].asks(0).one_use_id();
  EXPECT_NE(next, id);
  EXPECT_TRUE(view_.FindOneUse(next).has_value());
}

TEST_F(CrewViewTest, AOneUseIdThatEndedStillNamesItsConversation) {
  v1::Pane pane = MakePane("a");
  *pane.add_asks() = MakeAsk("deploy-1");
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  const std::string id = view_.Snapshot().members[0].sources[0].panes[0].asks(0).one_use_id();
  EXPECT_FALSE(view_.FindEndedOneUse(id).has_value());
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  ASSERT_TRUE(view_.FindEndedOneUse(id).has_value());
  EXPECT_EQ(view_.FindEndedOneUse(id)->conversation.pane, "a");
  EXPECT_EQ(view_.FindEndedOneUse(id)->ask_id, "deploy-1");
  EXPECT_FALSE(view_.FindEndedOneUse(id)->is_spent);
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  EXPECT_FALSE(view_.FindEndedOneUse(id).has_value());
  view_.RaiseAskCount({"deck-1", "hello", "a"}, MakeAsk("deploy-1"), 1);
  EXPECT_TRUE(view_.FindEndedOneUse(id)->is_spent);
}

TEST_F(CrewViewTest, TheSameQuestionInANewEpochHasANewOneUseIdAndReadersHearOfIt) {
  v1::Pane pane = MakePane("a");
  *pane.add_asks() = MakeAsk("deploy-1");
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  const std::string id = view_.Snapshot().members[0].sources[0].panes[0].asks(0).one_use_id();
  const uint64_t before = view_.revision();
  v1::SourceUpdate restarted = MakeUpdate("hello", {pane});
  restarted.mutable_source()->set_epoch("e-2");
  view_.Apply(kStream, restarted);
  const v1::CrewDelta delta = tests::DeltaOf(*view_.Cut(), {}, before, clock_.Now());
  ASSERT_EQ(delta.panes_size(), 1);
  EXPECT_NE(delta.panes(0).pane().asks(0).one_use_id(), id);
}

TEST_F(CrewViewTest, OneTapReadsOnlyWhatOneTapCanSay) {
  v1::Ask several = MakeAsk("b");
  several.set_multiple(true);
  v1::Ask altered = MakeAsk("c", v1::ASK_KIND_PERMISSION);
  altered.set_altered(true);
  EXPECT_TRUE(OneTapAsks::FitsOneTap(MakeAsk("a", v1::ASK_KIND_PERMISSION)));
  EXPECT_TRUE(OneTapAsks::FitsOneTap(MakeAsk("a")));
  EXPECT_FALSE(OneTapAsks::FitsOneTap(several));
  EXPECT_FALSE(OneTapAsks::FitsOneTap(altered));
  EXPECT_FALSE(OneTapAsks::FitsOneTap(MakeAsk("d", v1::ASK_KIND_TEXT)));
  EXPECT_FALSE(OneTapAsks::FitsOneTap(MakeAsk("e", v1::ASK_KIND_FORM)));
  EXPECT_FALSE(OneTapAsks::FitsOneTap(MakeAsk("f", v1::ASK_KIND_OTHER)));
}

TEST_F(CrewViewTest, TimesLeftRunOnTheSteadyClock) {
  v1::Pane pane = MakePane("a");
  v1::Ask ask = MakeAsk("x");
  ask.set_expires(true);
  ask.set_expires_in_ms(5000);
  *pane.add_asks() = ask;
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  clock_.Advance(absl::Seconds(3));
  EXPECT_EQ(view_.Snapshot().members[0].sources[0].panes[0].asks(0).expires_in_ms(), 2000);
  clock_.Advance(absl::Seconds(30));
  EXPECT_EQ(view_.Snapshot().members[0].sources[0].panes[0].asks(0).expires_in_ms(), 0);
}

TEST_F(CrewViewTest, AHeartbeatRenewsAgesWithoutARevision) {
  view_.Apply(kStream, MakeUpdate("hello", {}));
  clock_.Advance(absl::Seconds(60));
  const uint64_t before = view_.revision();
  v1::Heartbeat heartbeat;
  v1::SourceAge* age = heartbeat.add_ages();
  age->set_source("hello");
  age->set_read_age_ms(700);
  view_.ApplyHeartbeat(kStream, heartbeat);
  EXPECT_EQ(view_.Snapshot().members[0].sources[0].source.read_age_ms(), 700);
  EXPECT_EQ(view_.revision(), before);
}

TEST_F(CrewViewTest, SourcesThatANewStreamDoesNotNameAreGone) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  view_.Apply(kStream, MakeUpdate("old", {MakePane("z")}));
  view_.KeepOnlySources(kStream, {"hello"});
  EXPECT_THAT(PaneIds(view_.Snapshot()), ElementsAre("a"));
}

TEST_F(CrewViewTest, WhatIsKeptOnDiskFollowsTheChanges) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a"), MakePane("b")}));
  kept_ = {};
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a", "New")}, false));
  EXPECT_EQ(kept_.changes().size(), 1);  // one pane, and nothing else
}

TEST_F(CrewViewTest, ALockedMemberSaysWhyUntilItsNextLink) {
  EXPECT_TRUE(view_.RefuseLink({"deck-1", 2}, /*is_locked=*/true, "Two hosts."));
  EXPECT_FALSE(view_.RefuseLink({"deck-1", 2}, /*is_locked=*/true, "Two hosts."));
  view_.LinkLost({"deck-1", 2});
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->state(), v1::MEMBER_STATE_LOCKED);
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->detail(), "Two hosts.");
  view_.LinkUp({"deck-1", 3}, "0.1.0");
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->state(), v1::MEMBER_STATE_CONNECTED);
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->detail(), "");
}

TEST_F(CrewViewTest, ARefusedLinkIsReportedBesideTheState) {
  view_.LinkLost({"deck-1", 2});
  EXPECT_TRUE(view_.RefuseLink({"deck-1", 2}, /*is_locked=*/false, "A term that no relay drew."));
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->state(), v1::MEMBER_STATE_RECONNECTING);
  EXPECT_EQ(view_.FindTarget({"deck-1", "", ""}).member->detail(), "A term that no relay drew.");
}

}  // namespace
}  // namespace collie::relay

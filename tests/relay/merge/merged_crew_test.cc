#include "relay/merge/merged_crew.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "relay/merge/crew_view.h"
#include "tests/relay/merge/delta_of.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const StreamId kOld{"deck-1", 1};
const StreamId kNew{"deck-1", 2};

v1::SourceUpdate MakeUpdate(const std::string& name, const std::vector<std::string>& panes,
                            size_t detail_bytes = 0) {
  v1::SourceUpdate update;
  update.mutable_source()->set_name(name);
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  update.mutable_source()->set_was_read(true);
  update.set_whole(true);
  for (const std::string& id : panes) {
    v1::Pane* pane = update.add_panes();
    pane->set_id(id);
    if (detail_bytes > 0) pane->add_asks()->set_detail(std::string(detail_bytes, 'x'));
  }
  return update;
}

std::vector<std::string> Numbered(size_t count) {
  std::vector<std::string> ids;
  for (size_t i = 0; i < count; ++i) ids.push_back("p" + std::to_string(i));
  return ids;
}

class MergedCrewTest : public ::testing::Test {
 protected:
  MergedCrewTest() {
    crew_.PutMember(ids::MemberId("deck-1"), "deck", false);
    crew_.LinkUp(kOld, "0.1.0");
  }

  v1::Member Member() { return crew_.Snapshot({}).members.at(0).member; }
  SourceSnapshot Source(const std::string& name) {
    const CrewSnapshot crew = crew_.Snapshot({});
    for (const SourceSnapshot& source : crew.members.at(0).sources) {
      if (source.source.name() == name) return source;
    }
    return {};
  }
  std::vector<std::string> SourceNames() {
    std::vector<std::string> names;
    const CrewSnapshot crew = crew_.Snapshot({});
    for (const SourceSnapshot& source : crew.members.at(0).sources) {
      names.push_back(source.source.name());
    }
    return names;
  }

  tests::SimulatedClock clock_;
  MergedCrew crew_{{.incarnation = "i-1", .ask_key = std::string(32, 'k')}, clock_};
};

TEST_F(MergedCrewTest, TheLateEndOfAnOldStreamIsNoLossOfANewerOne) {
  crew_.LinkUp(kNew, "0.1.0");
  crew_.LinkLost(kOld);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
  crew_.LinkLost(kNew);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_RECONNECTING);
}

// An edge that is asked what it holds tells its sources meanwhile.
TEST_F(MergedCrewTest, AStreamTellsItsSourcesBeforeItIsUpAndTheOldOneIsHeardNoMore) {
  crew_.BeginStream(kNew);
  crew_.Apply(kNew, MakeUpdate("hello", {"a"}), false);
  EXPECT_THAT(SourceNames(), ElementsAre("hello"));
  crew_.RemoveSource(kOld, "hello");
  EXPECT_THAT(SourceNames(), ElementsAre("hello"));
  crew_.LinkUp(kNew, "0.1.0");
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
  EXPECT_THAT(SourceNames(), ElementsAre("hello"));
}

TEST_F(MergedCrewTest, TheEndOfAStreamThatNeverCameUpIsTheLossOfTheOneThatItReplaced) {
  crew_.LinkLost(kNew);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_RECONNECTING);
  crew_.LinkUp(kOld, "0.1.0");
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_RECONNECTING);
}

TEST_F(MergedCrewTest, ALateRefusalOfAnOldStreamLocksNothing) {
  crew_.LinkUp(kNew, "0.1.0");
  EXPECT_FALSE(crew_.RefuseLink(kOld, /*is_locked=*/true, "Two hosts."));
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
  EXPECT_EQ(Member().detail(), "");
}

TEST_F(MergedCrewTest, ItIsNewsOnceThatASourceIsLeftOut) {
  EXPECT_FALSE(crew_.Apply(kOld, MakeUpdate("hello", {"a"}), false));
  EXPECT_TRUE(crew_.Apply(kOld, MakeUpdate("hello", {}), /*is_over=*/true));
  EXPECT_FALSE(crew_.Apply(kOld, MakeUpdate("hello", {}), /*is_over=*/true));
  EXPECT_FALSE(crew_.Apply(kOld, MakeUpdate("hello", {"a"}), false));
}

TEST_F(MergedCrewTest, LateFramesOfAnOldStreamOverwriteNothingOfANewerOne) {
  crew_.Apply(kOld, MakeUpdate("hello", {"a"}), false);
  crew_.LinkUp(kNew, "0.1.0");
  crew_.Apply(kNew, MakeUpdate("hello", {"b"}), false);
  const uint64_t before = crew_.revision();
  crew_.Apply(kOld, MakeUpdate("hello", {"late"}), false);
  crew_.Apply(kOld, MakeUpdate("other", {"late"}), false);
  crew_.RemoveSource(kOld, "hello");
  crew_.KeepOnlySources(kOld, {});
  clock_.Advance(absl::Seconds(5));
  v1::Heartbeat late;
  late.add_ages()->set_source("hello");
  crew_.ApplyHeartbeat(kOld, late);
  EXPECT_EQ(crew_.revision(), before);
  EXPECT_THAT(SourceNames(), ElementsAre("hello"));
  EXPECT_EQ(Source("hello").panes.at(0).id(), "b");
  EXPECT_EQ(Source("hello").source.read_age_ms(), 5000);
  EXPECT_EQ(Member().last_seen_age_ms(), 5000);
}

TEST_F(MergedCrewTest, ALateHelloOfAnOldStreamDoesNotReplaceANewerOne) {
  crew_.LinkUp(kNew, "0.2.0");
  crew_.LinkUp(kOld, "0.1.0");
  EXPECT_EQ(Member().version(), "0.2.0");
  crew_.LinkLost(kOld);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(MergedCrewTest, AMemberThatWasRemovedIsNotListedAgainByItsStream) {
  crew_.RemoveMember("deck-1");
  crew_.LinkUp(kNew, "0.1.0");
  crew_.Apply(kNew, MakeUpdate("hello", {"a"}), false);
  EXPECT_THAT(crew_.Snapshot({}).members, IsEmpty());
}

TEST_F(MergedCrewTest, ASourceOverTheBudgetOfItsMemberIsLeftOutAndSaysWhy) {
  constexpr size_t kPane = 500'000;
  crew_.Apply(kOld, MakeUpdate("small", {"a"}), false);
  crew_.Apply(kOld, MakeUpdate("large", Numbered(100), kPane), false);
  crew_.Apply(kOld, MakeUpdate("more", Numbered(50), kPane), false);
  EXPECT_EQ(Source("small").panes.size(), 1u);
  EXPECT_EQ(Source("large").panes.size(), 100u);
  EXPECT_THAT(Source("more").panes, IsEmpty());
  EXPECT_EQ(Source("more").source.state(), v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_EQ(Source("more").source.last_state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(Source("more").source.reason(), "over-budget");
  EXPECT_FALSE(Source("more").source.detail().empty());
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(MergedCrewTest, WhatWasLeftOutIsShownAgainOnceAWholeUpdateFits) {
  crew_.Apply(kOld, MakeUpdate("hello", {}), /*is_over=*/true);
  EXPECT_EQ(Source("hello").source.reason(), "over-budget");
  v1::SourceUpdate part = MakeUpdate("hello", {"b"});
  part.set_whole(false);
  crew_.Apply(kOld, part, false);
  EXPECT_THAT(Source("hello").panes, IsEmpty());  // a part would look like the whole
  const uint64_t before = crew_.revision();
  crew_.Apply(kOld, MakeUpdate("hello", {"a", "b"}), false);
  EXPECT_EQ(Source("hello").panes.size(), 2u);
  EXPECT_EQ(Source("hello").source.reason(), "");
  EXPECT_EQ(tests::DeltaOf(crew_.Cut(), {}, before, clock_.Now()).sources_size(), 1);
}

TEST_F(MergedCrewTest, BytesOfPanesThatAreGoneAreFree) {
  for (int round = 0; round < 5; ++round) {
    crew_.Apply(kOld, MakeUpdate("hello", Numbered(60), 500'000), false);
    crew_.Apply(kOld, MakeUpdate("hello", {}), false);
  }
  crew_.Apply(kOld, MakeUpdate("hello", Numbered(60), 500'000), false);
  EXPECT_EQ(Source("hello").panes.size(), 60u);
}

TEST_F(MergedCrewTest, SourcesPastTheMostAreLeftOutAndTheMemberSaysSo) {
  for (size_t i = 0; i < MergedCrew::kMemberSources; ++i) {
    crew_.Apply(kOld, MakeUpdate("s" + std::to_string(i), {}), false);
  }
  EXPECT_EQ(Member().detail(), "");
  crew_.Apply(kOld, MakeUpdate("more", {}), false);
  EXPECT_EQ(SourceNames().size(), MergedCrew::kMemberSources);
  EXPECT_FALSE(Member().detail().empty());
  crew_.LinkUp(kNew, "0.1.0");
  EXPECT_EQ(Member().detail(), "");
}

// What a relay that starts now would load.
std::vector<MemberSnapshot> Kept(const CrewSnapshot& crew, absl::Time at) {
  std::vector<MemberSnapshot> members = crew.members;
  for (MemberSnapshot& member : members) {
    member.seen_at = at;
    for (SourceSnapshot& source : member.sources) source.read_at = at;
  }
  return members;
}

TEST_F(MergedCrewTest, AgesOutliveARestartAsAtLeast) {
  crew_.Apply(kOld, MakeUpdate("hello", {"a"}), false);
  EXPECT_FALSE(Member().age_at_least());
  EXPECT_FALSE(Source("hello").source.age_at_least());
  MergedCrew later({.incarnation = "i-2", .ask_key = std::string(32, 'k')}, clock_);
  later.Restore(Kept(crew_.Snapshot({}), clock_.Wall() - absl::Hours(3)));
  const MemberSnapshot member = later.Snapshot({}).members.at(0);
  EXPECT_EQ(member.member.last_seen_age_ms(), absl::ToInt64Milliseconds(absl::Hours(3)));
  EXPECT_TRUE(member.member.age_at_least());
  EXPECT_EQ(member.sources.at(0).source.read_age_ms(), absl::ToInt64Milliseconds(absl::Hours(3)));
  EXPECT_TRUE(member.sources.at(0).source.age_at_least());

  later.LinkUp(kOld, "0.1.0");
  later.Apply(kOld, MakeUpdate("hello", {"a"}), false);
  EXPECT_FALSE(later.Snapshot({}).members.at(0).member.age_at_least());
  EXPECT_FALSE(later.Snapshot({}).members.at(0).sources.at(0).source.age_at_least());
}

TEST_F(MergedCrewTest, AClockThatWasSetBackMakesNoAgeNegative) {
  MergedCrew later({.incarnation = "i-2", .ask_key = std::string(32, 'k')}, clock_);
  later.Restore(Kept(crew_.Snapshot({}), clock_.Wall() + absl::Hours(3)));
  EXPECT_EQ(later.Snapshot({}).members.at(0).member.last_seen_age_ms(), 0);
}

TEST_F(MergedCrewTest, TheDiskIsReportedWhenAMemberAndItsSourcesWereSeenLast) {
  crew_.Apply(kOld, MakeUpdate("hello", {}), false);
  ViewChanges linked = crew_.TakeUnkept();
  EXPECT_FALSE(linked.changes().at({"deck-1", "hello", ""}).seen_at.has_value());
  clock_.Advance(absl::Seconds(20));
  crew_.LinkLost(kOld);
  ViewChanges lost = crew_.TakeUnkept();
  EXPECT_EQ(lost.changes().at({"deck-1", "", ""}).seen_at, clock_.Wall() - absl::Seconds(20));
  EXPECT_EQ(lost.changes().at({"deck-1", "hello", ""}).seen_at, clock_.Wall() - absl::Seconds(20));
}

TEST_F(MergedCrewTest, TheDiskIsReportedNowAndThenThatThisRelayRuns) {
  crew_.TakeUnkept();
  crew_.Tick();
  EXPECT_EQ(crew_.TakeUnkept().alive_at(), clock_.Wall());
  clock_.Advance(absl::Seconds(1));
  crew_.Tick();
  EXPECT_TRUE(crew_.TakeUnkept().empty());
  clock_.Advance(MergedCrew::kAliveEvery);
  crew_.Tick();
  EXPECT_EQ(crew_.TakeUnkept().alive_at(), clock_.Wall());
}

}  // namespace
}  // namespace collie::relay

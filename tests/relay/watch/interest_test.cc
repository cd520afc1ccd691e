#include "relay/watch/interest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

class InterestTest : public ::testing::Test {
 protected:
  InterestTest() {
    interest_.OnChange([this](const std::string& member) { told_.push_back(member); });
  }
  size_t changes() const { return told_.size(); }

  tests::SimulatedClock clock_;
  std::vector<std::string> told_;  // whose edges have to know
  Interest interest_{clock_};
};

TEST_F(InterestTest, FallsWithTheLastWatcher) {
  const uint64_t first = interest_.Add({"deck-1", "hello", ""});
  const uint64_t second = interest_.Add({"deck-1", "hello", ""});
  interest_.Drop(first);
  EXPECT_EQ(interest_.Of("deck-1").sources_size(), 1);
  interest_.Drop(second);
  EXPECT_EQ(interest_.Of("deck-1").sources_size(), 0);
}

TEST_F(InterestTest, AnInterestInTheCrewIsAnInterestInEverySource) {
  interest_.Add({});
  EXPECT_TRUE(interest_.Of("deck-1").every_source());
  EXPECT_TRUE(interest_.Of("any").every_source());
}

TEST_F(InterestTest, AnInterestInOneMemberIsNoneInAnother) {
  interest_.Add({"deck-1", "", ""});
  EXPECT_TRUE(interest_.Of("deck-1").every_source());
  EXPECT_FALSE(interest_.Of("deck-2").every_source());
}

TEST_F(InterestTest, AConversationIsFollowedAndItsSourceWatched) {
  interest_.Add({"deck-1", "hello", "deploy"});
  const v1::Interest interest = interest_.Of("deck-1");
  ASSERT_EQ(interest.conversations_size(), 1);
  EXPECT_EQ(interest.conversations(0).pane(), "deploy");
  EXPECT_EQ(interest.sources(0), "hello");
  EXPECT_FALSE(interest.every_source());
}

TEST_F(InterestTest, AConversationThatIsReadForHealingTravelsAndItsSourceIsNotPolledFaster) {
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  const v1::Interest interest = interest_.Of("deck-1");
  ASSERT_EQ(interest.conversations_size(), 1);
  EXPECT_EQ(interest.conversations(0).source(), "hello");
  EXPECT_EQ(interest.conversations(0).pane(), "deploy");
  EXPECT_EQ(interest.sources_size(), 0);
  EXPECT_FALSE(interest.every_source());
  EXPECT_EQ(interest_.Of("deck-2").conversations_size(), 0);
}

TEST_F(InterestTest, ASetForHealingReplacesTheOneBeforeAndIsReportedOnce) {
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  EXPECT_EQ(changes(), 1u);
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  EXPECT_EQ(changes(), 1u);
  interest_.SetHealing({{"deck-1", "hello", "other"}});
  EXPECT_EQ(changes(), 2u);
  ASSERT_EQ(interest_.Of("deck-1").conversations_size(), 1);
  EXPECT_EQ(interest_.Of("deck-1").conversations(0).pane(), "other");
  interest_.SetHealing({});
  EXPECT_EQ(interest_.Of("deck-1").conversations_size(), 0);
}

TEST_F(InterestTest, HealingAndAnInterestNameAConversationOnce) {
  const uint64_t look = interest_.Add({"deck-1", "hello", "deploy"});
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  EXPECT_EQ(interest_.Of("deck-1").conversations_size(), 1);
  EXPECT_EQ(interest_.Of("deck-1").sources_size(), 1);
  interest_.Drop(look);
  EXPECT_EQ(interest_.Of("deck-1").conversations_size(), 1);
  EXPECT_EQ(interest_.Of("deck-1").sources_size(), 0);
}

TEST_F(InterestTest, ATransientInterestLastsTenSecondsAfterItsLastRepeat) {
  interest_.AddTransient({});
  clock_.Advance(absl::Seconds(8));
  interest_.AddTransient({});
  clock_.Advance(absl::Seconds(8));
  interest_.Tick();
  EXPECT_TRUE(interest_.Of("deck-1").every_source());
  clock_.Advance(absl::Seconds(3));
  interest_.Tick();
  EXPECT_FALSE(interest_.Of("deck-1").every_source());
}

TEST_F(InterestTest, ARepeatedTransientInterestIsNoNews) {
  interest_.AddTransient({});
  interest_.AddTransient({});
  EXPECT_EQ(changes(), 1u);
}

using Told = std::vector<std::string>;

TEST_F(InterestTest, OnlyTheMembersConcernedAreToldAndOnlyOfADifference) {
  const uint64_t first = interest_.Add({"deck-1", "hello", "deploy"});
  EXPECT_EQ(told_, Told{"deck-1"});
  const uint64_t second = interest_.Add({"deck-1", "hello", "deploy"});
  interest_.AddTransient({"deck-1", "hello", "deploy"});
  interest_.Drop(first);
  interest_.Drop(second);  // the transient one stands
  EXPECT_EQ(told_, Told{"deck-1"});
  clock_.Advance(absl::Seconds(11));
  interest_.Tick();
  EXPECT_EQ(told_, (Told{"deck-1", "deck-1"}));
  interest_.SetHealing({{"deck-1", "hello", "deploy"}, {"deck-2", "hello", "deploy"}});
  EXPECT_EQ(told_, (Told{"deck-1", "deck-1", "deck-1", "deck-2"}));
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  EXPECT_EQ(told_.size(), 5u);
  EXPECT_EQ(told_.back(), "deck-2");
}

TEST_F(InterestTest, AnInterestInTheCrewIsToldToAllOnce) {
  const uint64_t first = interest_.Add({});
  const uint64_t second = interest_.Add({});
  interest_.AddTransient({});
  interest_.Drop(first);
  EXPECT_EQ(told_, Told{""});
  interest_.Drop(second);
  clock_.Advance(absl::Seconds(11));
  interest_.Tick();
  EXPECT_EQ(told_, (Told{"", ""}));
}

TEST_F(InterestTest, WhatIsFollowedIsWhatSomebodyWatchesOrHeals) {
  const uint64_t look = interest_.Add({"deck-1", "hello", "deploy"});
  interest_.SetHealing({{"deck-1", "hello", "other"}});
  EXPECT_TRUE(interest_.Follows({"deck-1", "hello", "deploy"}));
  EXPECT_TRUE(interest_.Follows({"deck-1", "hello", "other"}));
  interest_.Drop(look);
  EXPECT_FALSE(interest_.Follows({"deck-1", "hello", "deploy"}));
}

TEST_F(InterestTest, WhereThereIsTooMuchStandingInterestsComeFirst) {
  std::set<ids::ConversationKey> healing;
  for (size_t i = 0; i < Interest::kConversations; ++i) {
    healing.insert({"deck-1", "hello", "p" + std::to_string(i)});
  }
  interest_.SetHealing(healing);
  interest_.Add({"deck-1", "zebra", "last"});
  const v1::Interest interest = interest_.Of("deck-1");
  EXPECT_EQ(static_cast<size_t>(interest.conversations_size()), Interest::kConversations);
  EXPECT_EQ(interest.conversations().rbegin()->source(), "zebra");
}

}  // namespace
}  // namespace collie::relay

#include "relay/watch/interest.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

class InterestTest : public ::testing::Test {
 protected:
  InterestTest() {
    interest_.OnChange([this] { ++changes_; });
  }
  tests::SimulatedClock clock_;
  int changes_ = 0;
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
  EXPECT_EQ(changes_, 1);
  interest_.SetHealing({{"deck-1", "hello", "deploy"}});
  EXPECT_EQ(changes_, 1);
  interest_.SetHealing({{"deck-1", "hello", "other"}});
  EXPECT_EQ(changes_, 2);
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
  EXPECT_EQ(changes_, 1);
}

}  // namespace
}  // namespace collie::relay

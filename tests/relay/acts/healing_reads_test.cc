#include "relay/acts/healing_reads.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ids::ConversationKey Pane(size_t number) {
  return {"deck", "hello", "p-" + std::to_string(number)};
}

class HealingReadsTest : public testing::Test {
 protected:
  clock::Steady In(int minutes) const { return now + absl::Minutes(minutes); }
  // One conversation more than are read; the first is the one that is not.
  void Crowd() {
    for (size_t i = 0; i <= HealingReads::kWanted; ++i) reads.Add(Pane(i), i + 1, In(60));
  }
  const clock::Steady now{absl::Seconds(1000)};
  HealingReads reads;
};

TEST_F(HealingReadsTest, AConversationIsReadUntilItsLastActEnds) {
  reads.Add(Pane(1), 1, In(10));
  reads.Add(Pane(1), 2, In(20));
  EXPECT_THAT(reads.Wanted(In(0)), ElementsAre(Pane(1)));
  EXPECT_FALSE(reads.HasMoved(In(9)));
  EXPECT_THAT(reads.Wanted(In(10)), ElementsAre(Pane(1)));
  EXPECT_TRUE(reads.HasMoved(In(20)));
  EXPECT_THAT(reads.Wanted(In(20)), IsEmpty());
  EXPECT_FALSE(reads.HasMoved(In(99)));
}

TEST_F(HealingReadsTest, AnotherActOfAConversationThatIsReadMovesNothing) {
  reads.Add(Pane(1), 1, In(10));
  reads.Wanted(now);
  reads.Add(Pane(1), 2, In(10));
  EXPECT_FALSE(reads.HasMoved(now));
  reads.Remove(Pane(1), 2, In(10));
  EXPECT_FALSE(reads.HasMoved(now));
  reads.Remove(Pane(1), 1, In(10));
  EXPECT_TRUE(reads.HasMoved(now));
  EXPECT_THAT(reads.Wanted(now), IsEmpty());
}

TEST_F(HealingReadsTest, RemovingWhatIsNotThereChangesNothing) {
  reads.Remove(Pane(1), 1, In(10));
  reads.Add(Pane(1), 1, In(10));
  reads.Wanted(now);
  reads.Remove(Pane(1), 2, In(10));
  reads.Remove(Pane(1), 1, In(11));
  EXPECT_FALSE(reads.HasMoved(now));
  EXPECT_THAT(reads.Wanted(now), ElementsAre(Pane(1)));
}

TEST_F(HealingReadsTest, InACrowdOnlyWhoPassesTheLowestMovesTheSet) {
  Crowd();
  auto wanted = reads.Wanted(now);
  EXPECT_EQ(wanted.size(), HealingReads::kWanted);
  EXPECT_FALSE(wanted.contains(Pane(0)));
  reads.Add(Pane(1), 1000, In(60));  // the lowest that is read becomes the highest
  EXPECT_FALSE(reads.HasMoved(now));
  reads.Add(Pane(0), 1001, In(60));
  EXPECT_TRUE(reads.HasMoved(now));
  wanted = reads.Wanted(now);
  EXPECT_TRUE(wanted.contains(Pane(0)));
  EXPECT_FALSE(wanted.contains(Pane(2)));
  EXPECT_TRUE(wanted.contains(Pane(1)));
}

TEST_F(HealingReadsTest, WhoLeavesACrowdMakesRoom) {
  Crowd();
  reads.Wanted(now);
  reads.Remove(Pane(5), 6, In(60));
  EXPECT_TRUE(reads.HasMoved(now));
  EXPECT_TRUE(reads.Wanted(now).contains(Pane(0)));
}

}  // namespace
}  // namespace collie::relay

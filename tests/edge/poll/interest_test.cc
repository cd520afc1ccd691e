#include "edge/poll/interest.h"

#include <vector>

#include "edge/poll/epochs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::edge {
namespace {

using ids::Epoch;
using ids::SourceName;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::Interest Asked(const std::string& watched, const std::string& source, const std::string& pane) {
  v1::Interest interest;
  interest.add_sources(watched);
  v1::Conversation& conversation = *interest.add_conversations();
  conversation.set_source(source);
  conversation.set_pane(pane);
  return interest;
}

TEST(InterestTest, TheNewestSetReplacesTheOneBefore) {
  Interest interest;
  interest.Set(Asked("deck", "deck", "p"));
  EXPECT_TRUE(interest.IsWatched("deck"));
  EXPECT_THAT(interest.WantedPanes("deck"), ElementsAre("p"));
  EXPECT_THAT(interest.WantedPanes("des"), IsEmpty());
  interest.Set(Asked("other", "other", "q"));
  EXPECT_FALSE(interest.IsWatched("deck"));
  EXPECT_THAT(interest.WantedPanes("deck"), IsEmpty());
  EXPECT_EQ(interest.AskedFor().size(), 1u);
}

TEST(InterestTest, AConversationAloneIsReadAtTheIdleCadence) {
  Interest interest;
  interest.Set(Asked("other", "deck", "p"));
  EXPECT_FALSE(interest.IsWatched("deck"));
}

TEST(InterestTest, WhatIsNoIdIsLeftOut) {
  Interest interest;
  interest.Set(Asked("deck", "deck", "a/../b"));
  EXPECT_THAT(interest.WantedPanes("deck"), IsEmpty());
}

class InterestChangeTest : public ::testing::Test {
 protected:
  InterestChangeTest() {
    interest_.SetOnChange([this](const Interest::Change& change) {
      interest_.AskedFor();  // would hang if the mutex were held
      changes_.push_back(change);
    });
    interest_.Set(Asked("deck", "deck", "p"));
  }

  Interest interest_;
  std::vector<Interest::Change> changes_;
};

TEST_F(InterestChangeTest, NamesTheSourcesThatItConcerns) {
  ASSERT_EQ(changes_.size(), 1u);
  EXPECT_THAT(changes_[0].sources, ElementsAre("deck"));
  EXPECT_TRUE(changes_[0].conversations);
  interest_.Set(Asked("deck", "other", "p"));
  EXPECT_THAT(changes_.at(1).sources, ElementsAre("deck", "other"));
  EXPECT_FALSE(changes_[1].every_source);
  interest_.Set(Asked("third", "other", "p"));
  EXPECT_THAT(changes_.at(2).sources, ElementsAre("deck", "third"));
  EXPECT_FALSE(changes_[2].conversations);
  v1::Interest all = Asked("third", "other", "p");
  all.set_every_source(true);
  interest_.Set(all);
  EXPECT_TRUE(changes_.at(3).every_source);
}

TEST_F(InterestChangeTest, ASetThatSaysTheSameIsNone) {
  interest_.Set(Asked("deck", "deck", "p"));
  EXPECT_EQ(changes_.size(), 1u);
}

TEST(EpochsTest, TheLaterInTheFileIsTheDuplicate) {
  Epochs epochs;
  epochs.SetOrder({SourceName("b"), SourceName("a")});
  epochs.Set(SourceName("a"), Epoch("e-1"));
  EXPECT_EQ(epochs.EarlierWith(SourceName("b"), Epoch("e-1")), SourceName(""));
  epochs.Set(SourceName("b"), Epoch("e-1"));
  EXPECT_EQ(epochs.EarlierWith(SourceName("b"), Epoch("e-1")), SourceName(""));
  EXPECT_EQ(epochs.EarlierWith(SourceName("a"), Epoch("e-1")), SourceName("b"));
  EXPECT_EQ(epochs.EarlierWith(SourceName("a"), Epoch("e-2")), SourceName(""));
  epochs.Clear(SourceName("b"));
  EXPECT_EQ(epochs.EarlierWith(SourceName("a"), Epoch("e-1")), SourceName(""));
}

TEST(EpochsTest, AnUnknownEpochIsNoDuplicate) {
  Epochs epochs;
  epochs.SetOrder({SourceName("a"), SourceName("b")});
  EXPECT_EQ(epochs.EarlierWith(SourceName("b"), Epoch("")), SourceName(""));
}

TEST(EpochsTest, ANewOrderKeepsWhatTheNamesShow) {
  Epochs epochs;
  epochs.SetOrder({SourceName("a"), SourceName("b")});
  epochs.Set(SourceName("b"), Epoch("e-1"));
  epochs.SetOrder({SourceName("b"), SourceName("c")});
  EXPECT_EQ(epochs.EarlierWith(SourceName("c"), Epoch("e-1")), SourceName("b"));
}

}  // namespace
}  // namespace collie::edge

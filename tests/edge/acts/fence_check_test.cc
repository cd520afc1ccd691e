#include "edge/acts/fence_check.h"

#include "gtest/gtest.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

class FenceCheckTest : public testing::Test {
 protected:
  void Raise(int64_t number) {
    const v1::Command other = SendCommand("other", number);
    ASSERT_TRUE(store_.RaiseFence({"deck", "hello", "deploy"}, other.fence()).ok());
  }

  FakeEdgeStore store_;
  const v1::Command command_ = SendCommand("r-1", 5);
};

TEST_F(FenceCheckTest, BeforeItIsBegunItMustBeAboveEveryFence) {
  Raise(4);
  EXPECT_FALSE(CheckFence(store_, command_).has_value());
  Raise(5);
  EXPECT_EQ(CheckFence(store_, command_)->reason, v1::REASON_FENCED);
}

TEST_F(FenceCheckTest, OnceBegunOnlyAHigherFenceStopsIt) {
  Raise(5);
  EXPECT_FALSE(CheckNotOvertaken(store_, command_).has_value());
  Raise(6);
  EXPECT_EQ(CheckNotOvertaken(store_, command_)->reason, v1::REASON_FENCED);
}

TEST_F(FenceCheckTest, AFenceThatCannotBeReadLetsNothingThrough) {
  store_.FailReads(absl::UnavailableError("The disk is broken."));
  EXPECT_EQ(CheckFence(store_, command_)->reason, v1::REASON_STORE_UNAVAILABLE);
  EXPECT_EQ(CheckNotOvertaken(store_, command_)->reason, v1::REASON_STORE_UNAVAILABLE);
}

}  // namespace
}  // namespace collie::edge

#include "edge/uplink/resync.h"

#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

class ResyncTest : public testing::Test {
 protected:
  void Begin(int count) {
    for (int i = 0; i < count; ++i) {
      AttemptRecord record;
      record.command = SendCommand(absl::StrCat("r-", 1000 + i), i + 1);
      record.epoch = ids::Epoch("e-1");
      ASSERT_TRUE(store_.Begin(record).ok());
    }
  }

  FakeEdgeStore store_;
  std::vector<v1::EdgeFrame> frames_;
  Resync resync_{store_, [this](v1::EdgeFrame frame) { frames_.push_back(std::move(frame)); }};
};

TEST_F(ResyncTest, AnEmptyStoreTellsTheEndAtOnce) {
  ASSERT_TRUE(resync_.TakeTurn());
  EXPECT_TRUE(*resync_.TellPage());
  ASSERT_EQ(frames_.size(), 1u);
  EXPECT_TRUE(frames_[0].has_held_end());
  EXPECT_FALSE(resync_.TakeTurn()) << "all was told";
}

TEST_F(ResyncTest, ToldAreSettledOnesAndThoseUnderWayWithTheirFences) {
  Begin(2);
  v1::ActResult result;
  result.set_request_id("r-1000");
  result.set_attempt(1);
  result.set_state(v1::ATTEMPT_STATE_DONE);
  result.set_outcome(v1::OUTCOME_SENT);
  ASSERT_TRUE(store_.Finish(result).ok());
  store_.Acknowledge("r-1000", 1, v1::OUTCOME_SENT);
  ASSERT_TRUE(resync_.TakeTurn());
  EXPECT_TRUE(*resync_.TellPage());
  ASSERT_EQ(frames_.size(), 3u);
  EXPECT_EQ(frames_[0].held().result().outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(frames_[0].held().result().fence().number(), 1);
  EXPECT_EQ(frames_[1].held().result().state(), v1::ATTEMPT_STATE_UNDER_WAY);
  EXPECT_EQ(frames_[1].held().result().request_id(), "r-1001");
  EXPECT_EQ(frames_[1].held().command().request().send().text(), "Ship it");
  EXPECT_EQ(frames_[1].held().epoch(), "e-1");
}

TEST_F(ResyncTest, ManyComeInPagesOneAtATime) {
  Begin(Resync::kPage + 1);
  ASSERT_TRUE(resync_.TakeTurn());
  EXPECT_FALSE(resync_.TakeTurn()) << "somebody has it";
  EXPECT_FALSE(*resync_.TellPage());
  EXPECT_EQ(frames_.size(), static_cast<size_t>(Resync::kPage));
  ASSERT_TRUE(resync_.TakeTurn());
  resync_.GiveTurnBack();
  ASSERT_TRUE(resync_.TakeTurn());
  EXPECT_TRUE(*resync_.TellPage());
  EXPECT_EQ(frames_.size(), static_cast<size_t>(Resync::kPage) + 2);
  EXPECT_TRUE(frames_.back().has_held_end());
}

}  // namespace
}  // namespace collie::edge

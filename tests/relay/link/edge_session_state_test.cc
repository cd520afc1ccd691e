#include "relay/link/edge_session_state.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

v1::EdgeFrame Hello(int min, int max) {
  v1::EdgeFrame frame;
  frame.mutable_hello()->mutable_link()->set_min(min);
  frame.mutable_hello()->mutable_link()->set_max(max);
  return frame;
}

v1::EdgeFrame Beat() {
  v1::EdgeFrame frame;
  frame.mutable_heartbeat();
  return frame;
}

class EdgeSessionStateTest : public ::testing::Test {
 protected:
  tests::SimulatedClock clock_;
  EdgeSessionState state_{clock_.Now()};
};

TEST_F(EdgeSessionStateTest, BeginsWithOneHello) {
  EXPECT_TRUE(state_.OnFrame(Hello(1, 3), clock_.Now()).ok());
  EXPECT_EQ(state_.state(), EdgeSessionState::State::kOpen);
  EXPECT_EQ(state_.link_version(), 2);
  EXPECT_TRUE(absl::IsInvalidArgument(state_.OnFrame(Hello(1, 1), clock_.Now())));
}

TEST_F(EdgeSessionStateTest, RefusesAFrameBeforeTheHello) {
  EXPECT_TRUE(absl::IsInvalidArgument(state_.OnFrame(Beat(), clock_.Now())));
}

TEST_F(EdgeSessionStateTest, SpeaksTheVersionOfAnOlderEdge) {
  EXPECT_TRUE(state_.OnFrame(Hello(1, 1), clock_.Now()).ok());
  EXPECT_EQ(state_.link_version(), 1);
}

TEST_F(EdgeSessionStateTest, RefusesVersionsThatDoNotMeetAndSaysWhichSideToUpdate) {
  const absl::Status newer = state_.OnFrame(Hello(3, 4), clock_.Now());
  EXPECT_TRUE(absl::IsFailedPrecondition(newer));
  EXPECT_NE(newer.message().find("3..4"), absl::string_view::npos);
  EXPECT_NE(newer.message().find("1..2"), absl::string_view::npos);
  EXPECT_NE(newer.message().find("at the lead"), absl::string_view::npos);
  EdgeSessionState other(clock_.Now());
  const absl::Status older = other.OnFrame(Hello(0, 0), clock_.Now());
  EXPECT_TRUE(absl::IsFailedPrecondition(older));
  EXPECT_NE(older.message().find("on the member's host"), absl::string_view::npos);
}

TEST_F(EdgeSessionStateTest, EndsAStreamThatSaysNoHello) {
  clock_.Advance(absl::Seconds(9));
  EXPECT_TRUE(state_.Tick(clock_.Now()).ok());
  clock_.Advance(absl::Seconds(2));
  EXPECT_TRUE(absl::IsDeadlineExceeded(state_.Tick(clock_.Now())));
}

TEST_F(EdgeSessionStateTest, EndsASilentStreamAndKeepsOneThatBeats) {
  ASSERT_TRUE(state_.OnFrame(Hello(1, 1), clock_.Now()).ok());
  for (int i = 0; i < 5; ++i) {
    clock_.Advance(absl::Seconds(14));
    EXPECT_TRUE(state_.Tick(clock_.Now()).ok());
    ASSERT_TRUE(state_.OnFrame(Beat(), clock_.Now()).ok());
  }
  clock_.Advance(absl::Seconds(16));
  EXPECT_TRUE(absl::IsDeadlineExceeded(state_.Tick(clock_.Now())));
}

TEST_F(EdgeSessionStateTest, BeatsEveryFiveSecondsOnceOpen) {
  clock_.Advance(absl::Seconds(6));
  EXPECT_FALSE(state_.HeartbeatDue(clock_.Now()).has_value());
  ASSERT_TRUE(state_.OnFrame(Hello(1, 1), clock_.Now()).ok());
  EXPECT_EQ(state_.HeartbeatDue(clock_.Now()), 1);
  EXPECT_FALSE(state_.HeartbeatDue(clock_.Now()).has_value());
  clock_.Advance(absl::Seconds(5));
  EXPECT_EQ(state_.HeartbeatDue(clock_.Now()), 2);
}

}  // namespace
}  // namespace collie::relay

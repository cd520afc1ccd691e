#include "edge/uplink/uplink_state.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/simulated_clock.h"

namespace collie::edge {
namespace {

// Always the middle of the range.
class HalfRandom final : public ids::RandomSource {
 public:
  std::string Bytes(size_t count) override { return std::string(count, '\x80'); }
};

class UplinkStateTest : public ::testing::Test {
 protected:
  tests::SimulatedClock clock_;
  HalfRandom random_;
  UplinkState state_{{absl::Seconds(1), absl::Seconds(8)}, random_, clock_.Now()};

  // Fails one dial; how long until the next.
  absl::Duration FailOnce() {
    EXPECT_TRUE(state_.ShouldDial(clock_.Now()));
    state_.Ended(absl::UnavailableError("refused"), clock_.Now());
    const absl::Duration wait = state_.NextCheck(clock_.Now()) - clock_.Now();
    clock_.Advance(wait);
    return wait;
  }
};

TEST_F(UplinkStateTest, WaitsLongerAfterEachFailureUpToACeiling) {
  const absl::Duration first = FailOnce();
  const absl::Duration second = FailOnce();
  EXPECT_GT(second, first);
  for (int i = 0; i < 10; ++i) FailOnce();
  EXPECT_LE(FailOnce(), absl::Seconds(8));
}

TEST_F(UplinkStateTest, AMereConnectionDoesNotShortenTheWaits) {
  for (int i = 0; i < 4; ++i) FailOnce();
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  state_.MarkHeard(clock_.Now());
  state_.Ended(absl::UnavailableError("refused"), clock_.Now());
  EXPECT_GT(state_.NextCheck(clock_.Now()) - clock_.Now(), absl::Seconds(2));
}

TEST_F(UplinkStateTest, ALinkThatWasUpForAWhileBeginsTheWaitsAnew) {
  for (int i = 0; i < 4; ++i) FailOnce();
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  state_.HelloCame(clock_.Now());
  EXPECT_EQ(state_.state(), UplinkState::State::kUp);
  EXPECT_EQ(state_.detail(), "");
  clock_.Advance(UplinkState::kUpForAWhile);
  state_.Ended(absl::UnavailableError("cut"), clock_.Now());
  EXPECT_LE(state_.NextCheck(clock_.Now()) - clock_.Now(), absl::Seconds(1));
}

TEST_F(UplinkStateTest, ALinkThatDiesYoungIsDialledEverMoreRarelyHoweverItEnded) {
  const std::vector<absl::Status> ends = {
      absl::OkStatus(),
      absl::UnavailableError("The relay is shutting down: reconnect in a moment."),
      absl::AbortedError("A newer link"), absl::ResourceExhaustedError("too large"),
      absl::InvalidArgumentError("A frame")};
  absl::Duration last;
  for (const absl::Status& end : ends) {
    ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
    state_.HelloCame(clock_.Now());
    clock_.Advance(absl::Milliseconds(10));
    state_.Ended(end, clock_.Now());
    const absl::Duration wait = state_.NextCheck(clock_.Now()) - clock_.Now();
    EXPECT_TRUE(wait > last || wait >= absl::Seconds(4)) << end;
    last = wait;
    clock_.Advance(wait);
  }
  EXPECT_GE(last, absl::Seconds(4));
}

TEST_F(UplinkStateTest, AFaultThatRepeatsAfterEachHelloIsReportedOnce) {
  int lines = 0;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
    state_.HelloCame(clock_.Now());
    lines += state_.Ended(absl::ResourceExhaustedError("x"), clock_.Now()).empty() ? 0 : 1;
    clock_.Advance(state_.NextCheck(clock_.Now()) - clock_.Now());
  }
  EXPECT_EQ(lines, 1);
}

TEST_F(UplinkStateTest, DialsOncePerWait) {
  EXPECT_TRUE(state_.ShouldDial(clock_.Now()));
  EXPECT_FALSE(state_.ShouldDial(clock_.Now()));
}

TEST_F(UplinkStateTest, GivesUpAStreamWithoutHelloAndASilentOne) {
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  clock_.Advance(absl::Seconds(9));
  EXPECT_FALSE(state_.IsSilent(clock_.Now()));
  clock_.Advance(absl::Seconds(1));
  EXPECT_TRUE(state_.IsSilent(clock_.Now()));
  state_.HelloCame(clock_.Now());
  clock_.Advance(absl::Seconds(14));
  EXPECT_FALSE(state_.IsSilent(clock_.Now()));
  clock_.Advance(absl::Seconds(1));
  EXPECT_TRUE(state_.IsSilent(clock_.Now()));
}

TEST_F(UplinkStateTest, ARepeatedFaultIsReportedOnceAndThenWithItsAge) {
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  EXPECT_NE(state_.Ended(absl::UnavailableError("refused"), clock_.Now()), "");
  clock_.Advance(absl::Seconds(10));
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  EXPECT_EQ(state_.Ended(absl::UnavailableError("refused"), clock_.Now()), "");
  clock_.Advance(absl::Seconds(61));
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  EXPECT_NE(state_.Ended(absl::UnavailableError("refused"), clock_.Now()).find("since 71 s"),
            std::string::npos);
}

TEST_F(UplinkStateTest, SaysWhatToDoAboutARefusal) {
  ASSERT_TRUE(state_.ShouldDial(clock_.Now()));
  EXPECT_NE(state_.Ended(absl::UnauthenticatedError("x"), clock_.Now()).find("join the crew again"),
            std::string::npos);
}

}  // namespace
}  // namespace collie::edge

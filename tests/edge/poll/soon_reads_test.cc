// When an agent on this machine is read sooner than at the cadence.
#include <string>
#include <vector>

#include "edge/poll/source_state.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;
using Kind = ReadFailure::Kind;
using State = SourceState::State;

constexpr absl::Duration Ms(int ms) { return absl::Milliseconds(ms); }

class SoonReadsTest : public ::testing::Test {
 protected:
  static wire::Hello Hello(const std::string& epoch, bool ready = true) {
    wire::Hello hello;
    hello.versions = {1, 1};
    hello.epoch = epoch;
    hello.ready = ready;
    return hello;
  }
  void NobodyListens() {
    source_.OnFailure({Kind::kFailed, SourceReason::kNotConnected, "Nobody listens there.", ""},
                      now_);
  }
  void NotModified() {
    source_.OnNotModified(now_);
    source_.OnGoodRound();
  }
  void GoLive(const std::string& epoch) {
    source_.OnHello(Hello(epoch), now_);
    ASSERT_TRUE(source_.OnSnapshot(ids::Epoch(epoch), "tag", now_));
    source_.OnGoodRound();
  }
  // Waits for the next `count` reads, each of which takes no time and brings what `read` does. How
  // long each was waited for.
  template <typename Read>
  std::vector<absl::Duration> Waits(int count, bool watched, Read read) {
    std::vector<absl::Duration> waits;
    for (int i = 0; i < count; ++i) {
      waits.push_back(source_.Next(now_, watched).at - now_);
      now_ = now_ + waits.back();
      read();
    }
    return waits;
  }

  clock::Steady now_{absl::Seconds(100)};
  SourceState source_{"deck"};
};

TEST_F(SoonReadsTest, ASocketThatNobodyServesYetIsUnreachableAtOnceAndTriedAgainSoon) {
  NobodyListens();
  EXPECT_EQ(source_.state(), State::kUnreachable);
  EXPECT_EQ(source_.reason(), SourceReason::kNotConnected);
  EXPECT_THAT(
      Waits(8, /*watched=*/false, [this] { NobodyListens(); }),
      ElementsAre(Ms(250), Ms(500), Ms(1000), Ms(2000), Ms(4000), Ms(8000), Ms(10000), Ms(10000)));
}

TEST_F(SoonReadsTest, AnAgentThatWasJustAttachedIsReadSoonUpToTheCadence) {
  GoLive("e-1");
  EXPECT_THAT(Waits(5, /*watched=*/true, [this] { NotModified(); }),
              ElementsAre(Ms(250), Ms(500), Ms(1000), Ms(2000), Ms(2000)));
}

TEST_F(SoonReadsTest, AnAgentThatIsStartingIsReadSoon) {
  source_.OnHello(Hello("e-1", /*ready=*/false), now_);
  EXPECT_EQ(source_.state(), State::kStarting);
  const auto waits =
      Waits(3, /*watched=*/false, [this] { source_.OnHello(Hello("e-1", /*ready=*/false), now_); });
  EXPECT_THAT(waits, ElementsAre(Ms(250), Ms(500), Ms(1000)));
}

TEST_F(SoonReadsTest, AnAgentThatStartedAnewIsReadSoon) {
  GoLive("e-1");
  now_ = now_ + absl::Minutes(1);
  EXPECT_FALSE(source_.OnSnapshot(ids::Epoch("e-2"), "", now_));
  GoLive("e-2");
  EXPECT_THAT(Waits(3, /*watched=*/false, [this] { NotModified(); }),
              ElementsAre(Ms(250), Ms(500), Ms(1000)));
}

TEST_F(SoonReadsTest, AnAgentThatCannotBeReachedAnyMoreIsReadSoon) {
  GoLive("e-1");
  now_ = now_ + absl::Minutes(1);
  NobodyListens();
  EXPECT_EQ(source_.state(), State::kStale);
  EXPECT_EQ(source_.Next(now_, false).at - now_, absl::Seconds(10));
  NobodyListens();
  EXPECT_EQ(source_.state(), State::kUnreachable);
  EXPECT_THAT(Waits(3, /*watched=*/false, [this] { NobodyListens(); }),
              ElementsAre(Ms(250), Ms(500), Ms(1000)));
}

TEST_F(SoonReadsTest, AnAgentThatIsAnotherAtEachReadIsNotReadMoreOften) {
  GoLive("e-0");
  int reads = 0;
  const clock::Steady begun = now_;
  while (now_ - begun < absl::Minutes(10)) {
    now_ = source_.Next(now_, /*watched=*/false).at;
    const auto plan = source_.Next(now_, false);
    const std::string epoch = "e-" + std::to_string(++reads);
    if (plan.read == SourceState::Read::kHello) {
      source_.OnHello(Hello(epoch, /*ready=*/reads % 3 != 0), now_);
    } else {
      source_.OnSnapshot(ids::Epoch(epoch), "", now_);
    }
  }
  // Of 60 idle polls, 7 in place of one at most, each with a hello and a snapshot after it.
  EXPECT_LE(reads, 60 * 7 * 3);
}

TEST_F(SoonReadsTest, AnActIsFollowedByTwoReadsTheFirstWithoutTheTag) {
  GoLive("e-1");
  now_ = now_ + absl::Minutes(1);
  NotModified();
  source_.PollAfterAct();
  EXPECT_EQ(source_.Next(now_, false).at, now_);
  EXPECT_EQ(source_.Next(now_, false).etag, "");
  now_ = now_ + Ms(20);
  source_.OnSnapshot(ids::Epoch("e-1"), "tag-2", now_);
  source_.OnGoodRound();
  EXPECT_EQ(source_.Next(now_, false).etag, "tag-2");
  EXPECT_THAT(Waits(2, /*watched=*/false, [this] { NotModified(); }),
              ElementsAre(Ms(250), absl::Seconds(10)));
}

}  // namespace
}  // namespace collie::edge

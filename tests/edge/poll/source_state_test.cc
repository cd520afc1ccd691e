#include "edge/poll/source_state.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::edge {
namespace {

using ::testing::HasSubstr;
using Kind = ReadFailure::Kind;
using Read = SourceState::Read;
using State = SourceState::State;

class SourceStateTest : public ::testing::Test {
 protected:
  static wire::Hello Hello(const std::string& epoch, bool ready = true, int min = 1, int max = 1) {
    wire::Hello hello;
    hello.versions = {min, max};
    hello.epoch = epoch;
    hello.ready = ready;
    return hello;
  }
  static ReadFailure Fail(Kind kind = Kind::kFailed,
                          SourceReason reason = SourceReason::kDeadline) {
    return {kind, reason, "A sentence.", ""};
  }
  SourceState::Plan Next(bool watched = true) const { return source_.Next(now_, watched); }
  absl::Duration Wait(bool watched = true) const { return Next(watched).at - now_; }
  // Brings it to live with the snapshot of this epoch.
  void GoLive(const std::string& epoch = "e-1") {
    source_.OnHello(Hello(epoch), now_);
    ASSERT_TRUE(source_.OnSnapshot(ids::Epoch(epoch), "\"" + epoch + "-1\"", now_));
    source_.OnGoodRound();
    ASSERT_EQ(source_.state(), State::kLive);
  }

  clock::Steady now_{absl::Seconds(100)};
  SourceState source_{"deck", Cadence(), /*is_remote=*/true};
};

TEST_F(SourceStateTest, BeginsWithAHelloWithoutTheHeaderAtOnce) {
  EXPECT_EQ(source_.state(), State::kStarting);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 0);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
}

TEST_F(SourceStateTest, AReadyHelloIsFollowedByTheSnapshotAtOnce) {
  source_.OnHello(Hello("e-1"), now_);
  EXPECT_EQ(Next().read, Read::kSnapshot);
  EXPECT_EQ(Next().version, 1);
  EXPECT_EQ(Next().etag, "");
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  EXPECT_EQ(source_.state(), State::kStarting);
  EXPECT_TRUE(source_.OnSnapshot(ids::Epoch("e-1"), "\"e-1-4\"", now_));
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
  EXPECT_EQ(source_.last_read(), now_);
  EXPECT_EQ(Next().etag, "\"e-1-4\"");
}

TEST_F(SourceStateTest, PollsEveryTwoSecondsWatchedAndEveryTenIdle) {
  GoLive();
  EXPECT_EQ(Wait(/*watched=*/true), absl::Seconds(2));
  EXPECT_EQ(Wait(/*watched=*/false), absl::Seconds(10));
  source_.PollNow();
  EXPECT_EQ(Wait(false), absl::ZeroDuration());
  source_.OnNotModified(now_);
  EXPECT_EQ(Wait(false), absl::Seconds(10));
}

TEST_F(SourceStateTest, A304CountsAsAGoodRead) {
  GoLive();
  source_.OnFailure(Fail(), now_);
  now_ = now_ + absl::Seconds(2);
  source_.OnNotModified(now_);
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
  EXPECT_EQ(source_.reason(), SourceReason::kNone);
  EXPECT_EQ(source_.last_read(), now_);
}

TEST_F(SourceStateTest, OneFailedReadIsStaleAndTwoAreUnreachable) {
  GoLive();
  const clock::Steady read_at = now_;
  now_ = now_ + absl::Seconds(2);
  source_.OnFailure(Fail(), now_);
  EXPECT_EQ(source_.state(), State::kStale);
  EXPECT_EQ(source_.last_read(), read_at);
  EXPECT_EQ(Wait(), absl::Seconds(2));
  source_.OnFailure(Fail(Kind::kFailed, SourceReason::kConnectionLost), now_);
  EXPECT_EQ(source_.state(), State::kUnreachable);
  EXPECT_EQ(source_.reason(), SourceReason::kConnectionLost);
  EXPECT_EQ(source_.ToProto(), v1::SOURCE_STATE_UNREACHABLE);
}

TEST_F(SourceStateTest, FailuresThatAreNotInARowKeepItStale) {
  GoLive();
  source_.OnFailure(Fail(), now_);
  source_.OnNotModified(now_);
  source_.OnGoodRound();
  source_.OnFailure(Fail(), now_);
  EXPECT_EQ(source_.state(), State::kStale);
}

TEST_F(SourceStateTest, AnAgentThatNeverAnsweredIsUnreachableAfterTwo) {
  source_.OnFailure(Fail(), now_);
  EXPECT_EQ(source_.state(), State::kStarting);
  source_.OnFailure(Fail(), now_);
  EXPECT_EQ(source_.state(), State::kUnreachable);
  EXPECT_EQ(Next().read, Read::kHello);
}

TEST_F(SourceStateTest, AnAddressThatBreaksTheRulesIsUnreachableAtOnce) {
  GoLive();
  source_.OnFailure(Fail(Kind::kBadAddress, SourceReason::kSocketNotPrivate), now_);
  EXPECT_EQ(source_.state(), State::kUnreachable);
  EXPECT_EQ(source_.reason(), SourceReason::kSocketNotPrivate);
  source_.OnNotModified(now_);
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
}

TEST_F(SourceStateTest, AnAgentThatIsNotReadyIsAskedForHelloWithTheHeader) {
  source_.OnHello(Hello("e-1", /*ready=*/false), now_);
  EXPECT_EQ(source_.state(), State::kStarting);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 1);
  EXPECT_EQ(Wait(), absl::Seconds(2));
  source_.OnHello(Hello("e-1"), now_);
  EXPECT_EQ(Next().read, Read::kSnapshot);
}

TEST_F(SourceStateTest, A503MeansStartingAndHelloComesNext) {
  GoLive();
  source_.OnFailure(Fail(Kind::kStarting, SourceReason::kStarting), now_);
  EXPECT_EQ(source_.state(), State::kStarting);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Wait(), absl::Seconds(2));
}

TEST_F(SourceStateTest, AHelloOfAnotherEpochIsSentAgainWithoutTheHeader) {
  GoLive("e-1");
  source_.OnFailure(Fail(Kind::kStarting, SourceReason::kStarting), now_);
  source_.OnHello(Hello("e-2"), now_);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 0);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  source_.OnHello(Hello("e-2"), now_);
  EXPECT_EQ(Next().read, Read::kSnapshot);
  EXPECT_EQ(Next().etag, "");
}

TEST_F(SourceStateTest, A401IsTokenRefusedUntilAGoodRead) {
  GoLive();
  source_.OnFailure(Fail(Kind::kTokenRefused, SourceReason::kTokenRefused), now_);
  EXPECT_EQ(source_.state(), State::kTokenRefused);
  source_.OnFailure(Fail(), now_);
  EXPECT_EQ(source_.state(), State::kTokenRefused);
  source_.OnNotModified(now_);
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
}

TEST_F(SourceStateTest, ASnapshotOfAnotherEpochIsNotShownBeforeHelloAgain) {
  GoLive("e-1");
  EXPECT_FALSE(source_.OnSnapshot(ids::Epoch("e-2"), "\"e-2-1\"", now_));
  EXPECT_EQ(source_.state(), State::kLive);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 0);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  source_.OnHello(Hello("e-2"), now_);
  EXPECT_EQ(Next().read, Read::kSnapshot);
  EXPECT_EQ(Next().etag, "");
  EXPECT_TRUE(source_.OnSnapshot(ids::Epoch("e-2"), "\"e-2-1\"", now_));
}

TEST_F(SourceStateTest, AnAgentWhoseEpochsNeverAgreeIsNotReadInATightLoop) {
  GoLive("e-1");
  source_.OnSnapshot(ids::Epoch("e-2"), "", now_);
  source_.OnHello(Hello("e-1"), now_);
  EXPECT_FALSE(source_.OnSnapshot(ids::Epoch("e-2"), "", now_));
  EXPECT_EQ(source_.state(), State::kStale);
  EXPECT_EQ(Wait(), absl::Seconds(2));
  source_.OnHello(Hello("e-1"), now_);
  EXPECT_FALSE(source_.OnSnapshot(ids::Epoch("e-2"), "", now_));
  EXPECT_EQ(source_.state(), State::kUnreachable);
}

TEST_F(SourceStateTest, AMismatchedAgentIsReportedOnceAnEpochAndThenAskedForHelloEveryTenSeconds) {
  source_.OnHello(Hello("e-1", true, 2, 3), now_);
  EXPECT_EQ(source_.state(), State::kVersionMismatch);
  EXPECT_THAT(source_.detail(), HasSubstr("speaks wire v2..3, this Collie speaks v1."));
  EXPECT_EQ(Next().read, Read::kVersionHello);
  EXPECT_EQ(Next().version, 1);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  source_.OnVersionAnnounced(now_);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 0);
  EXPECT_EQ(Wait(/*watched=*/true), absl::Seconds(10));
  source_.PollNow();
  EXPECT_EQ(Wait(true), absl::Seconds(10));

  source_.OnHello(Hello("e-1", true, 2, 3), now_);
  EXPECT_EQ(Next().read, Read::kHello);
  source_.OnHello(Hello("e-2", true, 2, 3), now_);
  EXPECT_EQ(Next().read, Read::kVersionHello);
}

TEST_F(SourceStateTest, AMismatchedAgentThatWasUpdatedIsRead) {
  source_.OnHello(Hello("e-1", true, 2, 2), now_);
  EXPECT_THAT(source_.detail(), HasSubstr("speaks wire v2, this"));
  source_.OnVersionAnnounced(now_);
  source_.OnHello(Hello("e-2", true, 1, 2), now_);
  EXPECT_EQ(Next().read, Read::kSnapshot);
  EXPECT_TRUE(source_.OnSnapshot(ids::Epoch("e-2"), "", now_));
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
}

TEST_F(SourceStateTest, IncompatibleOnAnyReadBringsHelloAgainOnce) {
  GoLive();
  source_.OnFailure(Fail(Kind::kIncompatible, SourceReason::kVersionMismatch), now_);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Next().version, 0);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  source_.OnHello(Hello("e-1"), now_);
  source_.OnFailure(Fail(Kind::kIncompatible, SourceReason::kVersionMismatch), now_);
  EXPECT_EQ(Wait(), absl::Seconds(2));
  EXPECT_EQ(source_.state(), State::kStale);
}

TEST_F(SourceStateTest, AConversationOfAnotherEpochBringsHelloOnceUntilARoundIsGood) {
  GoLive("e-1");
  // Each round: the snapshot is good, then a conversation names another epoch.
  source_.OnNotModified(now_);
  source_.OnOtherEpoch(now_);
  EXPECT_EQ(Next().read, Read::kHello);
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  EXPECT_EQ(source_.state(), State::kLive);
  for (const State then : {State::kStale, State::kUnreachable, State::kUnreachable}) {
    source_.OnHello(Hello("e-1"), now_);
    ASSERT_TRUE(source_.OnSnapshot(ids::Epoch("e-1"), "", now_));
    source_.OnOtherEpoch(now_);
    EXPECT_EQ(Wait(), absl::Seconds(2));
    EXPECT_EQ(source_.state(), then);
    EXPECT_EQ(source_.reason(), SourceReason::kBadReply);
    now_ = now_ + absl::Seconds(2);
  }
  source_.OnHello(Hello("e-1"), now_);
  ASSERT_TRUE(source_.OnSnapshot(ids::Epoch("e-1"), "", now_));
  source_.OnGoodRound();
  EXPECT_EQ(source_.state(), State::kLive);
}

TEST_F(SourceStateTest, InALongRoundAnAgentIsLiveUnlessTheLastOneWasBad) {
  source_.OnHello(Hello("e-1"), now_);
  ASSERT_TRUE(source_.OnSnapshot(ids::Epoch("e-1"), "", now_));
  source_.OnGoodSoFar();
  EXPECT_EQ(source_.state(), State::kLive);
  source_.OnOtherEpoch(now_);
  source_.OnHello(Hello("e-1"), now_);
  source_.OnSnapshot(ids::Epoch("e-1"), "", now_);
  source_.OnGoodSoFar();
  source_.OnOtherEpoch(now_);
  EXPECT_EQ(Wait(), absl::Seconds(2)) << "it was read at once before";
  source_.OnNotModified(now_);
  source_.OnGoodSoFar();
  EXPECT_EQ(source_.state(), State::kStale);
}

TEST_F(SourceStateTest, AnActOverAUrlHasOneReadWithoutTheTag) {
  GoLive();
  source_.PollAfterAct();
  EXPECT_EQ(Wait(), absl::ZeroDuration());
  EXPECT_EQ(Next().etag, "");
  source_.OnSnapshot(ids::Epoch("e-1"), "\"e-1-2\"", now_);
  EXPECT_EQ(Wait(), absl::Seconds(2));
  EXPECT_EQ(Next().etag, "\"e-1-2\"");
}

TEST_F(SourceStateTest, ACancelledReadMeansNothing) {
  GoLive();
  source_.OnFailure(Fail(Kind::kCancelled, SourceReason::kDraining), now_);
  EXPECT_EQ(source_.state(), State::kLive);
}

}  // namespace
}  // namespace collie::edge

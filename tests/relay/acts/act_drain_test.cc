// Shutdown: at whatever step an act is, its callers hear at once, a stop that waits and a
// refusal that is being written once the store has ended that; and so do those that come later.
#include "tests/relay/acts/act_retry_fixture.h"

namespace collie::relay {
namespace {

class ActDrainTest : public ActRetryFixture {
 protected:
  // Submits with a store that holds its writes, and lets this many of them through.
  void SubmitHeld(v1::ActRequest request, int steps = 0) {
    store.is_held = true;
    Submit(std::move(request));
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(store.Step());
    ASSERT_TRUE(replies.empty());
  }
  // The store ends what it was asked.
  void EndStore() {
    while (store.Step()) {
    }
  }
  void FailStore() {
    store.failure = absl::UnavailableError("The disk is full.");
    EndStore();
  }
};

TEST_F(ActDrainTest, WhileItIsAccepted) {
  SubmitHeld(Send("r-1"));
  flow->Drain();
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(ActDrainTest, WhileItIsAcceptedByAStoreThatFails) {
  SubmitHeld(Send("r-1"));
  flow->Drain();
  EXPECT_EQ(replies.size(), 1u);  // the store may never end
  FailStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
}

TEST_F(ActDrainTest, WhileAStopWaitsForTheLock) {
  Submit(Send("r-1"));
  Submit(Stop("r-2"));
  ASSERT_TRUE(replies.empty());
  flow->Drain();
  EXPECT_EQ(replies.size(), 2u);
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
}

TEST_F(ActDrainTest, WhileTheMergedStateIsLookedAt) {
  crew.on_look = [this] { flow->Drain(); };
  Submit(Send("r-1"));
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
}

TEST_F(ActDrainTest, WhileItsAttemptIsWritten) {
  SubmitHeld(Send("r-1"), /*steps=*/1);
  flow->Drain();
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(links.commands.empty());  // nothing new leaves
  EXPECT_EQ(Record().receipt.reason(), v1::REASON_DRAINING);
}

TEST_F(ActDrainTest, WhileItsAttemptIsWrittenByAStoreThatFails) {
  SubmitHeld(Send("r-1"), /*steps=*/1);
  flow->Drain();
  EXPECT_EQ(replies.size(), 1u);  // the store may never end
  FailStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(ActDrainTest, WhileItsRefusalIsWritten) {
  crew.target.member->set_state(v1::MEMBER_STATE_DISCONNECTED);
  SubmitHeld(Send("r-1"), /*steps=*/1);
  flow->Drain();
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
}

TEST_F(ActDrainTest, WhileItIsWithTheEdge) {
  Submit(Send("r-1"));
  flow->Drain();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
}

TEST_F(ActDrainTest, WhileUnknownIsWritten) {
  Submit(Send("r-1"));
  store.is_held = true;
  Pass(absl::Seconds(20));
  ASSERT_TRUE(replies.empty());
  flow->Drain();
  EXPECT_EQ(replies.size(), 1u);
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
}

TEST_F(ActDrainTest, WhileARetryIsLookedUp) {
  MakeUnknown();
  SubmitHeld(Again());
  flow->Drain();
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
}

TEST_F(ActDrainTest, WhileTheAttemptOfARetryIsWritten) {
  MakeUnknown();
  SubmitHeld(Again(), /*steps=*/1);
  flow->Drain();
  EndStore();
  EXPECT_EQ(replies.size(), 1u);
}

TEST_F(ActDrainTest, ARetryOfWhatIsWithTheEdgeThatComesLater) {
  Submit(Send("r-1"));
  flow->Drain();
  Submit(Again());
  EXPECT_EQ(replies.size(), 2u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(replies.back().receipt->replayed());
}

TEST_F(ActDrainTest, ARetryOfWhatIsBeingWrittenThatComesLater) {
  SubmitHeld(Send("r-1"), /*steps=*/1);
  flow->Drain();
  Submit(Again());
  EndStore();
  EXPECT_EQ(replies.size(), 2u);
}

TEST_F(ActDrainTest, ARequestThatComesLater) {
  flow->Drain();
  Submit(Send("r-1"));
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
}

}  // namespace
}  // namespace collie::relay

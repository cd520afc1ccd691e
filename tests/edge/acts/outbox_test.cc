#include "edge/acts/outbox.h"

#include "gtest/gtest.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    AttemptRecord record;
    record.command = SendCommand("r-1", 1);
    EXPECT_TRUE(store_.Begin(record).ok());
  }
  void Finish(v1::Outcome outcome) {
    v1::ActResult result;
    result.set_request_id("r-1");
    result.set_attempt(1);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    EXPECT_TRUE(store_.Finish(result).ok());
  }
  void Acknowledge(v1::Outcome outcome, const std::string& id = "r-1") {
    v1::ResultAck ack;
    ack.set_request_id(id);
    ack.set_attempt(1);
    ack.set_outcome(outcome);
    outbox_.Acknowledge(ack);
  }

  FakeEdgeStore store_;
  Outbox outbox_{store_};
};

TEST_F(OutboxTest, Rule21HoldsAResultUntilItIsAcknowledged) {
  EXPECT_TRUE(outbox_.Pending()->empty());
  Finish(v1::OUTCOME_SENT);
  ASSERT_EQ(outbox_.Pending()->size(), 1u);
  ASSERT_EQ(outbox_.Pending()->size(), 1u);  // on every new stream
  EXPECT_EQ(outbox_.Pending()->front().outcome(), v1::OUTCOME_SENT);
  Acknowledge(v1::OUTCOME_SENT);
  EXPECT_TRUE(outbox_.Pending()->empty());
}

TEST_F(OutboxTest, Rule23TheAckOfUnknownDoesNotSwallowALaterSent) {
  Finish(v1::OUTCOME_UNKNOWN);
  Finish(v1::OUTCOME_SENT);
  Acknowledge(v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(outbox_.Pending()->size(), 1u);
}

TEST_F(OutboxTest, Rule24AnAcknowledgedUnknownIsKept) {
  Finish(v1::OUTCOME_UNKNOWN);
  Acknowledge(v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(store_.Find("r-1", 1).ok());
}

TEST_F(OutboxTest, AnAckOfAnUnknownAttemptChangesNothing) {
  Finish(v1::OUTCOME_SENT);
  Acknowledge(v1::OUTCOME_SENT, "r-9");
  EXPECT_EQ(outbox_.Pending()->size(), 1u);
}

}  // namespace
}  // namespace collie::edge

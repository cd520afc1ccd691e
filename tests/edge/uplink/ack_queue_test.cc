#include "edge/uplink/ack_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

class AckQueueTest : public ::testing::Test {
 protected:
  // A settled attempt whose result waits for its acknowledgement.
  void Settle(const std::string& id, int64_t number) {
    AttemptRecord record;
    record.command = SendCommand(id, number);
    record.command.mutable_request()->mutable_conversation()->set_pane(id);
    ASSERT_TRUE(store_.Begin(record).ok());
    v1::ActResult result;
    result.set_request_id(id);
    result.set_attempt(1);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(v1::OUTCOME_SENT);
    ASSERT_TRUE(store_.Finish(result).ok());
  }
  static v1::ResultAck Ack(const std::string& id) {
    v1::ResultAck ack;
    ack.set_request_id(id);
    ack.set_attempt(1);
    ack.set_outcome(v1::OUTCOME_SENT);
    return ack;
  }

  FakeEdgeStore store_;
  Outbox outbox_{store_};
  std::unique_ptr<threads::BlockingCalls> disk_ = std::make_unique<threads::BlockingCalls>(1);
  AckQueue acks_{outbox_, *disk_};
};

TEST_F(AckQueueTest, NoneIsDroppedWhileTheDiskIsSlow) {
  const int many = 2 * static_cast<int>(threads::BlockingCalls::kWaiting);
  for (int i = 0; i < many; ++i) Settle(absl::StrCat("r-", i), 1);
  ASSERT_EQ(outbox_.Pending()->size(), static_cast<size_t>(many));
  absl::Notification slow;
  ASSERT_TRUE(disk_->Run([&slow] { slow.WaitForNotification(); }));
  for (int i = 0; i < many; ++i) acks_.Add(Ack(absl::StrCat("r-", i)));
  slow.Notify();
  disk_.reset();
  EXPECT_TRUE(outbox_.Pending()->empty());
}

TEST_F(AckQueueTest, OneThatFoundTheDisksQueueFullGoesWithTheNext) {
  Settle("r-1", 1);
  Settle("r-2", 1);
  absl::Notification slow;
  while (disk_->Run([&slow] { slow.WaitForNotification(); })) {
  }
  acks_.Add(Ack("r-1"));
  slow.Notify();
  absl::Notification has_room;
  while (!disk_->Run([&has_room] { has_room.Notify(); })) {
  }
  has_room.WaitForNotification();
  acks_.Add(Ack("r-2"));
  disk_.reset();
  EXPECT_TRUE(outbox_.Pending()->empty());
}

}  // namespace
}  // namespace collie::edge

#ifndef COLLIE_EDGE_UPLINK_ACK_QUEUE_H_
#define COLLIE_EDGE_UPLINK_ACK_QUEUE_H_

#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/threads/blocking_calls.h"
#include "edge/acts/outbox.h"

namespace collie::edge {

// The relay's acknowledgements on their way to the disk, in their order. None is dropped: while the
// disk is slow they wait here, as many as results were sent. Thread-safe; its lock is a leaf.
class AckQueue {
 public:
  // Both outlive the queue's last piece of work.
  AckQueue(Outbox& outbox, threads::BlockingCalls& disk) : outbox_(outbox), disk_(disk) {}

  // Returns at once.
  void Add(const v1::ResultAck& ack) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  // Writes what waits, and what comes meanwhile.
  void Write() ABSL_LOCKS_EXCLUDED(mu_);
  std::vector<v1::ResultAck> TakeAll() ABSL_LOCKS_EXCLUDED(mu_);

  Outbox& outbox_;
  threads::BlockingCalls& disk_;
  absl::Mutex mu_;
  std::vector<v1::ResultAck> waiting_ ABSL_GUARDED_BY(mu_);
  bool is_writing_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_ACK_QUEUE_H_

#include "edge/uplink/ack_queue.h"

namespace collie::edge {

void AckQueue::Add(const v1::ResultAck& ack) {
  {
    absl::MutexLock lock(&mu_);
    waiting_.push_back(ack);
    if (is_writing_) return;
    is_writing_ = true;
  }
  if (disk_.Run([this] { Write(); })) return;
  // The disk's queue is full: the next acknowledgement tries again, with this one.
  absl::MutexLock lock(&mu_);
  is_writing_ = false;
}

void AckQueue::Write() {
  for (auto acks = TakeAll(); !acks.empty(); acks = TakeAll()) {
    for (const v1::ResultAck& ack : acks) outbox_.Acknowledge(ack);
  }
}

std::vector<v1::ResultAck> AckQueue::TakeAll() {
  std::vector<v1::ResultAck> acks;
  absl::MutexLock lock(&mu_);
  acks.swap(waiting_);
  is_writing_ = !acks.empty();
  return acks;
}

}  // namespace collie::edge

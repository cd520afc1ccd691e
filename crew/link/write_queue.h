#ifndef COLLIE_CREW_LINK_WRITE_QUEUE_H_
#define COLLIE_CREW_LINK_WRITE_QUEUE_H_

#include <cstddef>
#include <deque>
#include <utility>

namespace collie::link {

// Decides what a gRPC stream does next: one write in flight, what was handed over before the end
// still leaves, and the end comes once, when nothing is in flight. Pure; its owner guards it with
// one mutex and carries Step's answer out after releasing it.
template <typename Frame>
class WriteQueue {
 public:
  enum class Next {
    kNothing,
    kWrite,  // start writing current(); it stays valid until Written
    kEnd,    // finish the stream; nothing follows
  };

  // `most`: frames that may wait for a peer that does not read.
  explicit WriteQueue(size_t most) : most_(most) {}

  // Queues a frame. False: the stream is ending, or too many wait (IsFull): it did not leave.
  bool Push(Frame frame) {
    if (ending_ || IsFull()) return false;
    waiting_.push_back(std::move(frame));
    return true;
  }
  bool IsFull() const { return waiting_.size() >= most_; }
  // Nothing is in flight and nothing waits.
  bool IsIdle() const { return !writing_ && waiting_.empty(); }

  // No more frames; the end comes after those that wait.
  void End() { ending_ = true; }
  bool IsEnding() const { return ending_; }

  // The write in flight is over. After a broken one nothing else is written.
  void Written(bool ok) {
    writing_ = false;
    if (ok) return;
    ending_ = true;
    waiting_.clear();
  }

  Next Step() {
    if (writing_ || ended_) return Next::kNothing;
    if (!waiting_.empty()) {
      writing_ = true;
      current_ = std::move(waiting_.front());
      waiting_.pop_front();
      return Next::kWrite;
    }
    if (!ending_) return Next::kNothing;
    ended_ = true;
    return Next::kEnd;
  }

  // The frame of the write in flight; gRPC's until Written.
  const Frame& current() const { return current_; }

 private:
  const size_t most_;
  std::deque<Frame> waiting_;
  Frame current_;
  bool writing_ = false;
  bool ending_ = false;
  bool ended_ = false;
};

}  // namespace collie::link

#endif  // COLLIE_CREW_LINK_WRITE_QUEUE_H_

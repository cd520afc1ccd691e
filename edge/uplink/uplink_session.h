#ifndef COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_
#define COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/threads/blocking_calls.h"
#include "crew/threads/fair_pool.h"
#include "edge/acts/act_runner.h"
#include "edge/acts/outbox.h"
#include "edge/uplink/ack_queue.h"
#include "edge/view/host_view.h"

namespace collie::edge {

// What the relay's frames lead to. All outlive every session.
struct UplinkTargets {
  HostView& view;
  ActRunner& acts;
  Outbox& outbox;
  AckQueue& acks;
  threads::BlockingCalls& disk;  // one thread: what waits for an acknowledgement
  threads::FairPool& history;    // pages, a lane a source: each takes as long as its agent
  std::function<void(const v1::Interest&)> interest;
  std::function<v1::HistoryPage(const v1::HistoryRead&)> read_history;
  std::string version;
  std::string boot;
  std::string store_incarnation;
};

// One stream seen from the edge: what it says first, and what the relay's frames lead to. Not
// thread-safe; answers that take long go to the targets' threads and come back by `send`.
class UplinkSession {
 public:
  static constexpr int kLinkMin = 1;
  static constexpr int kLinkMax = 1;

  // Hands a frame to this very stream; does nothing once it has ended. Thread-safe.
  using Send = std::function<void(v1::EdgeFrame)>;

  UplinkSession(const UplinkTargets& targets, Send send)
      : targets_(targets), send_(std::move(send)) {}

  // The first frame.
  v1::EdgeFrame Hello() const;
  // Takes a frame of the relay. An error ends the stream: INVALID_ARGUMENT (a frame that breaks the
  // contract), FAILED_PRECONDITION (no common version).
  absl::Status OnFrame(const v1::RelayFrame& frame);

  // Sends the results that wait for an acknowledgement: with each new stream, and anew where some
  // did not fit into its queue. Any thread.
  void SendPending() const;

 private:
  absl::Status Open(const v1::RelayHello& hello);
  void OnHistoryRead(const v1::HistoryRead& read);

  const UplinkTargets& targets_;
  const Send send_;
  bool open_ = false;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_

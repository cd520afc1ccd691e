#ifndef COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_
#define COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/threads/blocking_calls.h"
#include "crew/threads/fair_pool.h"
#include "edge/acts/act_runner.h"
#include "edge/acts/outbox.h"
#include "edge/store/edge_store.h"
#include "edge/uplink/ack_queue.h"
#include "edge/uplink/resync.h"
#include "edge/view/host_view.h"

namespace collie::edge {

// What the relay's frames lead to. All outlive every session.
struct UplinkTargets {
  HostView& view;
  EdgeStore& store;
  ActRunner& acts;
  Outbox& outbox;
  AckQueue& acks;
  threads::BlockingCalls& disk;  // one thread: what waits for an acknowledgement
  threads::FairPool& history;    // pages, a lane a source: each takes as long as its agent
  std::function<void(const v1::Interest&)> interest;
  std::function<v1::HistoryPage(const v1::HistoryRead&)> read_history;
  std::string version;
  std::string boot;
  std::string host;  // host_id.h
};

// A result as it is told, with where the store stands at that moment.
v1::EdgeFrame ResultFrame(const EdgeStore& store, v1::ActResult result);

// One stream seen from the edge: what it says first, and what the relay's frames lead to. Not
// thread-safe but for OnIdle; answers that take long go to the targets' threads and come back by
// `send`.
class UplinkSession {
 public:
  static constexpr int kLinkMin = 1;
  static constexpr int kLinkMax = 2;  // the first that tells what it holds

  // Hands a frame to this very stream; does nothing once it has ended. Thread-safe.
  using Send = std::function<void(v1::EdgeFrame)>;
  // Ends this very stream. Thread-safe.
  using End = std::function<void(const absl::Status&)>;

  UplinkSession(const UplinkTargets& targets, Send send, End end)
      : targets_(targets), send_(std::move(send)), end_(std::move(end)) {}

  // The first frame.
  v1::EdgeFrame Hello() const;
  // Takes a frame of the relay. An error ends the stream: INVALID_ARGUMENT (a frame that breaks the
  // contract), FAILED_PRECONDITION (no common version). After the hello, Welcome comes before the
  // next frame.
  absl::Status OnFrame(const v1::RelayFrame& frame);
  // Takes the relay's hello: its term is on disk before this returns, and so before any command is
  // read (rule 27); then what the relay may lack is told. UNAVAILABLE ends the stream. Blocks on
  // the disk.
  absl::Status Welcome(const v1::RelayHello& hello);
  // The stream has nothing to write. Thread-safe; does not block.
  void OnIdle() ABSL_LOCKS_EXCLUDED(mu_);

  // Sends the results that wait for an acknowledgement: with each new stream, and anew where some
  // did not fit into its queue. Any thread.
  void SendPending() const;

 private:
  absl::Status Open(const v1::RelayHello& hello);
  static void TellPage(const UplinkTargets& targets, Resync& resync, const Send& send,
                       const End& end);
  static void TellPending(const UplinkTargets& targets, const Send& send);
  void OnHistoryRead(const v1::HistoryRead& read);

  const UplinkTargets& targets_;
  const Send send_;
  const End end_;
  bool open_ = false;

  absl::Mutex mu_;
  std::shared_ptr<Resync> resync_ ABSL_GUARDED_BY(mu_);  // null: none was asked for
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_UPLINK_SESSION_H_

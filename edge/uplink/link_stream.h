#ifndef COLLIE_EDGE_UPLINK_LINK_STREAM_H_
#define COLLIE_EDGE_UPLINK_LINK_STREAM_H_

#include <grpcpp/client_context.h>

#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.grpc.pb.h"
#include "crew/link/write_queue.h"
#include "edge/uplink/uplink_session.h"

namespace collie::edge {

// One gRPC stream to the relay: the shell around an UplinkSession. It owns itself until gRPC is
// done with it. Lock order: mu_, then the view's.
class LinkStream final : public grpc::ClientBidiReactor<v1::EdgeFrame, v1::RelayFrame>,
                         public std::enable_shared_from_this<LinkStream> {
 public:
  static constexpr size_t kWaitingFrames = 4096;
  static constexpr size_t kWaitingHistory = 16 << 20;  // bytes of pages that wait

  // Called on gRPC's threads, with no lock held; must not block.
  struct Events {
    std::function<void()> hello;                     // the relay said hello
    std::function<void()> heard;                     // any frame came
    std::function<void(absl::Duration)> spread;      // within which to dial once this link is lost
    std::function<void(const absl::Status&)> ended;  // the last call of this stream
  };

  // Makes a stream whose call has not begun.
  static std::shared_ptr<LinkStream> New(const UplinkTargets& targets, Events events);
  // Begins the call; events may come before this returns. Once, with no lock held.
  void Start(v1::EdgeLink::Stub& stub);

  // Sends a frame; dropped once the stream is ending. While too many wait for a relay that does not
  // read, a result is sent later (SendDropped), and a page becomes a refusal.
  void Send(v1::EdgeFrame frame);
  // Sends the results anew that found the queue full, once it is empty. Call about once a second.
  void SendDropped();
  // There may be state to send.
  void Notify() { Pump(); }
  // Ends the stream from this side: what waits still leaves where the relay reads.
  void End();
  // Cancels it at once.
  void BreakOff();

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

 private:
  LinkStream(const UplinkTargets& targets, Events events);
  // Takes the relay's hello on a thread that may wait for the disk; nothing is read meanwhile.
  void TakeHello();
  void OnWelcomed(const absl::Status& status);
  void Pump();
  void PushLocked(v1::EdgeFrame frame) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void FillLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void EndWith(const absl::Status& why);

  const Events events_;
  grpc::ClientContext context_;
  v1::RelayFrame incoming_;
  std::shared_ptr<LinkStream> self_;  // until OnDone

  HostView& view_;
  threads::BlockingCalls& disk_;
  // But for OnIdle and SendPending used by OnReadDone and TakeHello, which come one at a time.
  std::optional<UplinkSession> session_;

  absl::Mutex mu_;
  bool up_ ABSL_GUARDED_BY(mu_) = false;  // the relay said hello
  link::WriteQueue<v1::EdgeFrame> queue_ ABSL_GUARDED_BY(mu_){kWaitingFrames};
  absl::Status end_ ABSL_GUARDED_BY(mu_);             // our own reason
  size_t history_bytes_ ABSL_GUARDED_BY(mu_) = 0;     // of pages that wait
  bool dropped_result_ ABSL_GUARDED_BY(mu_) = false;  // since the last SendDropped
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_LINK_STREAM_H_

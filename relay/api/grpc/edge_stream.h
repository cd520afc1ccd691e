#ifndef COLLIE_RELAY_API_GRPC_EDGE_STREAM_H_
#define COLLIE_RELAY_API_GRPC_EDGE_STREAM_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.grpc.pb.h"
#include "crew/link/write_queue.h"
#include "relay/api/grpc/edge_link_service.h"
#include "relay/link/edge_session.h"
#include "relay/link/member_streams.h"
#include "relay/link/read_budget.h"

namespace collie::relay {

// One gRPC stream of an edge. One write is in flight at a time; Finish is called once, when none
// is, and while no read is being started. gRPC calls OnReadDone one at a time; Tick comes from
// another thread and takes session_mu_ too. The next frame is read once the member's budget has
// room. Lock order: session_mu_, then mu_ (a session sends frames while it is called).
class EdgeStream final : public grpc::ServerBidiReactor<v1::EdgeFrame, v1::RelayFrame>,
                         public SessionStream,
                         public std::enable_shared_from_this<EdgeStream> {
 public:
  // Frames that wait for an edge that does not read; one more ends the stream.
  static constexpr size_t kWaitingFrames = 4096;

  EdgeStream(EdgeLinkService& service, grpc::CallbackServerContext& context, std::string member,
             LinkTargets targets, std::shared_ptr<ReadBudget> budget);

  // Takes the first read. After the service knows the stream.
  void Begin();
  void Tick();

  bool Send(v1::RelayFrame frame) override;
  void End(const absl::Status& status) override;
  void Resume(std::function<absl::Status(EdgeSession&)> work) override;

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // Starts the next read, now or once the budget has room.
  void ReadNext();
  // Starts the read that waited, unless the stream is ending. Any thread.
  void ResumeRead();
  // Runs what was resumed, unless a thread is in the session: that one does once it is out. Called
  // after every hold of session_mu_.
  void RunResumed() ABSL_LOCKS_EXCLUDED(session_mu_, mu_);
  // Null: nothing waits.
  std::function<absl::Status(EdgeSession&)> NextResumed() ABSL_LOCKS_EXCLUDED(mu_);
  // Carries out what the queue says is next.
  void Pump();
  // Cancels the call, so that a peer that does not read cannot delay the end.
  void BreakOff();

  EdgeLinkService& service_;
  absl::Mutex context_mu_;  // a leaf: nothing else is taken under it
  grpc::CallbackServerContext* context_ ABSL_GUARDED_BY(context_mu_);  // null once the call is over
  v1::EdgeFrame incoming_;  // gRPC's between StartRead and OnReadDone
  const std::shared_ptr<ReadBudget> budget_;

  absl::Mutex session_mu_;
  EdgeSession session_ ABSL_GUARDED_BY(session_mu_);

  absl::Mutex mu_ ABSL_ACQUIRED_AFTER(session_mu_);
  link::WriteQueue<v1::RelayFrame> queue_ ABSL_GUARDED_BY(mu_){kWaitingFrames};
  absl::Status end_ ABSL_GUARDED_BY(mu_);
  std::deque<std::function<absl::Status(EdgeSession&)>> resumed_ ABSL_GUARDED_BY(mu_);
  bool read_waits_ ABSL_GUARDED_BY(mu_) = false;   // for the budget
  bool starts_read_ ABSL_GUARDED_BY(mu_) = false;  // outside of a reaction: no Finish meanwhile
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_EDGE_STREAM_H_

#ifndef COLLIE_TESTS_BENCH_SIMULATED_EDGE_H_
#define COLLIE_TESTS_BENCH_SIMULATED_EDGE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/backoff.h"
#include "crew/clock/clock.h"
#include "crew/identity/identity_folder.h"
#include "tests/bench/raw_stream.h"

namespace collie::bench {

// One edge with one source, as the relay sees it: it attaches with its certificate, says hello,
// shows its panes, sends heartbeats, and answers reads of history. It dials again as a real edge
// does. Thread-safe; in a shared_ptr.
class SimulatedEdge : public std::enable_shared_from_this<SimulatedEdge> {
 public:
  SimulatedEdge(identity::Identity identity, int panes);

  // Dials, without waiting.
  void Start();
  // Every second or more often: sends the heartbeat that is due, dials again once it is time.
  void Tick(clock::Steady now);
  // No more dialling; ends the link.
  void Stop();

  // Changes a pane's title, as an agent's news would.
  void Change(int pane, const std::string& title);
  // Takes a pane away and puts another one there, under a new id.
  void Replace(int pane, const std::string& title);
  // The bytes of the frame that Change sends.
  grpc::ByteBuffer ChangeFrame(int pane, const std::string& title);

  // Items that a read of history is answered with.
  void SetHistory(v1::HistoryPage page);

  // The welcome came and all panes were sent.
  bool is_up() const;
  const std::string& member() const { return identity_.member; }
  static std::string PaneId(int pane);
  static constexpr char kSource[] = "agent";

 private:
  void Dial() ABSL_LOCKS_EXCLUDED(mu_);
  void OnFrame(int64_t stream, const grpc::ByteBuffer& bytes);
  void OnWelcome(const v1::RelayHello& hello);
  void OnEnd(int64_t stream);
  void Send(const v1::EdgeFrame& frame) ABSL_LOCKS_EXCLUDED(mu_);
  v1::EdgeFrame Hello() const;
  v1::EdgeFrame WholeState() ABSL_LOCKS_EXCLUDED(mu_);
  v1::Source SourceRow() const;
  void Fill(v1::Pane& pane, int number) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const identity::Identity identity_;
  const std::string store_;
  const std::string boot_;

  mutable absl::Mutex mu_;
  clock::Backoff backoff_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> ids_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> titles_ ABSL_GUARDED_BY(mu_);
  std::shared_ptr<RawStream> stream_ ABSL_GUARDED_BY(mu_);
  int64_t streams_ ABSL_GUARDED_BY(mu_) = 0;  // opened so far; the newest is stream_
  int64_t term_ ABSL_GUARDED_BY(mu_) = 0;
  int64_t heartbeats_ ABSL_GUARDED_BY(mu_) = 0;
  int replaced_ ABSL_GUARDED_BY(mu_) = 0;
  clock::Steady next_heartbeat_ ABSL_GUARDED_BY(mu_);
  clock::Steady next_dial_ ABSL_GUARDED_BY(mu_);
  bool is_up_ ABSL_GUARDED_BY(mu_) = false;
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  v1::HistoryPage history_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_SIMULATED_EDGE_H_

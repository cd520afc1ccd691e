#ifndef COLLIE_EDGE_ACTS_ACT_RUNNER_H_
#define COLLIE_EDGE_ACTS_ACT_RUNNER_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/threads/fair_pool.h"
#include "edge/acts/agent_port.h"
#include "edge/acts/attempt_end.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// What the runner reports to its edge. Called on the runner's threads, with no lock held; must not
// block for long.
struct ActEvents {
  // To be sent to the relay on the stream that is up now; dropped without one (the relay queries
  // again, and what the outbox holds is sent again).
  std::function<void(const v1::ActResult&)> tell;
  // An act reached this source: read it at once, with the conversation that it is about or that it
  // started (empty: none).
  std::function<void(const std::string& source, const std::string& pane)> poll_now;
};

struct ActRunnerOptions {
  // Acts in work at once, but stops; a conversation has one.
  int threads = 64;
  // Stops in work at once: they never queue behind acts that hang.
  int stop_threads = 16;
  // Of these, for one source: an agent that hangs holds up its own acts and stops alone.
  int per_source = 16;
  // Bytes of the commands that may wait for a thread, a quarter of them for one source; those that
  // come then end `expired`.
  int queue_bytes = 32 << 20;

  // INVALID_ARGUMENT names the field that is out of its range.
  absl::Status Validate() const;
};

// Carries out the relay's commands, each on a thread of its own pools, and reports their results.
// Nothing is ever POSTed again by itself. The rules are in the README beside this file.
// Thread-safe.
class ActRunner {
 public:
  // All arguments outlive the runner. REQUIRES: options.Validate() is OK.
  ActRunner(EdgeStore& store, AgentPort& agents, const clock::Clock& clock, ActEvents events,
            const ActRunnerOptions& options);
  // Drains.
  ~ActRunner();
  ActRunner(const ActRunner&) = delete;
  ActRunner& operator=(const ActRunner&) = delete;

  // Accepts a command from the stream; returns at once. Every command gets a result by `tell`
  // (rule 15).
  void Run(const v1::Command& command) ABSL_LOCKS_EXCLUDED(mu_);

  // Accepts a query about an act; returns at once. The result goes to `tell`: done, under way or
  // never (rules 10 and 22). When the store cannot be written there is no answer, since nothing may
  // be promised: the relay queries again.
  void Reconcile(v1::Settle settle) ABSL_LOCKS_EXCLUDED(mu_);

  // Shutdown: what was not begun is answered `draining`; returns once what is in work has ended,
  // each at its own deadline at the latest.
  void Drain() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  using Key = std::pair<std::string, int>;  // request id and attempt

  void CarryOut(const v1::Command& command, clock::Steady deadline) ABSL_LOCKS_EXCLUDED(mu_);
  void AnswerQuery(const v1::Settle& settle) ABSL_LOCKS_EXCLUDED(mu_);
  bool IsInWork(const Key& key) const ABSL_LOCKS_EXCLUDED(mu_);
  // Writes how an attempt ended; what the store cannot write now is kept for RetryWrites. Whether
  // it is on disk.
  bool Write(const AttemptEnd& end) ABSL_LOCKS_EXCLUDED(mu_);
  void Report(const AttemptEnd& end, bool is_written);
  void RetryWrites() ABSL_LOCKS_EXCLUDED(mu_);
  bool TryWrite(const AttemptEnd& end);

  EdgeStore& store_;
  AgentPort& agents_;
  const clock::Clock& clock_;
  const ActEvents events_;

  std::atomic<bool> is_draining_ = false;
  mutable absl::Mutex mu_;
  absl::flat_hash_set<Key> in_work_ ABSL_GUARDED_BY(mu_);
  std::vector<AttemptEnd> unwritten_ ABSL_GUARDED_BY(mu_);

  // Last, so that their threads end first.
  threads::FairPool acts_;  // a lane a source
  threads::FairPool stops_;
  threads::FairPool questions_;  // one lane, of the disk
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ACT_RUNNER_H_

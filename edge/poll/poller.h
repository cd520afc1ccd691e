#ifndef COLLIE_EDGE_POLL_POLLER_H_
#define COLLIE_EDGE_POLL_POLLER_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/config/sources_file.h"
#include "crew/threads/steady_condition.h"
#include "edge/agent/agent_reader.h"
#include "edge/agent/known_agent.h"
#include "edge/poll/epochs.h"
#include "edge/poll/interest.h"
#include "edge/poll/pane_reader.h"
#include "edge/poll/source_state.h"
#include "edge/view/host_view.h"

namespace collie::edge {

// Reads one agent on a thread of its own and puts what it shows into the host's view: a snapshot
// and the conversations that changed with it in one step. Waits for no other source. The rules are
// in SourceState and PaneReader; this carries them out.
//
// Thread-safe, but Start and Stop, which the owner calls once each. Lock order: mu_ is a leaf.
class Poller {
 public:
  // What all pollers share; outlives them.
  struct Host {
    const clock::Clock& clock;
    HostView& view;
    Interest& interest;
    Epochs& epochs;
    Cadence cadence;
  };

  // Shows the source as starting, and reads nothing before Start.
  Poller(config::SourceEntry entry, Host host);
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  void Start();
  // Ends the read under way; returns when the thread has ended.
  void Stop();

  // Reads the agent at once, or once more when it is just being read.
  void PollNow();
  // An act on this conversation ended (empty: none of its own): reads the agent at once, without
  // the tag, and a socket's once more a moment later; the conversation with it.
  void PollAfterAct(const std::string& pane);
  // The interest may have changed.
  void InterestChanged();

  const config::SourceEntry& entry() const { return entry_; }
  // The last good reads; nullopt before the first.
  std::optional<KnownAgent> Known() const;

 private:
  // Group 1: of the poller's thread alone.
  void Run();
  bool WaitUntilDue(SourceState::Plan* plan);
  void Poll(const SourceState::Plan& plan);
  void ReadHello(int version);
  void ReadSnapshot(const std::string& etag);
  void TakeSnapshot(SnapshotRead read, clock::Steady asked_at);
  // What a read of a conversation means for the round that it is one of.
  enum class Round { kGoesOn, kIsOver, kIsBad };
  void ReadPanes(bool snapshot_changed);
  Round ReadPane(const std::string& pane, SourceNews* news);
  Round TakeFailure(const std::string& pane, const ReadFailure& failure, SourceNews* news);
  // The conversations that acts of ours were about, of this round.
  std::set<std::string> TakeActedOn();
  void Show(SourceNews news, bool with_panes);
  ShownSource ShowSource() const;
  std::vector<ShownPane> ShowPanes();
  int SnapshotLeftOut() const;
  // Logs how many entries are left out, when that changed.
  void ReportLeftOut(int count);

  const config::SourceEntry entry_;
  const std::string address_id_;
  const Host host_;
  AgentReader reader_;  // Cancel from any thread

  SourceState state_;
  PaneReader panes_;
  wire::Hello hello_;        // the newest
  wire::Hello shown_hello_;  // of the epoch whose panes are shown
  std::shared_ptr<const wire::Snapshot> snapshot_;
  AgentClock agent_clock_;
  int left_out_ = 0;  // as it was logged last

  // Group 2: shared.
  mutable absl::Mutex mu_;
  threads::SteadyCondition woken_;
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  bool poll_now_ ABSL_GUARDED_BY(mu_) = false;
  bool acted_ ABSL_GUARDED_BY(mu_) = false;
  std::map<std::string, int> acted_on_ ABSL_GUARDED_BY(mu_);  // rounds that read it for the act
  bool watched_ ABSL_GUARDED_BY(mu_) = false;
  std::set<std::string> wanted_ ABSL_GUARDED_BY(mu_);
  std::optional<KnownAgent> known_ ABSL_GUARDED_BY(mu_);

  std::thread thread_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_POLLER_H_

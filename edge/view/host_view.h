#ifndef COLLIE_EDGE_VIEW_HOST_VIEW_H_
#define COLLIE_EDGE_VIEW_HOST_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "edge/view/conversations.h"
#include "edge/view/shown.h"
#include "edge/view/source_batch.h"

namespace collie::edge {

// What this host shows. Pollers put whole states in one step; the uplink, the one reader, takes
// frames with what the relay does not have. An update that was not taken yet is replaced by a newer
// one: what waits is a set of keys, however slow the uplink is.
//
// Thread-safe: one mutex, held for no callback.
class HostView {
 public:
  explicit HostView(const clock::Clock& clock) : clock_(clock) {}

  // --- For the pollers.

  // Applies the result of a poll, in one step.
  void Put(const std::string& source, SourceNews news);
  // The source is not in sources.json any more, or its address is another one: its panes and items
  // go.
  void Remove(const std::string& source);

  // --- For the uplink.

  // The conversations whose items the relay asked for (keys without member), whole. A new one is
  // sent from its start.
  void SetWanted(const std::set<ids::ConversationKey>& wanted);
  // A new stream. `known` is what its relay has of the sources: of those that are read from the
  // same run of the same agent the panes that differ are sent, everything else whole and anew.
  void BeginStream(const std::vector<v1::KnownSource>& known = {});
  // Takes the next frame: parts of source updates (those of one source in a row, the last one
  // committing), removed sources, the in-sync mark after the first whole state, parts of
  // conversation updates. A source that was never read since this start is sent without `whole`, so
  // that the relay keeps the last good panes it has. Parts are about `max_bytes`. False: there is
  // nothing to send.
  bool NextFrame(v1::EdgeFrame* frame, size_t max_bytes);
  // Is called, from any thread and without locks, whenever NextFrame may have something. After this
  // returns, a call of the one before may still be running.
  void SetOnChange(std::function<void()> on_change);

  // --- For acts.

  // How a question of a conversation (its key without member) ended, as the reads of that epoch
  // told; nullopt: none of them told.
  std::optional<v1::ClosedAsk> FindDecision(const ids::ConversationKey& key,
                                            const ids::Epoch& epoch,
                                            const ids::AskId& ask_id) const;

  // --- For heartbeats and the control socket.

  // How long ago each source was read, of those that were.
  std::vector<v1::SourceAge> Ages() const;
  // The sources by name, with their ages; what is left out of a source counts that of its panes.
  std::vector<v1::Source> List() const;

 private:
  struct SourceEntry {
    ShownSource shown;
    bool panes_known = false;        // read, or known to be none
    std::vector<std::string> order;  // of the panes, the agent's
    std::map<std::string, std::shared_ptr<const ShownPane>> panes;
    // What the relay does not have.
    uint64_t waiting_since = 0;  // 0: nothing waits
    bool whole_waits = false;
    std::string epoch_sent;  // that the relay has of it
    std::set<std::string> changed_panes;
    std::set<std::string> removed_panes;

    // The next update replaces all that the relay has.
    void SendWhole();
    // The relay has these panes. False: they are of another agent, or too many of them are gone.
    bool SendDifference(const v1::KnownSource& known);
  };

  SourceEntry& EntryLocked(const std::string& source) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void MarkLocked(SourceEntry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void PutPanesLocked(SourceEntry& entry, std::vector<ShownPane> panes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool NextPartLocked(v1::EdgeFrame* frame, size_t max_bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool BeginSourceLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool NextConversationLocked(v1::EdgeFrame* frame) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  SourceReason MissingReasonLocked(const ids::ConversationKey& key, SourceReason failure) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void Changed();

  const clock::Clock& clock_;

  mutable absl::Mutex mu_;
  std::map<std::string, SourceEntry> sources_ ABSL_GUARDED_BY(mu_);
  std::set<std::string> left_ ABSL_GUARDED_BY(mu_);     // names that were removed in this start
  std::set<std::string> removed_ ABSL_GUARDED_BY(mu_);  // of these, not sent to the relay yet
  Conversations conversations_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> waiting_conversations_ ABSL_GUARDED_BY(mu_);
  uint64_t next_turn_ ABSL_GUARDED_BY(mu_) = 1;
  bool in_sync_ ABSL_GUARDED_BY(mu_) = false;
  std::variant<std::monostate, SourceBatch, ConversationBatch> under_way_ ABSL_GUARDED_BY(mu_);
  std::function<void()> on_change_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_VIEW_HOST_VIEW_H_

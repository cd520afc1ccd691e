#ifndef COLLIE_RELAY_MERGE_CREW_VIEW_H_
#define COLLIE_RELAY_MERGE_CREW_VIEW_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/ended_one_use.h"
#include "relay/merge/held_cuts.h"
#include "relay/merge/merged_crew.h"
#include "relay/merge/stream_id.h"
#include "relay/merge/view_changes.h"

namespace collie::relay {

// The state of all hosts, merged: what every API shows and every check reads. What cannot be
// reached keeps its last good state. Each change has a revision; a change costs O(change), and a
// reader, however slow, holds the lock for O(1). Thread-safe; one mutex over a MergedCrew, never
// held across a callback but Keep.
class CrewView {
 public:
  static constexpr size_t kMemberBytes = MergedCrew::kMemberBytes;
  static constexpr size_t kMemberSources = MergedCrew::kMemberSources;

  using Options = CrewOptions;
  using Target = MergedCrew::Target;
  using AskPlace = MergedCrew::AskPlace;
  using Rows = MergedCrew::Rows;

  // Takes the changes of one step to the disk, so that a restarted relay is never blank. Called
  // under the view's lock, in the order of the steps: it only hands over.
  using Keep = std::function<void(const ViewChanges&)>;

  // Names the keys that a step changed; one empty key: any may have.
  using Changed = std::function<void(const std::vector<ids::ConversationKey>& keys)>;

  CrewView(Options options, const clock::Clock& clock, Keep keep);

  // Called after every step that changed something, on the thread that made it, with no lock held.
  // Set before the first one.
  void OnChange(Changed callback) { on_change_ = std::move(callback); }

  // --- Start: what was kept on disk, all members disconnected; and the counts of one-use ids.
  void Restore(const std::vector<MemberSnapshot>& members);
  void SetAskCount(const std::string& ask_key, int64_t count);

  // --- The roster: a member is listed from its enrolment to its removal.
  void PutMember(const ids::MemberId& id, const std::string& label, bool ephemeral);
  void RemoveMember(const std::string& id);

  // --- The link of a member. What a stream says changes nothing once a newer one of its member was
  // told of.
  // The stream is up, and is the newest. A member that is not listed stays so.
  // A newer stream was admitted and may show its sources, though its link is not up before what its
  // edge holds is on disk.
  void BeginStream(const StreamId& stream);
  void LinkUp(const StreamId& stream, const std::string& version);
  // The stream is over, whether it was up or not.
  void LinkLost(const StreamId& stream);
  // The stream was refused, and its member may be locked: why, one sentence. Until the next LinkUp.
  // Of a member that an earlier run of the relay locked: stream 0.
  // Whether that is news.
  bool RefuseLink(const StreamId& stream, bool is_locked, const std::string& why);
  // A frame came; with the ages of a heartbeat. Raises no revision.
  void ApplyHeartbeat(const StreamId& stream, const v1::Heartbeat& heartbeat);
  // A whole or partial update that SourceStage completed: taken in one step. A source that does not
  // fit its member's budget (`is_over`: the update alone did not) is shown unreachable, without its
  // panes and with the reason, until a whole update of it fits. Past kMemberSources it is left out.
  // Whether something is left out now that was not before.
  bool Apply(const StreamId& stream, const v1::SourceUpdate& update, bool is_over = false);
  void RemoveSource(const StreamId& stream, const std::string& source);
  // The first whole state of a stream is complete: sources not in `named` are gone.
  void KeepOnlySources(const StreamId& stream, const absl::flat_hash_set<std::string>& named);

  // --- Acts.
  Target FindTarget(const ids::ConversationKey& key) const;
  // The open ask behind a one-use id.
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) const;
  // What a one-use id stood for that has ended of late.
  std::optional<EndedOneUse::Place> FindEndedOneUse(const std::string& one_use_id) const;
  void SetBusy(const ids::ConversationKey& key, bool busy);
  // The count of a question rose: it gets a new one-use id.
  void RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count);

  // --- Readers.
  // A copy of the crew; the lock is not held while it is made.
  CrewSnapshot Snapshot(const ViewFilter& filter = {}) const;
  // Of one conversation, without a copy.
  Rows FindRows(const ids::ConversationKey& key) const;
  const std::string& incarnation() const { return names_.incarnation; }
  uint64_t revision() const;
  // The crew now, to be read at once and dropped: what it holds stays in memory.
  std::shared_ptr<const CrewCut> Cut() const;
  // The crew at a revision above `above`, to be read in parts by whoever is slow: see HeldCuts.
  std::shared_ptr<HeldCut> Hold(uint64_t above);

  size_t CountMembers() const;
  // What is kept of a member's sources, for the welcome of its edge. Those past some megabytes are
  // left out, and so are those without panes: their edge sends them whole.
  std::vector<v1::KnownSource> KnownSources(const std::string& member) const;

  // Runs timers: members whose grace is over are disconnected. Call about once a second.
  void Tick();

 private:
  // Runs `change(crew)` as one step under the lock, then notifies the listener.
  template <typename Change>
  void Step(Change change);

  std::shared_ptr<const CrewCut> CutLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const clock::Clock& clock_;
  const CrewSnapshot names_;  // of the crew; no members
  const Keep keep_;
  Changed on_change_;

  mutable absl::Mutex mu_;
  MergedCrew crew_ ABSL_GUARDED_BY(mu_);
  mutable std::shared_ptr<const CrewCut> cut_ ABSL_GUARDED_BY(mu_);  // null: not made yet
  HeldCuts held_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_VIEW_H_

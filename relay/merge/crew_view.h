#ifndef COLLIE_RELAY_MERGE_CREW_VIEW_H_
#define COLLIE_RELAY_MERGE_CREW_VIEW_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/ended_one_use.h"
#include "relay/merge/merged_crew.h"
#include "relay/merge/stream_id.h"
#include "relay/merge/view_changes.h"

namespace collie::relay {

// The state of all hosts, merged: what every API shows and every check reads. What cannot be
// reached keeps its last good state. Each change has a revision; a change costs O(change).
// Thread-safe; one mutex over a MergedCrew, never held across a callback but Keep.
class CrewView {
 public:
  static constexpr size_t kMemberBytes = MergedCrew::kMemberBytes;
  static constexpr size_t kMemberSources = MergedCrew::kMemberSources;

  using Options = CrewOptions;
  using Target = MergedCrew::Target;
  using AskPlace = MergedCrew::AskPlace;

  // Takes the changes of one step to the disk, so that a restarted relay is never blank. Called
  // under the view's lock, in the order of the steps: it only hands over.
  using Keep = std::function<void(const ViewChanges&)>;

  CrewView(Options options, const clock::Clock& clock, Keep keep)
      : incarnation_(options.incarnation),
        keep_(std::move(keep)),
        crew_(std::move(options), clock) {}

  // Called after every step that changed something, on the thread that made it, with no lock held.
  // Set before the first one.
  void OnChange(std::function<void()> callback) { on_change_ = std::move(callback); }

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
  CrewSnapshot Snapshot(const ViewFilter& filter = {}) const;
  const std::string& incarnation() const { return incarnation_; }
  uint64_t revision() const;
  // What changed after `revision`, as one delta in parts (each but the last says `more`); nullopt
  // when a reader there has to begin again. `*reached` is the revision to ask with next. Ends after
  // `most` keys or about 1 MiB, and never inside a step, however large.
  std::optional<std::vector<v1::CrewDelta>> ChangesSince(uint64_t revision,
                                                         const ViewFilter& filter, size_t most,
                                                         uint64_t* reached) const;

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

  const std::string incarnation_;
  const Keep keep_;
  std::function<void()> on_change_;

  mutable absl::Mutex mu_;
  MergedCrew crew_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_VIEW_H_

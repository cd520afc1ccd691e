#ifndef COLLIE_RELAY_MERGE_CREW_VIEW_H_
#define COLLIE_RELAY_MERGE_CREW_VIEW_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "relay/merge/ask_doors.h"
#include "relay/merge/change_log.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/ended_one_use.h"
#include "relay/merge/member_entry.h"
#include "relay/merge/view_changes.h"

namespace collie::relay {

// Which part of the crew a reader wants. Empty fields: all.
struct ViewFilter {
  std::string member;
  std::string source;
  std::string pane;

  bool Wants(const ids::ConversationKey& key) const;
};

// The state of all hosts, merged: what every door shows and every check reads. What cannot be
// reached keeps its last good state. Each change has a revision; a change costs O(change).
// Thread-safe; one mutex, never held across a callback.
class CrewView {
 public:
  static constexpr size_t kMemberBytes = 64 << 20;  // of panes, for one member
  static constexpr size_t kMemberSources = 256;

  struct Options {
    std::string incarnation;  // names this numbering of revisions
    std::string crew_id;
    std::string crew_name;
    std::string ask_key;  // AskDoors
    size_t member_bytes = kMemberBytes;
  };

  // Takes the changes of one step to the disk, so that a restarted relay is never blank. Called
  // under the view's lock, in the order of the steps: it only hands over.
  using Keep = std::function<void(const ViewChanges&)>;

  CrewView(Options options, const clock::Clock& clock, Keep keep);

  // --- Start: what was kept on disk, all members disconnected; and the counts of ask doors.
  void Restore(const std::vector<MemberSnapshot>& members);
  void SetAskCount(const std::string& ask_key, int64_t count);

  // --- The roster: a member is listed from its enrolment to its removal.
  void PutMember(const std::string& id, const std::string& label, bool ephemeral);
  void RemoveMember(const std::string& id);

  // --- The link of a member.
  void LinkUp(const std::string& member, const std::string& version);
  void LinkLost(const std::string& member);
  // Its link was refused, and it may be locked: why, one sentence. Until the next LinkUp. Whether
  // that is news.
  bool RefuseLink(const std::string& member, bool is_locked, const std::string& why);
  // A frame came; with the ages of a heartbeat. Raises no revision.
  void Heard(const std::string& member, const v1::Heartbeat& heartbeat);
  // A whole or partial update that SourceStage completed: taken in one step. RESOURCE_EXHAUSTED:
  // the member is over its budget of bytes or sources; its stream has to end.
  absl::Status Apply(const std::string& member, const v1::SourceUpdate& update);
  void RemoveSource(const std::string& member, const std::string& source);
  // The first whole state of a stream is complete: sources not in `named` are gone.
  void KeepOnlySources(const std::string& member, const absl::flat_hash_set<std::string>& named);

  // --- Acts.
  struct Target {
    std::optional<v1::Member> member;
    std::optional<v1::Source> source;  // with the state that people see
    std::string address_id;            // of the source
    std::optional<v1::Pane> pane;
  };
  Target Look(const ids::ConversationKey& key) const;
  struct AskPlace {
    ids::ConversationKey conversation;
    v1::Ask ask;
  };
  // The open ask behind a one-use id.
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) const;
  // What a one-use id stood for that has ended of late.
  std::optional<EndedOneUse::Place> FindEndedOneUse(const std::string& one_use_id) const;
  void SetBusy(const ids::ConversationKey& key, bool busy);
  // The count of an ask door rose: the ask gets a new one-use id.
  void RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count);

  // --- Readers.
  CrewSnapshot Snapshot(const ViewFilter& filter = {}) const;
  const std::string& incarnation() const { return options_.incarnation; }
  uint64_t revision() const;
  // What changed after `revision`; nullopt when a reader there has to begin again. `*reached` is
  // the revision to ask with next. At least `most` keys when there are so many, and never half a
  // step.
  std::optional<v1::CrewDelta> ChangesSince(uint64_t revision, const ViewFilter& filter,
                                            size_t most, uint64_t* reached) const;
  // Called after every step, on the thread that made it, with no lock held. Set before the first
  // one.
  void OnChange(std::function<void()> callback);

  // Time passes: members whose grace is over are disconnected. Call about once a second.
  void Tick();

 private:
  v1::Member MemberNow(const MemberEntry& entry) const;
  v1::Source SourceNow(const MemberEntry& member, const SourceEntry& entry) const;
  v1::Pane PaneNow(const ids::ConversationKey& key, const PaneEntry& entry) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);

  MemberEntry& MemberLocked(const std::string& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TouchMemberLocked(const MemberEntry& member, bool with_sources)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void ApplyLocked(MemberEntry& member, const v1::SourceUpdate& update)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void PutPaneLocked(MemberEntry& member, SourceEntry& source, const v1::Pane& pane)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void RemovePaneLocked(MemberEntry& member, SourceEntry& source, const std::string& pane)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void RemoveSourceLocked(MemberEntry& member, const std::string& source)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void UnlistAsksLocked(const ids::ConversationKey& key, const PaneEntry& pane, bool are_spent)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void ListAsksLocked(const ids::ConversationKey& key, const std::string& epoch, PaneEntry& pane)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void AddToDeltaLocked(const ChangeLog::Change& change, uint64_t since, v1::CrewDelta* delta) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // Runs `step` as one step under the lock, then tells the listener.
  void Step(const std::function<void()>& step);

  const Options options_;
  const clock::Clock& clock_;
  const Keep keep_;
  std::function<void()> on_change_;

  mutable absl::Mutex mu_;
  std::map<std::string, MemberEntry> members_ ABSL_GUARDED_BY(mu_);
  ChangeLog changes_ ABSL_GUARDED_BY(mu_);
  ViewChanges unkept_ ABSL_GUARDED_BY(mu_);  // of the step under way
  AskDoors doors_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, ids::ConversationKey> one_use_ ABSL_GUARDED_BY(mu_);
  EndedOneUse ended_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_set<ids::ConversationKey> busy_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_VIEW_H_

#ifndef COLLIE_RELAY_MERGE_MERGED_CREW_H_
#define COLLIE_RELAY_MERGE_MERGED_CREW_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/time/time.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "relay/merge/change_log.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/ended_one_use.h"
#include "relay/merge/held_cuts.h"
#include "relay/merge/member_entry.h"
#include "relay/merge/one_tap_asks.h"
#include "relay/merge/stream_id.h"
#include "relay/merge/view_changes.h"
#include "relay/merge/view_filter.h"

namespace collie::relay {

struct CrewOptions {
  static constexpr size_t kMemberBytes = 64 << 20;

  std::string incarnation;  // names this numbering of revisions
  std::string crew_id;
  std::string crew_name;
  std::string ask_key;                       // OneTapAsks
  size_t member_bytes = kMemberBytes;        // of rows, for one member
  size_t held_bytes = HeldCuts::kMostBytes;  // of replaced rows, for slow readers
};

// The crew as CrewView holds it under its lock: see there for what each call means. What changes
// between two calls of Cut is one step. Pure; not thread-safe.
class MergedCrew {
 public:
  static constexpr size_t kMemberBytes = CrewOptions::kMemberBytes;
  static constexpr size_t kMemberSources = 256;
  static constexpr size_t kRowBytes = 512;  // what a row costs beside its message
  // How often it is recorded on disk that this relay runs.
  static constexpr absl::Duration kAliveEvery = absl::Seconds(10);

  MergedCrew(CrewOptions options, const clock::Clock& clock);

  // What the step has for the disk.
  ViewChanges TakeUnkept() { return std::exchange(unkept_, {}); }
  uint64_t revision() const { return changes_.revision(); }
  ChangeLog& changes() { return changes_; }

  void Restore(const std::vector<MemberSnapshot>& members);
  void SetAskCount(const std::string& ask_key, int64_t count) { one_tap_.SetCount(ask_key, count); }
  void PutMember(const ids::MemberId& id, const std::string& label, bool ephemeral);
  void RemoveMember(const std::string& id);

  // A newer stream was admitted and may show its sources, though its link is not up before what its
  // edge holds is on disk.
  void BeginStream(const StreamId& stream);
  void LinkUp(const StreamId& stream, const std::string& version);
  void LinkLost(const StreamId& stream);
  bool RefuseLink(const StreamId& stream, bool is_locked, const std::string& why);
  void ApplyHeartbeat(const StreamId& stream, const v1::Heartbeat& heartbeat);
  bool Apply(const StreamId& stream, const v1::SourceUpdate& update, bool is_over);
  void RemoveSource(const StreamId& stream, const std::string& source);
  void KeepOnlySources(const StreamId& stream, const absl::flat_hash_set<std::string>& named);

  struct Target {
    std::optional<v1::Member> member;
    std::optional<v1::Source> source;  // with the state that people see
    std::string address_id;            // of the source
    std::optional<v1::Pane> pane;
  };
  Target FindTarget(const ids::ConversationKey& key) const;
  // The rows of a conversation; null what is not there.
  struct Rows {
    CrewRow::Ref source;
    CrewRow::Ref pane;
  };
  Rows FindRows(const ids::ConversationKey& key) const;
  struct AskPlace {
    ids::ConversationKey conversation;
    v1::Ask ask;
  };
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) const;
  std::optional<EndedOneUse::Place> FindEndedOneUse(const std::string& one_use_id) const {
    return ended_.Find(one_use_id);
  }
  void SetBusy(const ids::ConversationKey& key, bool busy);
  void RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count);

  CrewCut Cut() const { return changes_.Cut(); }
  CrewSnapshot Snapshot(const ViewFilter& filter) const;
  size_t CountMembers() const { return members_.size(); }
  std::vector<v1::KnownSource> KnownSources(const std::string& member) const;
  void Tick();

 private:
  // The rows that readers get, but for their ages.
  v1::Member ShownMember(const MemberEntry& entry) const;
  v1::Source ShownSource(const MemberEntry& member, const SourceEntry& entry) const;

  MemberEntry& MemberOf(const std::string& id);
  // The member, if this is the stream that speaks for it now.
  MemberEntry* NewestOf(const StreamId& stream);
  // The member, if no newer stream of it was told of: this one speaks for it from now on.
  MemberEntry* TakeNewest(const StreamId& stream);
  std::pair<MemberEntry*, SourceEntry*> FindSource(const ids::ConversationKey& key);
  void TouchMember(MemberEntry& member, bool with_sources);
  void TouchSource(const MemberEntry& member, const SourceEntry& source);
  // It is not connected any more: its sources are not either.
  void TouchUnlinked(MemberEntry& member);
  void KeepSource(const MemberEntry& member, const SourceEntry& source);
  // Null: the member has as many sources as it may.
  SourceEntry* PutSource(MemberEntry& member, const v1::SourceUpdate& update);
  void PutPanes(MemberEntry& member, SourceEntry& source, const v1::SourceUpdate& update);
  void PutPane(MemberEntry& member, SourceEntry& source, const v1::Pane& pane);
  void RemovePane(MemberEntry& member, SourceEntry& source, const std::string& pane);
  void RemovePanes(MemberEntry& member, SourceEntry& source);
  void DropSource(MemberEntry& member, const std::string& source);
  bool SetOver(const MemberEntry& member, SourceEntry& source, bool is_over);
  void UnlistAsks(const ids::ConversationKey& key, const v1::Pane& pane, bool are_spent);
  void ListAsks(const ids::ConversationKey& key, const std::string& epoch, v1::Pane& pane);

  const CrewOptions options_;
  const clock::Clock& clock_;
  std::map<std::string, MemberEntry> members_;
  ChangeLog changes_;
  ViewChanges unkept_;  // of the step under way
  OneTapAsks one_tap_;
  absl::flat_hash_map<std::string, ids::ConversationKey> one_use_;
  EndedOneUse ended_;
  absl::flat_hash_set<ids::ConversationKey> busy_;
  clock::Steady alive_at_;  // when it was recorded last on disk that this relay runs
  bool recorded_alive_ = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_MERGED_CREW_H_

#ifndef COLLIE_RELAY_MERGE_CHANGE_LOG_H_
#define COLLIE_RELAY_MERGE_CHANGE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "crew/ids/ids.h"
#include "relay/merge/crew_cut.h"
#include "relay/merge/crew_tree.h"

namespace collie::relay {

// The one order of the crew's changes. A key (a member, a source, a pane) stands once, at its
// newest revision, with its row, so what a reader has missed is a set of keys and never longer than
// the crew: a slow reader costs nothing and gets the newest state later. Removed keys stay as
// tombstones for a while, so that a reader who resumes gets them. A change costs O(log n). Pure;
// not thread-safe.
class ChangeLog {
 public:
  // Tombstones kept; a reader from before the oldest dropped one begins again.
  static constexpr size_t kTombstones = 10'000;
  // Keys named by TakeChanged; of a step with more it names the whole crew.
  static constexpr size_t kNamed = 256;

  // The key changed or is new: its row from now on.
  void Put(const ids::ConversationKey& key, CrewRow::Ref row);
  // The key is gone.
  void Remove(const ids::ConversationKey& key);

  uint64_t revision() const { return revision_; }
  // Null: it is not there, or gone.
  CrewRow::Ref Find(const ids::ConversationKey& key) const;
  // The state now. To be called between steps.
  CrewCut Cut() const { return {tree_, revision_, floor_}; }

  // The keys that changed since the last call; one empty key for the whole crew.
  std::vector<ids::ConversationKey> TakeChanged();

  // Somebody keeps the cut of this revision: what is replaced from now on and stood there stays in
  // memory, and is counted.
  void KeepCount(uint64_t kept_revision) { kept_revision_ = kept_revision; }
  // Bytes of what was counted, ever.
  size_t replaced_bytes() const { return replaced_bytes_; }

 private:
  void Write(const ids::ConversationKey& key, CrewRow::Ref row);
  void NoteChanged(const ids::ConversationKey& key);

  CrewTree tree_;
  uint64_t revision_ = 0;
  uint64_t floor_ = 0;
  std::map<uint64_t, ids::ConversationKey> tombstones_;  // by revision
  std::vector<ids::ConversationKey> changed_;
  bool is_much_changed_ = false;  // more keys than are named
  uint64_t kept_revision_ = 0;
  size_t replaced_bytes_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CHANGE_LOG_H_

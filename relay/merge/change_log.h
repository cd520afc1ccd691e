#ifndef COLLIE_RELAY_MERGE_CHANGE_LOG_H_
#define COLLIE_RELAY_MERGE_CHANGE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// The order of the crew's changes. A key (a member, a source, a pane) stands once, at its newest
// revision, so what a reader has missed is a set of keys and never longer than the crew: a slow
// reader costs nothing and gets the newest state later. Removed keys stay as tombstones for a
// while, so that a reader who resumes gets them. Pure; not thread-safe.
class ChangeLog {
 public:
  // Tombstones kept; a reader from before the oldest dropped one begins again.
  static constexpr size_t kTombstones = 10'000;

  struct Change {
    uint64_t revision = 0;
    ids::ConversationKey key;  // source or pane empty: the member or the source itself
    bool removed = false;
    uint64_t step = 0;  // changes of one step are shown together
  };

  // Opens a step: the changes until the next call belong together.
  void BeginStep() { ++step_; }
  // The key changed or is new.
  void Touch(const ids::ConversationKey& key);
  // The key is gone.
  void Remove(const ids::ConversationKey& key);

  uint64_t revision() const { return revision_; }
  // A reader at this revision can go on from it.
  bool CanResume(uint64_t revision) const { return revision >= floor_ && revision <= revision_; }
  // Changes after `revision`, oldest first: at least `most` if there are so many, and never a part
  // of one step.
  std::vector<Change> Since(uint64_t revision, size_t most) const;

 private:
  void Put(const ids::ConversationKey& key, bool removed);

  uint64_t revision_ = 0;
  uint64_t floor_ = 0;
  uint64_t step_ = 0;
  std::map<uint64_t, Change> by_revision_;
  std::set<uint64_t> tombstones_;  // their revisions
  absl::flat_hash_map<ids::ConversationKey, uint64_t> newest_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CHANGE_LOG_H_

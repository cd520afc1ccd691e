#ifndef COLLIE_RELAY_MERGE_CREW_CUT_H_
#define COLLIE_RELAY_MERGE_CREW_CUT_H_

#include <cstdint>

#include "relay/merge/crew_tree.h"
#include "relay/merge/view_filter.h"

namespace collie::relay {

// The crew as it was after one step: made in O(1), read without a lock, for as long as its reader
// needs. Immutable; pure.
class CrewCut {
 public:
  CrewCut(CrewTree tree, uint64_t revision, uint64_t floor)
      : tree_(std::move(tree)), revision_(revision), floor_(floor) {}

  uint64_t revision() const { return revision_; }
  // A reader at this revision gets here by what changed since. False: it may lack a removal.
  bool CanResume(uint64_t revision) const { return revision >= floor_ && revision <= revision_; }

  // Calls `visit` for each row in the filter that is newer than `since`, removals too, after the
  // key `after` (null: all), in the order of keys: what holds a row comes before it. Ends when
  // `visit` returns false; returns whether it never did.
  bool Visit(const ViewFilter& filter, const ids::ConversationKey* after, uint64_t since,
             CrewTree::Visitor visit) const;

 private:
  CrewTree tree_;
  uint64_t revision_ = 0;
  uint64_t floor_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_CUT_H_

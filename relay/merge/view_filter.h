#ifndef COLLIE_RELAY_MERGE_VIEW_FILTER_H_
#define COLLIE_RELAY_MERGE_VIEW_FILTER_H_

#include <string>
#include <vector>

#include "crew/ids/ids.h"

namespace collie::relay {

// Keys that share the first `depth` fields with `key`: 0 all, 1 a member with all that it has, 2 a
// source with its panes, 3 the key alone. A range is one stretch in the order of keys.
struct KeyRange {
  ids::ConversationKey key;
  int depth = 0;

  // Below 0: `other` is before the range; 0: in it; above 0: after it.
  int Compare(const ids::ConversationKey& other) const;
};

// Which part of the crew a reader wants. Empty fields: all.
struct ViewFilter {
  std::string member;
  std::string source;
  std::string pane;

  // Also the rows that hold what is wanted: the member of a source, the source of a pane.
  bool Wants(const ids::ConversationKey& key) const;
  // Where what it wants is, in the order of keys; Wants decides for each key there.
  std::vector<KeyRange> Ranges() const;
  // The narrowest key that all it wants is in, or above.
  ids::ConversationKey Scope() const;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_VIEW_FILTER_H_

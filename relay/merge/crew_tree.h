#ifndef COLLIE_RELAY_MERGE_CREW_TREE_H_
#define COLLIE_RELAY_MERGE_CREW_TREE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/functional/function_ref.h"
#include "crew/ids/ids.h"
#include "relay/merge/crew_row.h"
#include "relay/merge/view_filter.h"

namespace collie::relay {

// What stands at one key (a member, a source, a pane) since a revision: its row, or that it is
// gone.
struct CrewEntry {
  ids::ConversationKey key;  // source or pane empty: the member or the source itself
  uint64_t revision = 0;
  CrewRow::Ref row;

  bool IsRemoved() const { return row->kind() == CrewRow::Kind::kRemoval; }
};

// An immutable ordered map from key to entry: With and Without return another one, which shares all
// but O(log n) of it. So a copy is O(1), and whoever holds one reads the crew as it was, without a
// lock. Weight-balanced. Thread-safe, as what never changes is; pure.
class CrewTree {
 public:
  using Visitor = absl::FunctionRef<bool(const CrewEntry&)>;

  CrewTree() = default;

  // Null: there is none. Valid as long as a tree that has it.
  const CrewEntry* Find(const ids::ConversationKey& key) const;
  // With this entry, in place of the one of its key.
  CrewTree With(CrewEntry entry) const;
  CrewTree Without(const ids::ConversationKey& key) const;
  size_t size() const;

  // Calls `visit` for the entries in `range` that are newer than the revision `since` and after the
  // key `after` (null: all), in the order of keys, until it returns false. Returns whether it never
  // did. What is older is passed over whole: O(log n) for each that is visited.
  bool Visit(const KeyRange& range, const ids::ConversationKey* after, uint64_t since,
             Visitor visit) const;

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Balance;

  explicit CrewTree(Link root) : root_(std::move(root)) {}

  Link root_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_TREE_H_

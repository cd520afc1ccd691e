#include "relay/merge/crew_cut.h"

namespace collie::relay {

bool CrewCut::Visit(const ViewFilter& filter, const ids::ConversationKey* after, uint64_t since,
                    CrewTree::Visitor visit) const {
  const auto wanted = [&](const CrewEntry& entry) {
    return !filter.Wants(entry.key) || visit(entry);
  };
  for (const KeyRange& range : filter.Ranges()) {
    if (!tree_.Visit(range, after, since, wanted)) return false;
  }
  return true;
}

}  // namespace collie::relay

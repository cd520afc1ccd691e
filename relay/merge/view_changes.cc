#include "relay/merge/view_changes.h"

#include <utility>

namespace collie::relay {
namespace {

using ids::ConversationKey;

// Whether `key` is `root` or below it.
bool IsWithin(const ConversationKey& key, const ConversationKey& root) {
  return key.member == root.member && (root.source.empty() || key.source == root.source) &&
         (root.pane.empty() || key.pane == root.pane);
}

}  // namespace

void ViewChanges::Put(const v1::Member& member) {
  Write({member.id(), "", ""}, 0, member.SerializeAsString());
}

void ViewChanges::PutSource(const std::string& member, const v1::Source& source) {
  Write({member, source.name(), ""}, 0, source.SerializeAsString());
}

void ViewChanges::PutPane(const std::string& member, const std::string& source, int64_t place,
                          const v1::Pane& pane) {
  Write({member, source, pane.id()}, place, pane.SerializeAsString());
}

void ViewChanges::Remove(const v1::Removal& removal) {
  RemoveAll({removal.member(), removal.source(), removal.pane()});
}

void ViewChanges::Append(const ViewChanges& newer) {
  for (const auto& [key, change] : newer.changes_) {
    if (change.removes) RemoveAll(key);
    if (change.writes) Write(key, change.place, change.state);
  }
}

void ViewChanges::Write(ConversationKey key, int64_t place, std::string state) {
  Change& change = changes_[std::move(key)];
  change.writes = true;
  change.place = place;
  change.state = std::move(state);
}

void ViewChanges::RemoveAll(const ConversationKey& key) {
  auto first = changes_.lower_bound(key);
  auto last = first;
  while (last != changes_.end() && IsWithin(last->first, key)) ++last;
  changes_.erase(first, last);
  changes_[key].removes = true;
}

}  // namespace collie::relay

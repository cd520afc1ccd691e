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

void ViewChanges::Put(const v1::Member& member, std::optional<absl::Time> seen_at) {
  Write({member.id(), "", ""}, member.SerializeAsString()).seen_at = seen_at;
}

void ViewChanges::PutSource(const std::string& member, const v1::Source& source,
                            std::optional<absl::Time> read_at) {
  Write({member, source.name(), ""}, source.SerializeAsString()).seen_at = read_at;
}

void ViewChanges::PutPane(const std::string& member, const std::string& source, int64_t place,
                          const v1::Pane& pane) {
  Write({member, source, pane.id()}, pane.SerializeAsString()).place = place;
}

void ViewChanges::Remove(const v1::Removal& removal) {
  RemoveAll({removal.member(), removal.source(), removal.pane()});
}

void ViewChanges::Append(const ViewChanges& newer) {
  if (newer.alive_at_) alive_at_ = newer.alive_at_;
  for (const auto& [key, change] : newer.changes_) {
    if (change.removes) RemoveAll(key);
    if (!change.writes) continue;
    Change& written = Write(key, change.state);
    written.place = change.place;
    written.seen_at = change.seen_at;
  }
}

ViewChanges::Change& ViewChanges::Write(ConversationKey key, std::string state) {
  Change& change = changes_[std::move(key)];
  change.writes = true;
  change.state = std::move(state);
  return change;
}

void ViewChanges::RemoveAll(const ConversationKey& key) {
  auto first = changes_.lower_bound(key);
  auto last = first;
  while (last != changes_.end() && IsWithin(last->first, key)) ++last;
  changes_.erase(first, last);
  changes_[key].removes = true;
}

}  // namespace collie::relay

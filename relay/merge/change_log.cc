#include "relay/merge/change_log.h"

namespace collie::relay {

void ChangeLog::Touch(const ids::ConversationKey& key) { Put(key, /*removed=*/false); }

void ChangeLog::Remove(const ids::ConversationKey& key) {
  Put(key, /*removed=*/true);
  if (tombstones_.size() <= kTombstones) return;
  const uint64_t oldest = *tombstones_.begin();
  floor_ = oldest;
  tombstones_.erase(oldest);
  newest_.erase(by_revision_.at(oldest).key);
  by_revision_.erase(oldest);
}

std::vector<ChangeLog::Change> ChangeLog::Since(uint64_t revision, size_t most) const {
  std::vector<Change> changes;
  for (auto it = by_revision_.upper_bound(revision); it != by_revision_.end(); ++it) {
    if (changes.size() >= most && it->second.step != changes.back().step) break;
    changes.push_back(it->second);
  }
  return changes;
}

void ChangeLog::Put(const ids::ConversationKey& key, bool removed) {
  const uint64_t revision = ++revision_;
  auto [entry, is_new] = newest_.try_emplace(key, revision);
  if (!is_new) {
    by_revision_.erase(entry->second);
    tombstones_.erase(entry->second);
    entry->second = revision;
  }
  by_revision_[revision] = Change{revision, key, removed, step_};
  if (removed) tombstones_.insert(revision);
}

}  // namespace collie::relay

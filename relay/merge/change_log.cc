#include "relay/merge/change_log.h"

namespace collie::relay {

void ChangeLog::Put(const ids::ConversationKey& key, CrewRow::Ref row) {
  Write(key, std::move(row));
}

void ChangeLog::Remove(const ids::ConversationKey& key) {
  Write(key, CrewRow::OfRemoval(key));
  tombstones_[revision_] = key;
  if (tombstones_.size() <= kTombstones) return;
  const auto oldest = tombstones_.begin();
  floor_ = oldest->first;
  tree_ = tree_.Without(oldest->second);
  tombstones_.erase(oldest);
}

CrewRow::Ref ChangeLog::Find(const ids::ConversationKey& key) const {
  const CrewEntry* entry = tree_.Find(key);
  return entry == nullptr || entry->IsRemoved() ? nullptr : entry->row;
}

void ChangeLog::Write(const ids::ConversationKey& key, CrewRow::Ref row) {
  if (const CrewEntry* old = tree_.Find(key)) {
    if (old->IsRemoved()) tombstones_.erase(old->revision);
    if (old->revision <= kept_revision_) replaced_bytes_ += old->row->bytes();
  }
  tree_ = tree_.With({key, ++revision_, std::move(row)});
  NoteChanged(key);
}

void ChangeLog::NoteChanged(const ids::ConversationKey& key) {
  if (changed_.size() < kNamed) {
    changed_.push_back(key);
  } else {
    is_much_changed_ = true;
  }
}

std::vector<ids::ConversationKey> ChangeLog::TakeChanged() {
  std::vector<ids::ConversationKey> changed = std::exchange(changed_, {});
  if (std::exchange(is_much_changed_, false)) changed.assign(1, {});
  return changed;
}

}  // namespace collie::relay

#include "edge/poll/epochs.h"

#include <utility>

namespace collie::edge {

void Epochs::SetOrder(const std::vector<ids::SourceName>& names) {
  absl::MutexLock lock(&mu_);
  std::vector<Entry> ordered;
  for (const ids::SourceName& name : names) {
    Entry& entry = ordered.emplace_back(Entry{name, {}});
    for (const Entry& old : entries_) {
      if (old.name == name) entry.epoch = old.epoch;
    }
  }
  entries_ = std::move(ordered);
}

void Epochs::Set(const ids::SourceName& name, const ids::Epoch& epoch) {
  absl::MutexLock lock(&mu_);
  for (Entry& entry : entries_) {
    if (entry.name == name) entry.epoch = epoch;
  }
}

void Epochs::Clear(const ids::SourceName& name) { Set(name, {}); }

ids::SourceName Epochs::EarlierWith(const ids::SourceName& name, const ids::Epoch& epoch) const {
  absl::MutexLock lock(&mu_);
  for (const Entry& entry : entries_) {
    if (entry.name == name) break;
    if (!epoch.empty() && entry.epoch == epoch) return entry.name;
  }
  return {};
}

}  // namespace collie::edge

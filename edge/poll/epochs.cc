#include "edge/poll/epochs.h"

#include <utility>

namespace collie::edge {

void Epochs::SetOrder(const std::vector<std::string>& names) {
  absl::MutexLock lock(&mu_);
  std::vector<Entry> ordered;
  for (const std::string& name : names) {
    Entry& entry = ordered.emplace_back(Entry{name, ""});
    for (const Entry& old : entries_) {
      if (old.name == name) entry.epoch = old.epoch;
    }
  }
  entries_ = std::move(ordered);
}

void Epochs::Set(const std::string& name, const std::string& epoch) {
  absl::MutexLock lock(&mu_);
  for (Entry& entry : entries_) {
    if (entry.name == name) entry.epoch = epoch;
  }
}

void Epochs::Clear(const std::string& name) { Set(name, ""); }

std::string Epochs::EarlierWith(const std::string& name, const std::string& epoch) const {
  absl::MutexLock lock(&mu_);
  for (const Entry& entry : entries_) {
    if (entry.name == name) break;
    if (!epoch.empty() && entry.epoch == epoch) return entry.name;
  }
  return "";
}

}  // namespace collie::edge

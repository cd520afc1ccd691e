#include "edge/poll/interest.h"

#include <utility>

namespace collie::edge {

void Interest::Set(const v1::Interest& interest) {
  {
    absl::MutexLock lock(&mu_);
    every_source_ = interest.every_source();
    watched_ = {interest.sources().begin(), interest.sources().end()};
    asked_for_.clear();
    for (const v1::Conversation& asked : interest.conversations()) {
      if (!ids::IsName(asked.source()) || !ids::IsWireId(asked.pane())) continue;
      asked_for_.insert({"", asked.source(), asked.pane()});
    }
  }
  Changed();
}

bool Interest::IsWatched(const std::string& source) const {
  absl::MutexLock lock(&mu_);
  return every_source_ || watched_.contains(source);
}

std::set<std::string> Interest::WantedPanes(const std::string& source) const {
  std::set<std::string> panes;
  absl::MutexLock lock(&mu_);
  const ids::ConversationKey first{"", source, ""};
  for (auto key = asked_for_.lower_bound(first); key != asked_for_.end(); ++key) {
    if (key->source != source) break;
    panes.insert(key->pane);
  }
  return panes;
}

std::set<ids::ConversationKey> Interest::AskedFor() const {
  absl::MutexLock lock(&mu_);
  return asked_for_;
}

void Interest::SetOnChange(std::function<void()> on_change) {
  absl::MutexLock lock(&mu_);
  on_change_ = std::move(on_change);
}

void Interest::Changed() {
  std::function<void()> on_change;
  {
    absl::MutexLock lock(&mu_);
    on_change = on_change_;
  }
  if (on_change) on_change();
}

}  // namespace collie::edge

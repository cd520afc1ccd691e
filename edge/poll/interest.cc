#include "edge/poll/interest.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace collie::edge {

void Interest::Set(const v1::Interest& interest) {
  std::set<ids::ConversationKey> asked_for;
  for (const v1::Conversation& asked : interest.conversations()) {
    if (!ids::IsName(asked.source()) || !ids::IsWireId(asked.pane())) continue;
    asked_for.insert({"", asked.source(), asked.pane()});
  }
  Change change;
  std::function<void(const Change&)> on_change;
  {
    absl::MutexLock lock(&mu_);
    change =
        ReplaceLocked(interest.every_source(),
                      {interest.sources().begin(), interest.sources().end()}, std::move(asked_for));
    on_change = on_change_;
  }
  const bool changed = change.every_source || !change.sources.empty();
  if (changed && on_change) on_change(change);
}

Interest::Change Interest::ReplaceLocked(bool every_source, std::set<std::string> watched,
                                         std::set<ids::ConversationKey> asked_for) {
  Change change;
  change.every_source = std::exchange(every_source_, every_source) != every_source;
  std::set_symmetric_difference(watched_.begin(), watched_.end(), watched.begin(), watched.end(),
                                std::inserter(change.sources, change.sources.end()));
  std::vector<ids::ConversationKey> others;
  std::set_symmetric_difference(asked_for_.begin(), asked_for_.end(), asked_for.begin(),
                                asked_for.end(), std::back_inserter(others));
  for (const ids::ConversationKey& key : others) change.sources.insert(key.source);
  change.conversations = !others.empty();
  watched_ = std::move(watched);
  asked_for_ = std::move(asked_for);
  return change;
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

void Interest::SetOnChange(std::function<void(const Change&)> on_change) {
  absl::MutexLock lock(&mu_);
  on_change_ = std::move(on_change);
}

}  // namespace collie::edge

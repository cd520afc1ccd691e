#include "tests/edge/sources/mirror.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace collie::tests {

v1::SourceState Mirror::State::StateOf(const std::string& source) const {
  const auto found = sources.find(source);
  return found == sources.end() ? v1::SOURCE_STATE_UNSPECIFIED : found->second.source.state();
}

std::string Mirror::State::Asks(const std::string& source, const std::string& pane) const {
  std::string ids;
  const auto found = sources.find(source);
  if (found == sources.end() || !found->second.panes.contains(pane)) return "no pane";
  for (const v1::Ask& ask : found->second.panes.at(pane).asks()) {
    absl::StrAppend(&ids, ids.empty() ? "" : " ", ask.ask_id());
  }
  return ids;
}

std::string Mirror::State::Items(const std::string& conversation) const {
  std::string ids;
  const auto found = conversations.find(conversation);
  if (found == conversations.end()) return "";
  for (const v1::Item& item : found->second.items) {
    absl::StrAppend(&ids, ids.empty() ? "" : " ", item.id());
  }
  return ids;
}

Mirror::Mirror(edge::HostView& view) : view_(view) {
  view_.BeginStream();
  view_.SetOnChange([this] { Drain(); });
  Drain();
}

Mirror::~Mirror() { view_.SetOnChange(nullptr); }

bool Mirror::WaitFor(const std::function<bool(const State&)>& condition) {
  absl::MutexLock lock(&mu_);
  const auto holds = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return condition(state_); };
  return mu_.AwaitWithTimeout(absl::Condition(&holds), absl::Seconds(20));
}

Mirror::State Mirror::Now() const {
  absl::MutexLock lock(&mu_);
  return state_;
}

void Mirror::Drain() {
  absl::MutexLock draining(&drain_mu_);
  v1::EdgeFrame frame;
  while (view_.NextFrame(&frame, 2000)) {
    absl::MutexLock lock(&mu_);
    ApplyFrame(frame);
  }
}

void Mirror::ApplyFrame(const v1::EdgeFrame& frame) {
  if (frame.has_source_removed()) state_.sources.erase(frame.source_removed().name());
  if (frame.has_source()) TakeSource(frame.source());
  if (frame.has_conversation()) TakeConversation(frame.conversation());
}

void Mirror::TakeSource(const v1::SourceUpdate& update) {
  Source& known = state_.sources[update.source().name()];
  if (!staging_) staged_.panes = update.whole() ? std::map<std::string, v1::Pane>() : known.panes;
  staging_ = true;
  for (const v1::Pane& pane : update.panes()) staged_.panes[pane.id()] = pane;
  for (const std::string& pane : update.removed_panes()) staged_.panes.erase(pane);
  if (!update.commit()) return;
  staging_ = false;
  if (known.source.state() != update.source().state()) {
    state_.states.push_back(update.source().state());
  }
  staged_.source = update.source();
  known = staged_;
  ++state_.updates;
}

void Mirror::TakeConversation(const v1::ConversationUpdate& update) {
  Conversation& known = state_.conversations[absl::StrCat(update.source(), "/", update.pane())];
  known.reason = update.reason();
  if (update.reset()) known.items.clear();
  known.resets += update.reset();
  for (const v1::Item& item : update.items()) {
    const auto old = std::find_if(known.items.begin(), known.items.end(),
                                  [&item](const v1::Item& o) { return o.id() == item.id(); });
    if (old == known.items.end()) {
      known.items.push_back(item);
    } else {
      *old = item;
    }
  }
  for (const std::string& id : update.removed_items()) {
    std::erase_if(known.items, [&id](const v1::Item& item) { return item.id() == id; });
  }
}

}  // namespace collie::tests

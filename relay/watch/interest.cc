#include "relay/watch/interest.h"

#include <utility>

namespace collie::relay {
namespace {

// more at once are not sent to edges: a bound on memory only
constexpr size_t kMostTransient = 10'000;

}  // namespace

uint64_t Interest::Add(const ids::ConversationKey& look) {
  uint64_t id = 0;
  {
    absl::MutexLock lock(&mu_);
    id = next_++;
    standing_[id] = look;
  }
  Changed();
  return id;
}

void Interest::Drop(uint64_t look) {
  {
    absl::MutexLock lock(&mu_);
    if (standing_.erase(look) == 0) return;
  }
  Changed();
}

void Interest::AddTransient(const ids::ConversationKey& look) {
  {
    absl::MutexLock lock(&mu_);
    const clock::Steady until = clock_.Now() + kTransientFor;
    const auto found = transient_.find(look);
    if (found != transient_.end()) {
      found->second = until;
      return;
    }
    if (transient_.size() >= kMostTransient) return;
    transient_[look] = until;
  }
  Changed();
}

void Interest::SetHealing(std::set<ids::ConversationKey> conversations) {
  {
    absl::MutexLock lock(&mu_);
    if (healing_ == conversations) return;
    healing_ = std::move(conversations);
  }
  Changed();
}

void Interest::Tick() {
  {
    absl::MutexLock lock(&mu_);
    const clock::Steady now = clock_.Now();
    if (std::erase_if(transient_,
                      [now](const auto& transient) { return transient.second <= now; }) == 0) {
      return;
    }
  }
  Changed();
}

std::set<ids::ConversationKey> Interest::Conversations() const {
  absl::MutexLock lock(&mu_);
  std::set<ids::ConversationKey> conversations = healing_;
  for (const auto& [id, look] : standing_) {
    if (!look.pane.empty()) conversations.insert(look);
  }
  for (const auto& [look, until] : transient_) {
    if (!look.pane.empty()) conversations.insert(look);
  }
  return conversations;
}

v1::Interest Interest::Of(const std::string& member) const {
  std::set<std::string> sources;
  std::set<ids::ConversationKey> conversations;
  bool every = false;
  const auto follow = [&](const ids::ConversationKey& key) {
    if (conversations.size() < kConversations) conversations.insert(key);
  };
  const auto look_at = [&](const ids::ConversationKey& look) {
    if (!look.member.empty() && look.member != member) return;
    if (look.source.empty()) {
      every = true;
      return;
    }
    if (sources.size() < kSources) sources.insert(look.source);
    if (!look.pane.empty()) follow(look);
  };
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [id, look] : standing_) look_at(look);
    for (const ids::ConversationKey& key : healing_) {
      if (key.member == member) follow(key);
    }
    for (const auto& [look, until] : transient_) look_at(look);
  }
  v1::Interest interest;
  interest.set_every_source(every);
  for (const std::string& source : sources) interest.add_sources(source);
  for (const ids::ConversationKey& key : conversations) {
    v1::Conversation* conversation = interest.add_conversations();
    conversation->set_source(key.source);
    conversation->set_pane(key.pane);
  }
  return interest;
}

}  // namespace collie::relay

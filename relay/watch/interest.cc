#include "relay/watch/interest.h"

#include <algorithm>
#include <iterator>

namespace collie::relay {
namespace {

// more at once are not sent to edges: a bound on memory only
constexpr size_t kMostTransient = 10'000;

// What an edge is told, in the order of what comes first where there is too much.
class EdgeInterest {
 public:
  void Watch(const ids::ConversationKey& look) {
    if (look.source.empty()) {
      every_ = true;
      return;
    }
    if (sources_.size() < Interest::kSources) sources_.insert(look.source);
    if (!look.pane.empty()) Follow(look);
  }
  void Follow(const ids::ConversationKey& key) {
    if (conversations_.size() < Interest::kConversations) {
      conversations_.insert({key.source, key.pane});
    }
  }

  v1::Interest ToProto() const {
    v1::Interest interest;
    interest.set_every_source(every_);
    for (const std::string& source : sources_) interest.add_sources(source);
    for (const auto& [source, pane] : conversations_) {
      v1::Conversation* conversation = interest.add_conversations();
      conversation->set_source(source);
      conversation->set_pane(pane);
    }
    return interest;
  }

 private:
  bool every_ = false;
  std::set<std::string> sources_;
  std::set<std::pair<std::string, std::string>> conversations_;
};

}  // namespace

template <typename Change>
void Interest::ChangeLocked(const ids::ConversationKey& look, Members& concerned, Change change) {
  const auto found = looks_.try_emplace(look).first;
  Looks& looks = found->second;
  const bool was_watched = looks.IsWatched();
  const bool was_healing = looks.is_healing;
  change(looks);
  const bool is_same = was_watched == looks.IsWatched() && was_healing == looks.is_healing;
  if (!is_same) concerned.insert(look.member);
  if (!looks.IsWatched() && !looks.is_healing) looks_.erase(found);
}

void Interest::Report(const Members& concerned) {
  if (!on_change_) return;
  if (concerned.contains("")) return on_change_("");
  for (const std::string& member : concerned) on_change_(member);
}

uint64_t Interest::Add(const ids::ConversationKey& look) {
  Members concerned;
  uint64_t id = 0;
  {
    absl::MutexLock lock(&mu_);
    id = next_++;
    standing_[id] = look;
    ChangeLocked(look, concerned, [](Looks& looks) { ++looks.standing; });
  }
  Report(concerned);
  return id;
}

void Interest::Drop(uint64_t look) {
  Members concerned;
  {
    absl::MutexLock lock(&mu_);
    const auto found = standing_.find(look);
    if (found == standing_.end()) return;
    ChangeLocked(found->second, concerned, [](Looks& looks) { --looks.standing; });
    standing_.erase(found);
  }
  Report(concerned);
}

void Interest::AddTransient(const ids::ConversationKey& look) {
  Members concerned;
  {
    absl::MutexLock lock(&mu_);
    const clock::Steady until = clock_.Now() + kTransientFor;
    const auto known = looks_.find(look);
    if (known != looks_.end() && known->second.until) {
      ends_.erase({*known->second.until, look});
    } else if (ends_.size() >= kMostTransient) {
      return;
    }
    ends_.insert({until, look});
    ChangeLocked(look, concerned, [&](Looks& looks) { looks.until = until; });
  }
  Report(concerned);
}

void Interest::SetHealing(std::set<ids::ConversationKey> conversations) {
  Members concerned;
  {
    absl::MutexLock lock(&mu_);
    std::vector<ids::ConversationKey> changed;
    std::set_symmetric_difference(healing_.begin(), healing_.end(), conversations.begin(),
                                  conversations.end(), std::back_inserter(changed));
    for (const ids::ConversationKey& key : changed) {
      const bool is_healing = conversations.contains(key);
      ChangeLocked(key, concerned, [&](Looks& looks) { looks.is_healing = is_healing; });
    }
    healing_ = std::move(conversations);
  }
  Report(concerned);
}

void Interest::Tick() {
  Members concerned;
  {
    absl::MutexLock lock(&mu_);
    const clock::Steady now = clock_.Now();
    while (!ends_.empty() && ends_.begin()->first <= now) {
      ChangeLocked(ends_.begin()->second, concerned, [](Looks& looks) { looks.until.reset(); });
      ends_.erase(ends_.begin());
    }
  }
  Report(concerned);
}

bool Interest::Follows(const ids::ConversationKey& conversation) const {
  absl::MutexLock lock(&mu_);
  return looks_.contains(conversation);
}

v1::Interest Interest::Of(const std::string& member) const {
  EdgeInterest interest;
  absl::MutexLock lock(&mu_);
  const auto each = [&](const std::string& of, auto add) ABSL_SHARED_LOCKS_REQUIRED(mu_) {
    for (auto it = looks_.lower_bound({of, "", ""}); it != looks_.end() && it->first.member == of;
         ++it) {
      add(it->first, it->second);
    }
  };
  const auto standing = [&](const ids::ConversationKey& key, const Looks& looks) {
    if (looks.standing > 0) interest.Watch(key);
  };
  const auto healing = [&](const ids::ConversationKey& key, const Looks& looks) {
    if (looks.is_healing) interest.Follow(key);
  };
  const auto transient = [&](const ids::ConversationKey& key, const Looks& looks) {
    if (looks.until) interest.Watch(key);
  };
  each("", standing);
  each(member, standing);
  each(member, healing);
  each("", transient);
  each(member, transient);
  return interest.ToProto();
}

}  // namespace collie::relay

#include "relay/acts/conversation_lock.h"

#include <algorithm>

namespace collie::relay {

bool ConversationLock::TryTake(const ids::ConversationKey& conversation,
                               const std::string& request_id) {
  if (IsHeld(conversation)) return false;
  TakeBeside(conversation, request_id);
  return true;
}

void ConversationLock::TakeBeside(const ids::ConversationKey& conversation,
                                  const std::string& request_id) {
  holders_[conversation].insert(request_id);
}

void ConversationLock::Release(const ids::ConversationKey& conversation,
                               const std::string& request_id) {
  const auto found = holders_.find(conversation);
  if (found == holders_.end()) return;
  found->second.erase(request_id);
  if (found->second.empty()) holders_.erase(found);
}

bool ConversationLock::IsHeld(const ids::ConversationKey& conversation) const {
  return holders_.contains(conversation);
}

void ConversationLock::Wait(const ids::ConversationKey& conversation, const std::string& request_id,
                            clock::Steady until) {
  waiting_.push_back({conversation, request_id, until});
}

void ConversationLock::Leave(const std::string& request_id) {
  waiting_.remove_if([&](const Waiting& waiting) { return waiting.request_id == request_id; });
}

std::vector<ConversationLock::Ready> ConversationLock::TakeReady(clock::Steady now) {
  std::vector<Ready> ready;
  absl::flat_hash_set<ids::ConversationKey> given;
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool is_free = !IsHeld(it->conversation) && !given.contains(it->conversation);
    if (!is_free && it->until > now) {
      ++it;
      continue;
    }
    given.insert(it->conversation);
    ready.push_back({it->conversation, it->request_id});
    it = waiting_.erase(it);
  }
  return ready;
}

std::optional<clock::Steady> ConversationLock::NextDeadline() const {
  std::optional<clock::Steady> next;
  for (const Waiting& waiting : waiting_) {
    if (!next.has_value() || waiting.until < *next) next = waiting.until;
  }
  return next;
}

}  // namespace collie::relay

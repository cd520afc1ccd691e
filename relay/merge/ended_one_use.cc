#include "relay/merge/ended_one_use.h"

#include <algorithm>

namespace collie::relay {

void EndedOneUse::End(const std::string& id, const ids::ConversationKey& conversation,
                      const v1::Ask& ask, bool is_spent) {
  const auto [found, is_new] = ended_.try_emplace(id);
  Place& place = found->second;
  place = {conversation, ask.ask_id(), ask.hash(), is_spent || place.is_spent};
  if (!is_new) return;
  std::deque<std::string>& ages = ages_[conversation.member];
  ages.push_back(id);
  if (ages.size() <= kOfMember) return;
  ended_.erase(ages.front());
  ages.pop_front();
}

void EndedOneUse::Begin(const std::string& id) {
  const auto found = ended_.find(id);
  if (found == ended_.end()) return;
  std::deque<std::string>& ages = ages_[found->second.conversation.member];
  // What is listed again was mostly taken out a moment ago: it stands near the end.
  const auto age = std::find(ages.rbegin(), ages.rend(), id);
  if (age != ages.rend()) ages.erase(std::next(age).base());
  ended_.erase(found);
}

std::optional<EndedOneUse::Place> EndedOneUse::Find(const std::string& id) const {
  const auto found = ended_.find(id);
  if (found == ended_.end()) return std::nullopt;
  return found->second;
}

}  // namespace collie::relay

#include "relay/acts/healing_reads.h"

namespace collie::relay {

void HealingReads::Add(const ids::ConversationKey& conversation, uint64_t order,
                       clock::Steady until) {
  if (!ends_.try_emplace({until, order}, conversation).second) return;
  std::set<uint64_t>& orders = conversations_[conversation];
  const uint64_t before = orders.empty() ? 0 : *orders.rbegin();
  orders.insert(order);
  Rank(conversation, before, *orders.rbegin());
}

void HealingReads::Remove(const ids::ConversationKey& conversation, uint64_t order,
                          clock::Steady until) {
  if (ends_.erase({until, order}) == 0) return;
  const auto found = conversations_.find(conversation);
  const uint64_t before = *found->second.rbegin();
  found->second.erase(order);
  const uint64_t after = found->second.empty() ? 0 : *found->second.rbegin();
  Rank(conversation, before, after);
  if (after == 0) conversations_.erase(found);
}

// A conversation's newest act is another one; 0: it has none. The set moves when a conversation
// comes or goes, or passes the lowest that is read.
void HealingReads::Rank(const ids::ConversationKey& conversation, uint64_t before, uint64_t after) {
  if (before == after) return;
  if (before != 0) ranks_.erase(before);
  if (after != 0) ranks_[after] = conversation;
  has_moved_ = has_moved_ || before == 0 || after == 0 || before < lowest_ || after < lowest_;
  has_come_ = has_come_ || (after > lowest_ && !named_.contains(conversation));
}

void HealingReads::Expire(clock::Steady now) {
  while (!ends_.empty() && ends_.begin()->first.first <= now) {
    const auto [until, order] = ends_.begin()->first;
    const ids::ConversationKey conversation = ends_.begin()->second;
    Remove(conversation, order, until);
  }
}

bool HealingReads::HasMoved(clock::Steady now) const {
  return has_moved_ || (!ends_.empty() && ends_.begin()->first.first <= now);
}

std::set<ids::ConversationKey> HealingReads::Wanted(clock::Steady now) {
  Expire(now);
  has_moved_ = has_come_ = false;
  std::set<ids::ConversationKey> wanted;
  auto newest = ranks_.rbegin();
  for (; newest != ranks_.rend() && wanted.size() < kWanted; ++newest) {
    lowest_ = newest->first;
    wanted.insert(newest->second);
  }
  if (newest == ranks_.rend()) lowest_ = 0;
  named_ = wanted;
  return wanted;
}

}  // namespace collie::relay

#ifndef COLLIE_RELAY_ACTS_HEALING_READS_H_
#define COLLIE_RELAY_ACTS_HEALING_READS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "crew/clock/clock.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// The conversations that are read for acts, each until the time of its last act. Every call costs
// O(log of the acts), but for Wanted, which costs O(kWanted). Pure; not thread-safe.
class HealingReads {
 public:
  static constexpr size_t kWanted = 256;  // conversations at once, those of the newest acts

  // Reads a conversation for one act until then. `order` rises with the acts and names this one.
  void Add(const ids::ConversationKey& conversation, uint64_t order, clock::Steady until);
  // Ends that; nothing when it has ended already.
  void Remove(const ids::ConversationKey& conversation, uint64_t order, clock::Steady until);

  // Whether Wanted may be another set than at its last call.
  bool HasMoved(clock::Steady now) const;
  // Whether it would name one that it did not name then.
  bool HasCome() const { return has_come_; }
  // The conversations to read now.
  std::set<ids::ConversationKey> Wanted(clock::Steady now);

 private:
  using Until = std::pair<clock::Steady, uint64_t>;  // and the act's order

  void Expire(clock::Steady now);
  void Rank(const ids::ConversationKey& conversation, uint64_t before, uint64_t after);

  std::map<Until, ids::ConversationKey> ends_;                        // the first to end first
  std::map<ids::ConversationKey, std::set<uint64_t>> conversations_;  // the orders of their acts
  std::map<uint64_t, ids::ConversationKey> ranks_;                    // by the newest act of each
  uint64_t lowest_ = 0;                   // the rank of the last that Wanted named; 0: it named all
  std::set<ids::ConversationKey> named_;  // by Wanted
  bool has_moved_ = false;
  bool has_come_ = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_HEALING_READS_H_

#ifndef COLLIE_RELAY_ACTS_FENCES_H_
#define COLLIE_RELAY_ACTS_FENCES_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Draws the fences of this run of the relay, at the moment a lock is taken (rule 14). A member's
// term is durable and above every earlier one, so the numbers may count from one in each run: every
// fence drawn here is above all that were drawn before. Pure; not thread-safe.
class Fences {
 public:
  // The term of the member's welcome.
  void SetTerm(const std::string& member, int64_t term) { terms_[member] = term; }
  bool HasTerm(const std::string& member) const { return terms_.contains(member); }

  // Above every fence of this conversation so far; of term 0 where its member has none, to which
  // nothing is dispatched.
  v1::Fence Draw(const ids::ConversationKey& conversation);

 private:
  absl::flat_hash_map<std::string, int64_t> terms_;
  absl::flat_hash_map<ids::ConversationKey, int64_t> numbers_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_FENCES_H_

#ifndef COLLIE_RELAY_ACTS_FENCES_H_
#define COLLIE_RELAY_ACTS_FENCES_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Draws the fences of this start of the relay, at the moment a lock is taken (rule 14). The term is
// durable and above every earlier one, so the numbers may count from one again: every fence drawn
// here is above all that were drawn before. Pure; not thread-safe.
class Fences {
 public:
  explicit Fences(int64_t term) : term_(term) {}

  // Above every fence of this conversation so far.
  v1::Fence Draw(const ids::ConversationKey& conversation);

 private:
  const int64_t term_;
  absl::flat_hash_map<ids::ConversationKey, int64_t> numbers_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_FENCES_H_

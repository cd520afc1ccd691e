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
// fence drawn here is above all that were drawn before. They count by member, so that what is kept
// does not grow with the conversations. Pure; not thread-safe.
class Fences {
 public:
  // The term of the member's welcome.
  void SetTerm(const std::string& member, int64_t term);
  bool HasTerm(const std::string& member) const;

  // Above every fence of this conversation so far; of term 0 where its member has none, to which
  // nothing is dispatched.
  v1::Fence Draw(const ids::ConversationKey& conversation);

 private:
  struct OfMember {
    int64_t term = 0;
    bool has_term = false;
    int64_t last_number = 0;
  };
  absl::flat_hash_map<std::string, OfMember> members_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_FENCES_H_

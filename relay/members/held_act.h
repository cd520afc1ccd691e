#ifndef COLLIE_RELAY_MEMBERS_HELD_ACT_H_
#define COLLIE_RELAY_MEMBERS_HELD_ACT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// Checks and bounds an attempt that an edge says it holds: a whole command of this member's own,
// and a result of that very attempt. INVALID_ARGUMENT: it cannot stand. Pure.
absl::Status CheckHeld(const std::string& member, v1::HeldAttempt& held);

// Puts attempts into the order in which they were begun, those of one act by their numbers: the
// order in which TakeHeld takes them.
void SortHeld(std::vector<v1::HeldAttempt>& held);

// Takes a checked attempt into its act's record, which is made where there is none (rule 28). The
// newest attempt says how the act stands: one under way holds the conversation's lock, one that is
// done is settled; an older one only heals to sent. A record of another request under the same id
// stays as it is. `edge_store` names the store that holds the attempt. Whether the record changed.
// Pure.
bool TakeHeld(const v1::HeldAttempt& held, const std::string& edge_store, absl::Time now,
              std::optional<ActRecord>& record);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MEMBERS_HELD_ACT_H_

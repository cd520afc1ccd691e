#ifndef COLLIE_RELAY_STORE_ACCEPTED_ACTS_H_
#define COLLIE_RELAY_STORE_ACCEPTED_ACTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "crew/journal/database.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// Rule 19: what was only accepted for this member, and is known not to have been dispatched, ends
// refused, `interrupted`; it is added to `changed`. Within a transaction. Errors: those of
// act_rows.h.
absl::Status InterruptAccepted(journal::Database& database, const std::string& member,
                               absl::Time now, std::vector<ActRecord>& changed);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_ACCEPTED_ACTS_H_

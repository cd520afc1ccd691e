#include "relay/store/accepted_acts.h"

#include <utility>

#include "crew/receipt/fit.h"
#include "crew/receipt/transitions.h"
#include "crew/status/status_macros.h"
#include "relay/store/act_rows.h"

namespace collie::relay {

absl::Status InterruptAccepted(journal::Database& database, const std::string& member,
                               absl::Time now, std::vector<ActRecord>& changed) {
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> accepted, AcceptedActs(database, member));
  for (ActRecord& record : accepted) {
    receipt::EndWithoutPost(record.receipt, record.attempt,
                            receipt::RefusedBecause(v1::REASON_INTERRUPTED), now);
    record.phase = ActPhase::kSettled;
    COLLIE_RETURN_IF_ERROR(RewriteAct(database, record.receipt.request_id(), record));
    changed.push_back(std::move(record));
  }
  return absl::OkStatus();
}

}  // namespace collie::relay

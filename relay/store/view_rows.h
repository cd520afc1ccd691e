#ifndef COLLIE_RELAY_STORE_VIEW_ROWS_H_
#define COLLIE_RELAY_STORE_VIEW_ROWS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/view_changes.h"

// The crew's last good state as rows. None of these begins or ends a transaction.
namespace collie::relay {

// All members by id, their sources by name, the panes as the agent lists them. A row that cannot be
// read, or whose member or source is missing, is left out: its agent sends it again.
absl::StatusOr<std::vector<MemberSnapshot>> ReadView(journal::Database& database);

// Writes all changes, in key order.
absl::Status WriteView(journal::Database& database, const ViewChanges& changes);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_VIEW_ROWS_H_

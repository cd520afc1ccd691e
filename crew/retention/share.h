#ifndef COLLIE_CREW_RETENTION_SHARE_H_
#define COLLIE_CREW_RETENTION_SHARE_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace collie::retention {

// The most rows that one transaction deletes: other writes get their turn between two.
inline constexpr int64_t kBatch = 500;

// How many of a table's `rows` one pass may delete: a tenth, and never less than a batch. Whatever
// went wrong with an age, most of the table is still there when somebody reads it.
int64_t ShareOf(int64_t rows);

// Deletes old rows of a table that holds `rows`, batch by batch, until none is left or the share of
// a pass is used up. `remove(most)` deletes up to `most` rows in one transaction and returns how
// many it did. Its error ends the pass.
absl::Status DeleteShare(int64_t rows,
                         const std::function<absl::StatusOr<int64_t>(int64_t most)>& remove);

}  // namespace collie::retention

#endif  // COLLIE_CREW_RETENTION_SHARE_H_

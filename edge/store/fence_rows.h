#ifndef COLLIE_EDGE_STORE_FENCE_ROWS_H_
#define COLLIE_EDGE_STORE_FENCE_ROWS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"
#include "crew/journal/database.h"

// The newest fence of each conversation as rows. None of these begins or ends a transaction.
namespace collie::edge {

// The highest term of any fence; 0 when there is none.
absl::StatusOr<int64_t> HighestTerm(journal::Database& database);

// All zero when there is none.
absl::StatusOr<v1::Fence> FindFence(journal::Database& database,
                                    const ids::ConversationKey& conversation);

// Writes it, whatever was there.
absl::Status WriteFence(journal::Database& database, const ids::ConversationKey& conversation,
                        const v1::Fence& fence);

// Deletes at most `most` fences that are below the lowest of this term; returns how many.
absl::StatusOr<int64_t> DeleteFencesBelow(journal::Database& database, int64_t term, int64_t most);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_FENCE_ROWS_H_

#ifndef COLLIE_EDGE_STORE_FENCE_ROWS_H_
#define COLLIE_EDGE_STORE_FENCE_ROWS_H_

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"
#include "crew/journal/database.h"

// The newest fence of each conversation as rows. None of these begins or ends a transaction.
namespace collie::edge {

using Fences = absl::flat_hash_map<ids::ConversationKey, v1::Fence>;

// All of them.
absl::StatusOr<Fences> ReadFences(journal::Database& database);

// All zero when there is none.
absl::StatusOr<v1::Fence> FindFence(journal::Database& database,
                                    const ids::ConversationKey& conversation);

// Writes it, whatever was there.
absl::Status WriteFence(journal::Database& database, const ids::ConversationKey& conversation,
                        const v1::Fence& fence);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_FENCE_ROWS_H_

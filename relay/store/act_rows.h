#ifndef COLLIE_RELAY_STORE_ACT_ROWS_H_
#define COLLIE_RELAY_STORE_ACT_ROWS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "crew/journal/service_time.h"
#include "relay/store/relay_store.h"

// Act records as rows of the receipts store. None of these begins or ends a transaction. Errors are
// the database's, and DATA_LOSS for a row that cannot be read.
namespace collie::relay {

// A new row, the newest in the order of acceptance. Its receipt has `accepted_at`.
absl::Status InsertAct(journal::Database& database, const ActRecord& record);

// Writes the row of that request id anew; its place in the order of acceptance stays.
absl::Status RewriteAct(journal::Database& database, const std::string& request_id,
                        const ActRecord& record);

// NOT_FOUND: no such request id.
absl::StatusOr<ActRecord> FindAct(journal::Database& database, const std::string& request_id);

// All that are not settled, in the order of acceptance.
absl::StatusOr<std::vector<ActRecord>> UnsettledActs(journal::Database& database);

// Those of this member that are only accepted, in the order of acceptance.
absl::StatusOr<std::vector<ActRecord>> AcceptedActs(journal::Database& database,
                                                    const std::string& member);

// At most `most` that are settled as unknown or maybe-applied, newest acceptance first.
absl::StatusOr<std::vector<ActRecord>> OpenActs(journal::Database& database, int most);

// At most `most` that were accepted since then, are settled as sent and may still become effective,
// newest acceptance first.
absl::StatusOr<std::vector<ActRecord>> UnhealedActs(journal::Database& database, int64_t since_ms,
                                                    int most);

// Newest acceptance first; `query.limit` is taken as it is.
absl::StatusOr<std::vector<v1::Receipt>> ListReceipts(journal::Database& database,
                                                      const ReceiptQuery& query);

// Deletes at most `most` settled acts that are older by both ages; returns how many.
absl::StatusOr<int64_t> DeleteOldActs(journal::Database& database, const journal::Horizon& older,
                                      int64_t most);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_ACT_ROWS_H_

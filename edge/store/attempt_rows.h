#ifndef COLLIE_EDGE_STORE_ATTEMPT_ROWS_H_
#define COLLIE_EDGE_STORE_ATTEMPT_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "edge/store/edge_store.h"

// Attempts as rows of the edge's store. None of these begins or ends a transaction. Errors are the
// database's, and DATA_LOSS for a row that cannot be read.
namespace collie::edge {

// A new row, under way.
absl::Status InsertAttempt(journal::Database& database, const AttemptRecord& record,
                           int64_t begun_at_ms);

// Gives the attempt this result; it is then the last settled one, and unacknowledged.
absl::Status SettleAttempt(journal::Database& database, const v1::ActResult& result);

// NOT_FOUND: no such attempt.
absl::StatusOr<AttemptRecord> FindAttempt(journal::Database& database,
                                          const std::string& request_id, int32_t attempt);

// All attempts of an act, the first first.
absl::StatusOr<std::vector<AttemptRecord>> AttemptsOf(journal::Database& database,
                                                      const std::string& request_id);

// How many other acts have an attempt at this address that was begun after the act's first; not
// more than 1,000 are counted.
absl::StatusOr<int64_t> OtherActsSince(journal::Database& database,
                                       const ids::RequestId& request_id,
                                       const ids::AgentAddress& address);

// Whether an attempt is under way in this run of an agent under another source's name.
absl::StatusOr<bool> IsUnderWayElsewhere(journal::Database& database, const ids::Epoch& epoch,
                                         const ids::SourceName& source);

// Under way, in the order of request ids.
absl::StatusOr<std::vector<AttemptRecord>> AttemptsUnderWay(journal::Database& database);

// At most `most`, in the order of request ids and attempts, after this one.
absl::StatusOr<std::vector<AttemptRecord>> AttemptsAfter(journal::Database& database,
                                                         const std::string& request_id,
                                                         int32_t attempt, int most);

// Settled and not acknowledged, in the order they were settled.
absl::StatusOr<std::vector<AttemptRecord>> AttemptsUnacknowledged(journal::Database& database);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_ATTEMPT_ROWS_H_

#ifndef COLLIE_RELAY_API_HTTP_RECEIPTS_QUERY_H_
#define COLLIE_RELAY_API_HTTP_RECEIPTS_QUERY_H_

#include <optional>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.pb.h"
#include "relay/api/http/target.h"

// What the queries of reads ask for. Errors: INVALID_ARGUMENT with one sentence that names the
// field. Pure.
namespace collie::relay {

// The query of `/api/receipts`: conversation, requestId, outcome (words, with commas between them),
// from and until (milliseconds since the epoch), before, limit.
absl::StatusOr<v1::ListReceiptsRequest> ReadReceiptsQuery(const Target& target);

// The field `limit`: 0 when absent, which reads as the usual number, else 1 to `most`.
absl::StatusOr<int> ReadLimit(const Target& target, int most);

// The field `before` or `cursor`; what cannot be a cursor at all is refused.
absl::StatusOr<std::string> ReadCursor(const Target& target, const char* field);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_RECEIPTS_QUERY_H_

#ifndef COLLIE_RELAY_API_GRPC_ACT_ERROR_H_
#define COLLIE_RELAY_API_GRPC_ACT_ERROR_H_

#include "absl/status/status.h"
#include "relay/acts/act_reply.h"

namespace collie::relay {

// Why an act has no receipt, with its reason as data (crew/status/reason.h); OK where it has one.
// Pure. Errors: INVALID_ARGUMENT (`bad-request`), PERMISSION_DENIED (`not-allowed`), ALREADY_EXISTS
// (`request-id-reused`), NOT_FOUND (`unknown-request`), UNAVAILABLE (the others), INTERNAL
// (`internal`: the answer says nothing).
absl::Status ErrorOf(const ActReply& answer);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_ACT_ERROR_H_

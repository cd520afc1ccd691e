#ifndef COLLIE_RELAY_ACTS_REQUEST_CHECK_H_
#define COLLIE_RELAY_ACTS_REQUEST_CHECK_H_

#include <string>

#include "absl/status/status.h"
#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// Whether a request can be read as one act at all: its ids, one act set, its bounds, its text valid
// UTF-8. INVALID_ARGUMENT says in one sentence what is wrong; nothing is written then. Whether it
// fits the conversation is act_checks.h. Pure; any thread.
absl::Status CheckRequest(const v1::ActRequest& request);

// SHA-256 (32 bytes) over the request without `again`: what makes a repeat the same request. Pure.
std::string PayloadOf(const v1::ActRequest& request);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_REQUEST_CHECK_H_

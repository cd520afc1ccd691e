#ifndef COLLIE_CREW_CLI_VIEW_SOURCE_ADDRESS_H_
#define COLLIE_CREW_CLI_VIEW_SOURCE_ADDRESS_H_

#include <string>

#include "absl/status/status.h"

// What an attached agent's address may be, so that a typo is reported when it is made. The edge
// checks the same when it dials, and more: whether the socket is private. Errors: INVALID_ARGUMENT,
// one sentence. Pure.
namespace collie::cli {

// An absolute path of at most 103 bytes.
absl::Status CheckSocketPath(const std::string& path);

// https://host…, or http://127.0.0.1:<port>… or http://localhost:<port>… for this machine; without
// a user, a query and a fragment.
absl::Status CheckUrl(const std::string& url);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_SOURCE_ADDRESS_H_

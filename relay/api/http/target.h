#ifndef COLLIE_RELAY_API_HTTP_TARGET_H_
#define COLLIE_RELAY_API_HTTP_TARGET_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace collie::relay {

// A path and its query, decoded.
struct Target {
  std::vector<std::string> path;  // its parts, each decoded after the path was cut at `/`
  std::map<std::string, std::string> query;  // no name twice

  // The value of a query field; "" when absent.
  const std::string& Query(const std::string& name) const;
  // OK when the query holds no other field than these. INVALID_ARGUMENT naming the other.
  absl::Status AllowQuery(const std::vector<absl::string_view>& names) const;
};

// Cuts and decodes a request's target strictly: an empty part, a percent sign without two hex
// digits, a control character or a query field that comes twice is INVALID_ARGUMENT. Pure; any
// thread.
absl::StatusOr<Target> ParseTarget(absl::string_view target);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_TARGET_H_

#ifndef COLLIE_RELAY_API_HTTP_STRICT_JSON_H_
#define COLLIE_RELAY_API_HTTP_STRICT_JSON_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crew/json/json.h"

namespace collie::relay {

// How deep a body may nest; the deepest act body has three levels.
inline constexpr int kDeepestBody = 8;

// Reads one JSON object, whole: no key twice, no nesting past kDeepestBody, nothing behind it,
// UTF-8 only. INVALID_ARGUMENT with one sentence otherwise. Pure; any thread.
absl::StatusOr<json::Json> ParseStrictObject(absl::string_view text);

// A name from outside as it may stand in a sentence: short, quoted, without controls.
std::string Quoted(absl::string_view name);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_STRICT_JSON_H_

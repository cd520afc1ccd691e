#ifndef COLLIE_CREW_WIRE_CANONICAL_JSON_H_
#define COLLIE_CREW_WIRE_CANONICAL_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace collie::wire {

// The canonical form (RFC 8785) of one JSON text: keys in the order of their UTF-16 code units,
// numbers as ECMAScript writes the IEEE double they read as, no white space. INVALID_ARGUMENT: not
// one JSON value, a key twice in one object, half a surrogate pair, a number past the range of
// doubles, or nesting past 64. Pure.
absl::StatusOr<std::string> CanonicalJson(std::string_view json);

// The hash by which a person's device names the ask that it showed (protos/WIRE.md, The hash of an
// ask): SHA-256, 64 lower-case hex digits, of the canonical JSON of the ask as received, without
// its own `expiresAt`. INVALID_ARGUMENT as above, and when it is no object. Pure.
absl::StatusOr<std::string> AskHash(std::string_view raw_ask_json);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_CANONICAL_JSON_H_

#ifndef COLLIE_CREW_IDENTITY_TOKEN_H_
#define COLLIE_CREW_IDENTITY_TOKEN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "crew/ids/random.h"

namespace collie::identity {

// A new bearer token: `collie_` and 32 random bytes in base64url, 50 characters. It is shown once
// and never stored.
std::string MintToken(ids::RandomSource& random);

// What is stored of a token: its SHA-256, lower-case hex. A plain hash is enough, because 32
// random bytes cannot be guessed. Errors: INTERNAL.
absl::StatusOr<std::string> HashToken(std::string_view token);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_TOKEN_H_

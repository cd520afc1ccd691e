#include "crew/identity/token.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "crew/identity/pin.h"

namespace collie::identity {

std::string MintToken(ids::RandomSource& random) {
  return absl::StrCat("collie_", absl::WebSafeBase64Escape(random.Bytes(32)));
}

absl::StatusOr<std::string> HashToken(std::string_view token) { return Sha256Hex(token); }

}  // namespace collie::identity

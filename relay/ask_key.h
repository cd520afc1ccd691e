#ifndef COLLIE_RELAY_ASK_KEY_H_
#define COLLIE_RELAY_ASK_KEY_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "crew/ids/random.h"

namespace collie::relay {

// The secret that one-use ids of asks are made with, kept in a file (0600) so that they survive a
// restart; made at the first start. Errors: those of config::ReadPrivateFile and WritePrivateFile.
absl::StatusOr<std::string> TakeAskKey(const std::filesystem::path& file,
                                       ids::RandomSource& random);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ASK_KEY_H_

#include "relay/ask_key.h"

#include "absl/status/status.h"
#include "crew/config/private_file.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr size_t kKeyBytes = 32;
constexpr size_t kLongestFile = 4096;

}  // namespace

absl::StatusOr<std::string> TakeAskKey(const std::filesystem::path& file,
                                       ids::RandomSource& random) {
  absl::StatusOr<std::string> kept = config::ReadPrivateFile(file, kLongestFile);
  if (kept.ok() && kept->size() >= kKeyBytes) return kept;
  if (!kept.ok() && !absl::IsNotFound(kept.status())) return kept.status();
  const std::string key = random.Hex(kKeyBytes);
  COLLIE_RETURN_IF_ERROR(config::WritePrivateFile(file, key));
  return key;
}

}  // namespace collie::relay

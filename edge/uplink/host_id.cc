#include "edge/uplink/host_id.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "crew/config/private_file.h"

namespace collie::edge {
namespace {

constexpr size_t kMostBytes = 4096;
constexpr size_t kIdDigits = 32;

bool IsMachineId(absl::string_view text) {
  return text.size() == kIdDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isxdigit(static_cast<unsigned char>(c));
         });
}

}  // namespace

std::string HostId(const std::filesystem::path& machine_id, const std::string& crew,
                   const config::Environment& environment) {
  if (environment("KUBERNETES_SERVICE_HOST").has_value()) return "";
  const absl::StatusOr<std::string> text = config::ReadBoundedFile(machine_id, kMostBytes);
  if (!text.ok()) return "";
  const absl::string_view id = absl::StripAsciiWhitespace(*text);
  if (!IsMachineId(id)) return "";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
  unsigned int size = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(id.data());
  if (HMAC(EVP_sha256(), crew.data(), static_cast<int>(crew.size()), bytes, id.size(),
           digest.data(), &size) == nullptr) {
    return "";
  }
  return absl::BytesToHexString({reinterpret_cast<const char*>(digest.data()), size});
}

}  // namespace collie::edge

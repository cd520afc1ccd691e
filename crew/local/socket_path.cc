#include "crew/local/socket_path.h"

#include <sys/socket.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace collie::local {
namespace {

constexpr size_t kMostPathBytes = 103;

}  // namespace

absl::StatusOr<sockaddr_un> SocketAddress(const std::filesystem::path& path) {
  const std::string& text = path.native();
  if (text.empty() || text.size() > kMostPathBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "The socket path '", text, "' has ", text.size(), " bytes, and a socket's has ", "1 to ",
        kMostPathBytes, ": choose a shorter state folder."));
  }
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  text.copy(address.sun_path, text.size());
  return address;
}

}  // namespace collie::local

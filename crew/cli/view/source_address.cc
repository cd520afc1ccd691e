#include "crew/cli/view/source_address.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crew/cli/view/quote.h"
#include "crew/config/address.h"

namespace collie::cli {
namespace {

constexpr size_t kMostPathBytes = 103;

// host or host:port, the rest of the URL cut off.
std::string AuthorityOf(absl::string_view rest) {
  return std::string(rest.substr(0, rest.find('/')));
}

bool IsHost(const std::string& authority) {
  const bool has_port = authority.find(':') != std::string::npos;
  const auto address = config::ParseHostPort(has_port ? authority : authority + ":443");
  return address.ok() && !address->host.empty() && address->port != 0;
}

bool IsThisMachine(const std::string& authority) {
  const auto address = config::ParseHostPort(authority);
  return address.ok() && address->port != 0 &&
         (address->host == "127.0.0.1" || address->host == "localhost");
}

}  // namespace

absl::Status CheckSocketPath(const std::string& path) {
  if (path.empty() || path.front() != '/') {
    return absl::InvalidArgumentError(
        absl::StrCat("the socket ", Quoted(path), " must be an absolute path"));
  }
  if (path.size() > kMostPathBytes) {
    return absl::InvalidArgumentError(absl::StrCat("the socket's path has ", path.size(),
                                                   " bytes; at most ", kMostPathBytes,
                                                   " fit: choose a shorter one"));
  }
  return absl::OkStatus();
}

absl::Status CheckUrl(const std::string& url) {
  const bool plain = std::all_of(url.begin(), url.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '@' && c != '?' && c != '#' &&
           c != '\\';
  });
  absl::string_view rest = url;
  if (plain && absl::ConsumePrefix(&rest, "https://") && IsHost(AuthorityOf(rest))) {
    return absl::OkStatus();
  }
  rest = url;
  if (plain && absl::ConsumePrefix(&rest, "http://") && IsThisMachine(AuthorityOf(rest))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the URL ", Quoted(url),
      " must start with https:// (http:// is for 127.0.0.1 and localhost with a port: elsewhere "
      "the "
      "token would cross the network unencrypted), without a user, a query and a fragment"));
}

}  // namespace collie::cli

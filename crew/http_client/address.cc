#include "crew/http_client/address.h"

#include <curl/curl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "crew/identity/pin.h"

namespace collie::http_client {
namespace {

constexpr size_t kMostSocketPath = 103;  // what every system's sun_path holds
constexpr size_t kMostUrl = 2000;

std::optional<AddressProblem> NotPrivate(std::string detail) {
  return AddressProblem{SourceReason::kSocketNotPrivate, std::move(detail)};
}

std::optional<AddressProblem> Bad(std::string detail) {
  return AddressProblem{SourceReason::kBadAddress, std::move(detail)};
}

std::optional<AddressProblem> CheckShape(const std::string& path) {
  if (path.empty() || path[0] != '/') {
    return Bad("The socket's path is not absolute: write it from the root.");
  }
  if (path.size() > kMostSocketPath) {
    return Bad(absl::StrCat("The socket's path has ", path.size(), " bytes, more than the ",
                            kMostSocketPath, " allowed: use a shorter folder."));
  }
  if (path.back() == '/' || absl::StrContains(path, '\0')) {
    return Bad("The socket's path names no file: write the path of the socket itself.");
  }
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part == "." || part == "..") {
      return Bad("The socket's path holds . or ..: write it plainly.");
    }
  }
  return std::nullopt;
}

std::optional<AddressProblem> CheckSocketFile(const std::string& path, const struct stat& found,
                                              uid_t uid) {
  if (S_ISLNK(found.st_mode)) {
    return NotPrivate(absl::StrCat(path, " is a symlink: name the socket's real path."));
  }
  if (!S_ISSOCK(found.st_mode)) {
    return NotPrivate(
        absl::StrCat(path, " is no socket: name the path that the agent listens on."));
  }
  if (found.st_uid != uid) {
    return NotPrivate(absl::StrCat(path, " belongs to another user: run the agent as yours."));
  }
  if ((found.st_mode & 077) != 0) {
    return NotPrivate(absl::StrCat(path, " is open to group or others: chmod it to 0600."));
  }
  return std::nullopt;
}

std::optional<AddressProblem> CheckFolder(const std::string& path, const struct stat& found,
                                          bool holds_socket, uid_t uid) {
  if (S_ISLNK(found.st_mode)) {
    return NotPrivate(absl::StrCat(path, " is a symlink: name the socket's real path."));
  }
  if (!S_ISDIR(found.st_mode)) {
    return NotPrivate(absl::StrCat(path, " is no folder: correct the socket's path."));
  }
  if (holds_socket) {
    if (found.st_uid == uid && (found.st_mode & 0777) == 0700) return std::nullopt;
    return NotPrivate(absl::StrCat("The socket's folder ", path,
                                   " is not yours alone: own it and chmod it to 0700."));
  }
  if ((found.st_mode & 022) != 0 && (found.st_mode & S_ISVTX) == 0) {
    return NotPrivate(absl::StrCat(
        "The folder ", path, " can be written by group or others: chmod it to 0755 or less."));
  }
  return std::nullopt;
}

// The path and every folder above it, from the root down.
std::vector<std::string> Prefixes(const std::string& path) {
  std::vector<std::string> prefixes = {"/"};
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    prefixes.push_back(path.substr(0, slash));
  }
  prefixes.push_back(path);
  return prefixes;
}

struct UrlParts {
  std::string scheme, host, port, query, fragment;
};

std::string Part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return "";
  std::string found(text);
  curl_free(text);
  return found;
}

std::optional<UrlParts> ParseUrl(const std::string& text) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), &curl_url_cleanup);
  if (!url ||
      curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_DISALLOW_USER) != CURLUE_OK) {
    return std::nullopt;
  }
  return UrlParts{Part(url.get(), CURLUPART_SCHEME), Part(url.get(), CURLUPART_HOST),
                  Part(url.get(), CURLUPART_PORT), Part(url.get(), CURLUPART_QUERY),
                  Part(url.get(), CURLUPART_FRAGMENT)};
}

bool IsPlain(const std::string& url) {
  return std::all_of(url.begin(), url.end(),
                     [](char c) { return c > ' ' && c < 0x7f && c != '\\' && c != '@'; });
}

}  // namespace

std::optional<AddressProblem> CheckSocket(const std::string& path, uid_t uid) {
  if (auto problem = CheckShape(path)) return problem;
  const std::vector<std::string> prefixes = Prefixes(path);
  for (size_t i = 0; i < prefixes.size(); ++i) {
    struct stat found;
    if (lstat(prefixes[i].c_str(), &found) != 0) {
      if (errno == ENOENT) return std::nullopt;
      return NotPrivate(absl::StrCat(prefixes[i], " cannot be looked at (", std::strerror(errno),
                                     "): correct the path or its permissions."));
    }
    const bool is_socket = i + 1 == prefixes.size();
    auto problem = is_socket ? CheckSocketFile(prefixes[i], found, uid)
                             : CheckFolder(prefixes[i], found, i + 2 == prefixes.size(), uid);
    if (problem) return problem;
  }
  return std::nullopt;
}

std::optional<AddressProblem> CheckUrl(const std::string& url) {
  if (url.size() > kMostUrl || !IsPlain(url)) {
    return Bad("The url is too long or holds characters that a url cannot: correct it.");
  }
  const bool here =
      absl::StartsWith(url, "http://127.0.0.1:") || absl::StartsWith(url, "http://localhost:");
  if (!here && !absl::StartsWith(url, "https://")) {
    return Bad(
        "The url does not start with https:// (http:// only with a port on 127.0.0.1 or "
        "localhost): its token would cross the network unencrypted.");
  }
  const std::optional<UrlParts> parts = ParseUrl(url);
  if (!parts || parts->host.empty()) return Bad("The url cannot be read: correct it.");
  if (!parts->query.empty() || !parts->fragment.empty()) {
    return Bad("The url has a query or a fragment: leave it out.");
  }
  if (here && (parts->port.empty() || (parts->host != "127.0.0.1" && parts->host != "localhost"))) {
    return Bad("The url names no port: write http://127.0.0.1:<port>.");
  }
  return std::nullopt;
}

std::string AddressId(const config::SourceEntry& entry) {
  constexpr size_t kDigits = 32;
  std::string hash = identity::Sha256Hex(entry.address()).value_or("");
  hash.resize(std::min(hash.size(), kDigits));
  return hash;
}

std::optional<AddressProblem> CheckAddress(const config::SourceEntry& entry) {
  return entry.remote() ? CheckUrl(entry.url) : CheckSocket(entry.socket, geteuid());
}

}  // namespace collie::http_client

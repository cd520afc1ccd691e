#ifndef COLLIE_CREW_CONFIG_SOURCES_FILE_H_
#define COLLIE_CREW_CONFIG_SOURCES_FILE_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace collie::config {

// One attached agent. Exactly one of `socket` and `url` is set; a url has a token.
struct SourceEntry {
  std::string name;
  std::string socket;
  std::string url;
  std::string token;
  std::string ca;  // PEM file that signs the url's certificate; empty: the machine's

  bool remote() const { return !url.empty(); }
  // What makes it the same agent: the socket's path or the url.
  const std::string& address() const { return remote() ? url : socket; }

  friend bool operator==(const SourceEntry&, const SourceEntry&) = default;
};

// Reads sources.json's text strictly: a field that is not known, a wrong kind, a name that breaks
// the rule, is taken (`default`) or used twice, both or neither of socket and url, a url without a
// token of at least 32 bytes: INVALID_ARGUMENT with one sentence that names the entry and the
// field, and never the token.
absl::StatusOr<std::vector<SourceEntry>> ParseSources(std::string_view text);

// Reads the file; one that is not there has no sources. Tightens a mode wider than 0600 first and
// says so in `*tightened`. Errors: as ParseSources, and PERMISSION_DENIED or UNAVAILABLE for the
// file.
absl::StatusOr<std::vector<SourceEntry>> LoadSources(const std::filesystem::path& file,
                                                     bool* tightened);

// Writes the file whole (0600, by rename). The order of the entries is kept.
absl::Status SaveSources(const std::filesystem::path& file,
                         const std::vector<SourceEntry>& sources);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_SOURCES_FILE_H_

#ifndef COLLIE_CREW_CONFIG_PRIVATE_FILE_H_
#define COLLIE_CREW_CONFIG_PRIVATE_FILE_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace collie::config {

// Small files that are secret or strict: read whole within a bound, written whole or not at all.
// All of these may block on the disk. Errors, each a sentence that names the file and never its
// text: NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE (the disk), INVALID_ARGUMENT (not a file, or over
// the bound).

// Reads a regular file of at most `most` bytes.
absl::StatusOr<std::string> ReadBoundedFile(const std::filesystem::path& file, size_t most);

// As ReadBoundedFile, of a file that others may not see: a mode wider than 0600 is tightened first,
// and `*tightened` says so.
absl::StatusOr<std::string> ReadTightenedFile(const std::filesystem::path& file, size_t most,
                                              bool* tightened);

// As ReadBoundedFile, but PERMISSION_DENIED for a file that group or other may read or write, or
// that is another user's.
absl::StatusOr<std::string> ReadPrivateFile(const std::filesystem::path& file, size_t most);

// Makes the folder (0700), and those above it, where they are missing.
absl::Status MakePrivateFolders(const std::filesystem::path& folder);

// Writes the file, mode 0600, through a file beside it that is synced and renamed: a crash leaves
// the old text or the new one. Its folder is made (0700) if missing.
absl::Status WritePrivateFile(const std::filesystem::path& file, std::string_view text);

// Makes `folder` (0700) hold exactly these files (0600), or leaves it as it was: it is built beside
// it, synced, and put in its place in one step. REQUIRES: one writer of a folder at a time.
absl::Status WritePrivateFolder(const std::filesystem::path& folder,
                                const std::map<std::string, std::string>& files);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_PRIVATE_FILE_H_

#ifndef COLLIE_CREW_CONFIG_ENV_FILE_H_
#define COLLIE_CREW_CONFIG_ENV_FILE_H_

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "crew/config/environment.h"

namespace collie::config {

// The variables of a .env file.
using EnvFile = std::map<std::string, std::string, std::less<>>;

// Reads lines of KEY=VALUE. Empty lines and lines that start with # are passed over; `export `
// before a key is allowed. A value is bare (to the end of the line or to ` #`, without blanks
// around it), in '…' (taken as it is) or in "…" (\n \t \" \\ \$ are the escapes). Nothing is
// substituted. Strict: any other line and a key used twice are INVALID_ARGUMENT, with a sentence
// that names the line and never a value.
absl::StatusOr<EnvFile> ParseEnv(std::string_view text);

// Reads the file, at most 64 KiB; one that is not there has no variables. Errors: as ParseEnv, and
// PERMISSION_DENIED or UNAVAILABLE for the file.
absl::StatusOr<EnvFile> LoadEnv(const std::filesystem::path& file);

// The file's variables, to be layered under the process's: what the process was given wins.
Environment FromEnvFile(EnvFile variables);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_ENV_FILE_H_

#include "crew/config/paths.h"

#include <optional>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/status/status_macros.h"

namespace collie::config {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<fs::path> Home(const Environment& environment, absl::string_view flag,
                              absl::string_view variable) {
  std::optional<std::string> home = environment("HOME");
  if (home.has_value() && fs::path(*home).is_absolute()) return fs::path(*home);
  return absl::FailedPreconditionError(absl::StrCat(
      "HOME does not name a home folder: set it, or give ", flag, " or ", variable, "."));
}

absl::StatusOr<fs::path> Absolute(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  if (error) {
    return absl::FailedPreconditionError(absl::StrCat(
        "'", path.string(), "' cannot be resolved: ", error.message(), ". Give an absolute path."));
  }
  return absolute.lexically_normal();
}

fs::path DefaultConfig(const fs::path& home) {
  const fs::path config = home / ".config";
  fs::path herdr = config / "herdr/plugins/config/herdr.collie";
  std::error_code missing;
  return fs::is_directory(herdr, missing) ? herdr : config / "collie";
}

absl::StatusOr<fs::path> ConfigDir(const PathFlags& flags, const Environment& environment) {
  if (!flags.config_dir.empty()) return Absolute(flags.config_dir);
  if (auto named = environment("COLLIE_CONFIG_DIR"); named.has_value()) return Absolute(*named);
  COLLIE_ASSIGN_OR_RETURN(fs::path home, Home(environment, "--config-dir", "COLLIE_CONFIG_DIR"));
  return DefaultConfig(home);
}

absl::StatusOr<fs::path> StateDir(const PathFlags& flags, const Environment& environment) {
  if (!flags.state_dir.empty()) return Absolute(flags.state_dir);
  if (auto named = environment("COLLIE_STATE_DIR"); named.has_value()) return Absolute(*named);
  COLLIE_ASSIGN_OR_RETURN(fs::path home, Home(environment, "--state-dir", "COLLIE_STATE_DIR"));
  return home / ".local/state/collie";
}

}  // namespace

absl::StatusOr<Paths> ResolvePaths(const PathFlags& flags, const Environment& environment) {
  Paths paths;
  COLLIE_ASSIGN_OR_RETURN(paths.config_dir, ConfigDir(flags, environment));
  COLLIE_ASSIGN_OR_RETURN(paths.state_dir, StateDir(flags, environment));
  return paths;
}

}  // namespace collie::config

#include "edge/edge_config.h"

#include <CLI/CLI.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "crew/version/version.h"

namespace collie::edge {
namespace {

constexpr absl::Duration kRetryWindow = absl::Hours(24 * 7);

}  // namespace

absl::Status RetentionOptions::Validate() const {
  if (attempts < kRetryWindow) {
    return absl::InvalidArgumentError(
        absl::StrCat("the retention option attempts is ", absl::FormatDuration(attempts),
                     ": it must be at least 168h (7 days), for so long an act may be tried again"));
  }
  if (compact_every < absl::Minutes(1) || compact_every > absl::Hours(24)) {
    return absl::InvalidArgumentError(absl::StrCat("the retention option compact_every is ",
                                                   absl::FormatDuration(compact_every),
                                                   ": it must be 1 minute to 24 hours"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<EdgeConfig>> EdgeConfig::Parse(int argc, char** argv,
                                                            const config::Environment& environment,
                                                            int* exit_code) {
  config::PathFlags flags;
  std::string ops;
  CLI::App app(
      "collie-edge: speaks the wire to the agents of this host, and links them to the lead.");
  app.set_version_flag("--version", std::string(version::kVersion));
  app.add_option("--state-dir", flags.state_dir, "state folder");
  app.add_option("--config-dir", flags.config_dir, "config folder, with sources.json");
  app.add_option("--ops", ops, "metrics and health, host:port (else nowhere)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    *exit_code = app.exit(error) == 0 ? 0 : 2;
    return std::nullopt;
  }
  EdgeConfig config;
  COLLIE_ASSIGN_OR_RETURN(config.paths, config::ResolvePaths(flags, environment));
  if (!ops.empty() && ops != "off") {
    COLLIE_ASSIGN_OR_RETURN(config.ops, config::ParseHostPort(ops));
  }
  return config;
}

}  // namespace collie::edge

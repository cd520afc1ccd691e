#include "edge/edge_config.h"

#include <CLI/CLI.hpp>

#include "crew/status/status_macros.h"
#include "crew/version/version.h"

namespace collie::edge {

absl::StatusOr<std::optional<EdgeConfig>> EdgeConfig::Parse(int argc, char** argv,
                                                            const config::Environment& environment,
                                                            int* exit_code) {
  config::PathFlags flags;
  CLI::App app(
      "collie-edge: speaks the wire to the agents of this host, and links them to the lead.");
  app.set_version_flag("--version", std::string(version::kVersion));
  app.add_option("--state-dir", flags.state_dir, "state folder");
  app.add_option("--config-dir", flags.config_dir, "config folder, with sources.json");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    *exit_code = app.exit(error) == 0 ? 0 : 2;
    return std::nullopt;
  }
  EdgeConfig config;
  COLLIE_ASSIGN_OR_RETURN(config.paths, config::ResolvePaths(flags, environment));
  return config;
}

}  // namespace collie::edge

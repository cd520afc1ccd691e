#include "relay/relay_config.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "crew/version/version.h"

namespace collie::relay {
namespace {

constexpr absl::Duration kRetryWindow = absl::Hours(24 * 30);

struct Flags {
  config::PathFlags paths;
  std::string http = "127.0.0.1:8787";
  std::string grpc = ":8786";
  std::string advertise;
};

// False: the program has to end with `*exit_code`.
bool ReadFlags(int argc, char** argv, Flags* flags, int* exit_code) {
  CLI::App app(
      "collie-relay: the lead of a crew. It merges all hosts and is the only way to write.");
  app.set_version_flag("--version", std::string(version::kVersion));
  app.add_option("--state-dir", flags->paths.state_dir, "state folder");
  app.add_option("--config-dir", flags->paths.config_dir, "config folder");
  app.add_option("--http", flags->http, "HTTP API, host:port")->capture_default_str();
  app.add_option("--grpc", flags->grpc, "gRPC API and link, host:port")->capture_default_str();
  app.add_option("--advertise", flags->advertise, "host that members dial");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    *exit_code = app.exit(error) == 0 ? 0 : 2;
    return false;
  }
  return true;
}

}  // namespace

absl::Status RetentionOptions::Validate() const {
  if (receipts < kRetryWindow) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the retention option receipts is ", absl::FormatDuration(receipts),
        ": it must be at least 720h (30 days), for so long a request may be repeated"));
  }
  if (compact_every < absl::Minutes(1) || compact_every > absl::Hours(24)) {
    return absl::InvalidArgumentError(absl::StrCat("the retention option compact_every is ",
                                                   absl::FormatDuration(compact_every),
                                                   ": it must be 1 minute to 24 hours"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<RelayConfig>> RelayConfig::Parse(
    int argc, char** argv, const config::Environment& environment, int* exit_code) {
  Flags flags;
  if (!ReadFlags(argc, argv, &flags, exit_code)) return std::nullopt;
  RelayConfig config;
  COLLIE_ASSIGN_OR_RETURN(config.paths, config::ResolvePaths(flags.paths, environment));
  COLLIE_ASSIGN_OR_RETURN(config.http, config::ParseHostPort(flags.http));
  COLLIE_ASSIGN_OR_RETURN(config.grpc, config::ParseHostPort(flags.grpc));
  config.advertise = flags.advertise;
  if (!config.http.is_loopback()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--http ", flags.http,
        " would show the crew to the network without TLS: name a loopback address, such "
        "as 127.0.0.1:8787."));
  }
  return config;
}

}  // namespace collie::relay

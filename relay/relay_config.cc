#include "relay/relay_config.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "crew/version/version.h"

namespace collie::relay {
namespace {

constexpr char kOps[] = "127.0.0.1:8789";
constexpr absl::Duration kRetryWindow = absl::Hours(24 * 30);

struct Flags {
  config::PathFlags paths;
  std::string http = "127.0.0.1:8787";
  std::string grpc = ":8786";
  std::string advertise;
  std::string ops;
  std::string http_cert;
  std::string http_key;
  std::vector<std::string> trusted_proxies;
  std::string public_url;
};

// How the HTTP API is reached from other machines.
absl::Status ReadReach(const Flags& flags, RelayConfig& config) {
  if (flags.http_cert.empty() != flags.http_key.empty()) {
    return absl::InvalidArgumentError("--http-cert and --http-key go together: name both.");
  }
  if (!flags.http_cert.empty()) config.http_tls = {flags.http_cert, flags.http_key};
  for (const std::string& text : flags.trusted_proxies) {
    COLLIE_ASSIGN_OR_RETURN(http_server::Network network, http_server::Network::Parse(text));
    config.trusted_proxies.push_back(std::move(network));
  }
  if (!flags.public_url.empty()) {
    COLLIE_ASSIGN_OR_RETURN(config.public_url, PublicUrl::Parse(flags.public_url));
  }
  if (!config.trusted_proxies.empty() && !config.public_url) {
    return absl::InvalidArgumentError(
        "--trusted-proxy needs --public-url, by which pages of another origin are told.");
  }
  const bool is_covered = config.http_tls.has_value() || !config.trusted_proxies.empty();
  if (config.http.is_loopback() || is_covered) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--http ", flags.http,
      " would show the crew to the network without TLS: name a loopback address, such as "
      "127.0.0.1:8787, a certificate by --http-cert and --http-key, or --trusted-proxy."));
}

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
  app.add_option("--ops", flags->ops,
                 "metrics and health, host:port, or off (else 127.0.0.1:8789 where that is free)");
  app.add_option("--http-cert", flags->http_cert, "certificate of the HTTP API, PEM");
  app.add_option("--http-key", flags->http_key, "its key, PEM");
  app.add_option("--trusted-proxy", flags->trusted_proxies,
                 "network of the proxy before the HTTP API, such as 10.0.0.7/32; may be repeated");
  app.add_option("--public-url", flags->public_url,
                 "where people reach the HTTP API, such as https://collie.example.org");
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
  if (flags.ops != "off") {
    config.is_ops_named = !flags.ops.empty();
    COLLIE_ASSIGN_OR_RETURN(config.ops,
                            config::ParseHostPort(config.is_ops_named ? flags.ops : kOps));
  }
  config.advertise = flags.advertise;
  COLLIE_RETURN_IF_ERROR(ReadReach(flags, config));
  return config;
}

}  // namespace collie::relay

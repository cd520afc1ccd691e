#ifndef COLLIE_RELAY_RELAY_CONFIG_H_
#define COLLIE_RELAY_RELAY_CONFIG_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/config/address.h"
#include "crew/config/environment.h"
#include "crew/config/paths.h"
#include "crew/http_server/network.h"
#include "crew/http_server/tls_files.h"
#include "relay/api/http/origin_rules.h"

namespace collie::relay {

// How long the relay remembers. Start from the defaults and change what is needed.
struct RetentionOptions {
  // How long a settled receipt stays after its acceptance; at least 30 days. For so long a request
  // that is repeated, or that somebody tries again, finds its receipt: it is the retry window, and
  // forgetting an id sooner would let a late repeat act anew. Unsettled ones stay whatever their
  // age.
  absl::Duration receipts = absl::Hours(24 * 400);
  // How often what is older is deleted, beside once at the start; 1 minute to 24 hours.
  absl::Duration compact_every = absl::Hours(1);

  // INVALID_ARGUMENT names the field that is out of its range.
  absl::Status Validate() const;
};

// How a relay runs; valid once parsed. Precedence: flag, environment, default.
struct RelayConfig {
  config::Paths paths;
  config::HostPort http;  // --http, 127.0.0.1:8787; beyond loopback only with one of the next two
  std::optional<http_server::TlsPaths> http_tls;      // --http-cert and --http-key, PEM
  std::vector<http_server::Network> trusted_proxies;  // --trusted-proxy
  std::optional<PublicUrl> public_url;                // --public-url
  config::HostPort grpc;                              // --grpc, :8786
  // --ops, 127.0.0.1:8789 where that is free; none: `off`
  std::optional<config::HostPort> ops;
  bool is_ops_named = false;  // by the flag: then it must be free
  std::string advertise;  // --advertise: the host that members dial; empty: the grpc address's own
  RetentionOptions retention;

  // Reads the command line of collie-relay. `*exit_code` is set, and there is no config, when the
  // program has to end at once: after --help or --version (0) and at wrong usage (2), which were
  // printed. Errors: INVALID_ARGUMENT, FAILED_PRECONDITION with one sentence.
  static absl::StatusOr<std::optional<RelayConfig>> Parse(int argc, char** argv,
                                                          const config::Environment& environment,
                                                          int* exit_code);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_RELAY_CONFIG_H_

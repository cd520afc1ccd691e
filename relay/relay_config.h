#ifndef COLLIE_RELAY_RELAY_CONFIG_H_
#define COLLIE_RELAY_RELAY_CONFIG_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crew/config/address.h"
#include "crew/config/environment.h"
#include "crew/config/paths.h"

namespace collie::relay {

// How a relay runs; valid once parsed. Precedence: flag, environment, default.
struct RelayConfig {
  config::Paths paths;
  config::HostPort http;  // --http, 127.0.0.1:8787; loopback only
  config::HostPort grpc;  // --grpc, :8786
  std::string advertise;  // --advertise: the host that members dial; empty: the grpc address's own

  // Reads the command line of collie-relay. `*exit_code` is set, and there is no config, when the
  // program has to end at once: after --help or --version (0) and at wrong usage (2), which were
  // printed. Errors: INVALID_ARGUMENT, FAILED_PRECONDITION with one sentence.
  static absl::StatusOr<std::optional<RelayConfig>> Parse(int argc, char** argv,
                                                          const config::Environment& environment,
                                                          int* exit_code);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_RELAY_CONFIG_H_

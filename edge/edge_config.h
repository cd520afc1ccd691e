#ifndef COLLIE_EDGE_EDGE_CONFIG_H_
#define COLLIE_EDGE_EDGE_CONFIG_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/config/address.h"
#include "crew/config/environment.h"
#include "crew/config/paths.h"

namespace collie::edge {

// How long the edge remembers. Start from the defaults and change what is needed.
struct RetentionOptions {
  // How long the record of an attempt stays after its beginning, once the relay has its result; at
  // least 7 days. For so long somebody may try the act again: it is the retry window, and a second
  // try whose first is forgotten can only end maybe-applied. What the relay does not have yet stays
  // whatever its age.
  absl::Duration attempts = absl::Hours(24 * 90);
  // How often what is older is deleted, beside once at the start; 1 minute to 24 hours.
  absl::Duration compact_every = absl::Hours(1);

  // INVALID_ARGUMENT names the field that is out of its range.
  absl::Status Validate() const;
};

// How an edge runs; valid once parsed. Precedence: flag, environment, default.
struct EdgeConfig {
  config::Paths paths;
  std::optional<config::HostPort> ops;  // --ops: where metrics and health listen; else nowhere
  RetentionOptions retention;

  // Reads the command line of collie-edge. `*exit_code` is set, and there is no config, when the
  // program has to end at once: after --help or --version (0) and at wrong usage (2), which were
  // printed. Errors: FAILED_PRECONDITION with one sentence.
  static absl::StatusOr<std::optional<EdgeConfig>> Parse(int argc, char** argv,
                                                         const config::Environment& environment,
                                                         int* exit_code);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_EDGE_CONFIG_H_

#ifndef COLLIE_EDGE_EDGE_CONFIG_H_
#define COLLIE_EDGE_EDGE_CONFIG_H_

#include <optional>

#include "absl/status/statusor.h"
#include "crew/config/environment.h"
#include "crew/config/paths.h"

namespace collie::edge {

// How an edge runs; valid once parsed. Precedence: flag, environment, default.
struct EdgeConfig {
  config::Paths paths;

  // Reads the command line of collie-edge. `*exit_code` is set, and there is no config, when the
  // program has to end at once: after --help or --version (0) and at wrong usage (2), which were
  // printed. Errors: FAILED_PRECONDITION with one sentence.
  static absl::StatusOr<std::optional<EdgeConfig>> Parse(int argc, char** argv,
                                                         const config::Environment& environment,
                                                         int* exit_code);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_EDGE_CONFIG_H_

#ifndef COLLIE_CREW_LOCAL_PROCESS_TREE_H_
#define COLLIE_CREW_LOCAL_PROCESS_TREE_H_

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"

namespace collie::local {

// One process, as distinct from a later one of the same number.
struct ProcessStamp {
  pid_t pid = 0;
  uint64_t started = 0;  // clock ticks since the machine's boot

  friend bool operator==(const ProcessStamp&, const ProcessStamp&) = default;
};

// The process and, upward, its parents, as /proc has them now. Errors: UNAVAILABLE (one of them
// cannot be read, or has ended).
absl::StatusOr<std::vector<ProcessStamp>> WithParents(pid_t pid);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_PROCESS_TREE_H_

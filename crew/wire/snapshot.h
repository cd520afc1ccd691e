#ifndef COLLIE_CREW_WIRE_SNAPSHOT_H_
#define COLLIE_CREW_WIRE_SNAPSHOT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"

namespace collie::wire {

// One conversation of a snapshot.
struct SnapshotPane {
  v1::Pane pane;       // bounded and cleaned, `left_out` counts actions past the limit; its asks
                       // are read with the pane
  std::string cursor;  // its newest
};

// What an agent shows (protos/WIRE.md, Snapshot).
struct Snapshot {
  std::string epoch;
  int64_t rev = 0;
  int64_t now_ms = 0;               // since 1970, by the agent's clock
  std::vector<SnapshotPane> panes;  // in the agent's order; ids are unique
  int bad_entries = 0;              // workspaces, tabs, panes and actions that are no entries
  int over_limit = 0;               // good or not: left out because the list was full
};

// Reads a snapshot; lists past their limits keep their first entries. INVALID_ARGUMENT, with one
// sentence, when it is not the wire's. Pure.
absl::StatusOr<Snapshot> DecodeSnapshot(std::string_view body);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_SNAPSHOT_H_

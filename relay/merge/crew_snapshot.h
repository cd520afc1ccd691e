#ifndef COLLIE_RELAY_MERGE_CREW_SNAPSHOT_H_
#define COLLIE_RELAY_MERGE_CREW_SNAPSHOT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "relay/merge/crew_cut.h"

namespace collie::relay {

// One source with its panes, in the order the agent lists them.
struct SourceSnapshot {
  v1::Source source;
  std::vector<v1::Pane> panes;
  // From the disk: it was read last at this time or earlier.
  std::optional<absl::Time> read_at = std::nullopt;
};

// One member with its sources, in the order of their names.
struct MemberSnapshot {
  v1::Member member;
  std::vector<SourceSnapshot> sources;
  // From the disk: it was seen last at this time or earlier.
  std::optional<absl::Time> seen_at = std::nullopt;
};

// The crew at one revision. All ages and times left were computed when it was made.
struct CrewSnapshot {
  std::string incarnation;
  uint64_t revision = 0;
  std::string crew_id;
  std::string crew_name;
  std::vector<MemberSnapshot> members;
};

// The cut as one copy, with ages and times left at `now`, panes in the order of the agent's list.
// `names` has the crew's names, and no members. O(what the filter wants); pure.
CrewSnapshot SnapshotOf(const CrewCut& cut, const ViewFilter& filter, clock::Steady now,
                        CrewSnapshot names);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_SNAPSHOT_H_

#ifndef COLLIE_RELAY_MERGE_HELD_CUTS_H_
#define COLLIE_RELAY_MERGE_HELD_CUTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "relay/merge/crew_cut.h"
#include "relay/merge/held.h"

namespace collie::relay {

using HeldCut = Held<CrewCut>;

// The cuts that readers hold. Readers that begin within one second share one. What they keep in
// memory is bounded whatever the readers do: rows that were replaced since the oldest of them; past
// that the oldest is given up. Pure; not thread-safe.
class HeldCuts {
 public:
  static constexpr size_t kMostBytes = 256 << 20;
  static constexpr absl::Duration kShared = absl::Seconds(1);

  explicit HeldCuts(size_t most_bytes) : most_bytes_(most_bytes) {}

  // A cut above the revision `above`: one that is held, if it is young or the newest, else
  // `newest`. `replaced` counts as ChangeLog does.
  std::shared_ptr<HeldCut> Hold(std::shared_ptr<const CrewCut> newest, uint64_t above,
                                clock::Steady now, size_t replaced);
  // The revision of the newest that is held; 0: none.
  uint64_t newest_revision() const { return held_.empty() ? 0 : held_.back().revision; }
  // Gives up what is over the budget. Returns the cuts, for the caller to drop.
  std::vector<std::shared_ptr<const CrewCut>> KeepWithinBudget(size_t replaced);

 private:
  struct Held {
    std::weak_ptr<HeldCut> cut;
    uint64_t revision = 0;
    clock::Steady since;
    size_t replaced = 0;  // when it was taken
  };

  void ForgetDropped();

  const size_t most_bytes_;
  std::deque<Held> held_;  // the oldest first
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_HELD_CUTS_H_

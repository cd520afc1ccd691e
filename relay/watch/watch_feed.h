#ifndef COLLIE_RELAY_WATCH_WATCH_FEED_H_
#define COLLIE_RELAY_WATCH_WATCH_FEED_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/text/limits.h"
#include "relay/merge/crew_view.h"
#include "relay/watch/receipt_news.h"
#include "relay/watch/watch_step.h"

namespace collie::relay {

// The steps of one watcher of the crew: the whole start in parts, then what changed, in the order
// in which the watcher reads. After each step whose parts are all read the watcher has the crew as
// it was after one step of the view, whatever came meanwhile: a slow one gets the newest state in
// one step. It keeps a revision and its filter, and a place in a held cut (HeldCuts) while it is in
// the middle of one. Begins when it is first read. Not thread-safe; pure.
class WatchFeed {
 public:
  // Of the rows of one step; a row alone is at most half of it.
  static constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;
  // Of the first step of a start; each further one may have four times as much. Whoever begins and
  // goes away costs little.
  static constexpr size_t kFirstBytes = 64 * text::kKiB;
  // After this long without an event one says that the watch is alive. With a feed that is read
  // every second that is 15 s at most.
  static constexpr absl::Duration kQuiet = absl::Seconds(14);

  // What a row looks like where the steps are written: shared bytes for the ages at `base`.
  using Render = std::function<SharedBytes(const CrewRow& row, clock::Steady base)>;

  // All outlive it. `receipts` tells what changes from now on.
  struct Sources {
    CrewView& view;
    const ReceiptNews& receipts;
    const clock::Clock& clock;
  };

  // Where the watch cannot go on from its resume point, it says so and begins again.
  WatchFeed(const Sources& sources, const v1::WatchRequest& request, Render render,
            size_t most_bytes = kMostBytes);

  // Of which it has to hear: see Notifier.
  ids::ConversationKey Scope() const { return filter_.Scope(); }

  // The next step, with no lock held; nullopt: there is nothing now.
  std::optional<WatchStep> Next();

 private:
  // How far a cut is read, in more than one step.
  struct Place {
    bool is_start = false;
    clock::Steady base;  // of all parts of a delta
    std::shared_ptr<HeldCut> held = nullptr;
    uint64_t revision = 0;            // of the cut
    size_t most_bytes = kFirstBytes;  // of the next step of a start
    std::optional<ids::ConversationKey> last = std::nullopt;
    bool is_read = false;  // no row is left
  };

  std::optional<WatchStep> NextDue();
  WatchStep NextOfStart();
  WatchStep NextOfDelta();
  std::optional<WatchStep> NextDelta();
  std::optional<WatchStep> NextReceipt();
  WatchStep InSync(uint64_t revision);
  // The watch begins again.
  WatchStep Resync(v1::ResyncReason reason);
  // Adds what comes after `place.last` and fits; moves the place there.
  void Fill(const CrewCut& cut, uint64_t since, Place& place, WatchStep& step) const;

  const Sources sources_;
  const ViewFilter filter_;
  const Render render_;
  const size_t most_bytes_;
  std::optional<v1::ResyncReason> resync_;  // to be said
  uint64_t revision_ = 0;                   // reached
  bool says_in_sync_ = false;               // it resumed and has had nothing yet
  std::optional<Place> place_;
  uint64_t seen_receipts_;
  bool is_receipts_turn_ = false;
  clock::Steady last_at_;  // of the last step
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_WATCH_FEED_H_

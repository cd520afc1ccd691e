#ifndef COLLIE_RELAY_WATCH_WATCH_FEED_H_
#define COLLIE_RELAY_WATCH_WATCH_FEED_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.pb.h"
#include "relay/merge/crew_view.h"

namespace collie::relay {

// What one watcher hears, one event after the other, each under 1 MiB: the whole (in parts),
// in_sync, then deltas in revision order (in parts, each but the last says `more`); or deltas at
// once where its resume point is still valid. It holds no changes of its own but a revision, so a
// slow watcher costs nothing and gets the newest state later. Not thread-safe.
class WatchFeed {
 public:
  static constexpr size_t kDeltaKeys = 256;  // keys in one delta, and the rest of their step
  // Receipts that wait; the oldest are dropped past either.
  static constexpr size_t kReceipts = 1000;
  static constexpr size_t kReceiptBytes = 4 << 20;

  WatchFeed(const CrewView& view, const v1::WatchRequest& request);

  // A receipt changed; it is sent if its conversation is in view.
  void Add(const v1::Receipt& receipt);
  // The next event; nullopt: there is no news.
  std::optional<v1::WatchEvent> Next();

 private:
  void Begin();
  std::optional<v1::WatchEvent> NextWaiting();
  std::optional<v1::WatchEvent> NextDelta();

  const CrewView& view_;
  const ViewFilter filter_;
  std::deque<v1::WatchEvent> waiting_;  // the whole start, or the rest of a delta in parts
  std::deque<v1::Receipt> receipts_;
  size_t receipt_bytes_ = 0;
  uint64_t revision_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_WATCH_FEED_H_

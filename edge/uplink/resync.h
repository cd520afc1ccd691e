#ifndef COLLIE_EDGE_UPLINK_RESYNC_H_
#define COLLIE_EDGE_UPLINK_RESYNC_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// Tells a relay, which may lack receipts, every attempt that this edge holds, acknowledged ones and
// those under way too: a page at a time, each read when the one before has left, then the end.
// Whoever sees that the stream has nothing to write takes the turn and tells the next page.
// Thread-safe.
class Resync {
 public:
  static constexpr int kPage = 64;  // attempts that wait for the stream at once

  using Send = std::function<void(v1::EdgeFrame)>;

  // The store outlives it.
  Resync(EdgeStore& store, Send send) : store_(store), send_(std::move(send)) {}

  // True: the caller is to tell the next page. False: another does, or all was told.
  bool TakeTurn();
  // The caller cannot: the next one may.
  void GiveTurnBack();
  // Reads and sends the next page; the last is followed by the end mark. Whether that was it.
  // Errors are the store's: the stream has to end, and the next one begins anew. Blocks on the
  // disk. REQUIRES: the turn, which it gives back.
  absl::StatusOr<bool> TellPage();

 private:
  EdgeStore& store_;
  const Send send_;

  absl::Mutex mu_;
  bool is_taken_ ABSL_GUARDED_BY(mu_) = false;
  bool is_over_ ABSL_GUARDED_BY(mu_) = false;

  // Of whoever has the turn.
  std::string request_id_;  // of the last that was told
  int32_t attempt_ = 0;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_RESYNC_H_

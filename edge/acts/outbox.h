#ifndef COLLIE_EDGE_ACTS_OUTBOX_H_
#define COLLIE_EDGE_ACTS_OUTBOX_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// The results that the relay has not acknowledged: they are in the store, so a restart loses none.
// Thread-safe.
class Outbox {
 public:
  explicit Outbox(EdgeStore& store) : store_(store) {}

  // All results that wait for an acknowledgement, the oldest first: to be sent on every new stream
  // (rule 21). Blocks on the disk. UNAVAILABLE: the store cannot be read now.
  absl::StatusOr<std::vector<v1::ActResult>> Pending();

  // The relay has this very outcome on disk; an outcome that rose since stays pending (rule 23).
  // The record itself is kept (rule 24). One about an attempt that nobody knows changes nothing. As
  // EdgeStore::Acknowledge it waits for no disk.
  void Acknowledge(const v1::ResultAck& ack);

 private:
  EdgeStore& store_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_OUTBOX_H_

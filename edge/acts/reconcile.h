#ifndef COLLIE_EDGE_ACTS_RECONCILE_H_
#define COLLIE_EDGE_ACTS_RECONCILE_H_

#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// Answers a query about an attempt. The conversation's fence is raised on disk to the act's own
// before the answer, which makes `never` a promise: the command, should it still come, is refused
// (rule 10). Done comes with the stored result; an attempt that was begun and has none is under
// way. UNAVAILABLE: the store could not be written or read, and nothing may be promised. Blocks on
// the disk.
absl::StatusOr<v1::ActResult> AnswerReconcile(EdgeStore& store, const v1::Settle& settle);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_RECONCILE_H_

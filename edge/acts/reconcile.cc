#include "edge/acts/reconcile.h"

#include "crew/fault/fault_point.h"
#include "crew/ids/ids.h"
#include "edge/acts/attempt_result.h"

namespace collie::edge {

absl::StatusOr<v1::ActResult> AnswerReconcile(EdgeStore& store, const v1::Settle& settle) {
  const auto conversation = ids::ConversationKey::From(settle.conversation());
  if (auto status = store.RaiseFence(conversation, settle.fence()); !status.ok()) return status;
  fault::Point("edge.fence-raised");
  const auto record = store.Find(settle.request_id(), settle.attempt());
  if (absl::IsNotFound(record.status())) {
    v1::ActResult never = NeverPosted(settle.request_id(), settle.attempt(),
                                      receipt::RefusedBecause(v1::REASON_MEMBER_UNREACHABLE));
    *never.mutable_fence() = settle.fence();
    return never;
  }
  if (!record.ok()) return record.status();
  return record->settled ? StoredResult(*record) : UnderWay(*record);
}

}  // namespace collie::edge

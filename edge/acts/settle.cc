#include "edge/acts/settle.h"

#include "crew/fault/fault_point.h"
#include "crew/ids/ids.h"
#include "edge/acts/attempt_result.h"

namespace collie::edge {

absl::StatusOr<v1::ActResult> AnswerSettle(EdgeStore& store, const v1::Settle& settle) {
  const auto conversation = ids::ConversationKey::From(settle.conversation());
  if (auto status = store.RaiseFence(conversation, settle.fence()); !status.ok()) return status;
  fault::Point("edge.fence-raised");
  const auto record = store.Find(settle.request_id(), settle.attempt());
  if (absl::IsNotFound(record.status())) {
    return NeverPosted(settle.request_id(), settle.attempt(),
                       receipt::RefusedBecause(v1::REASON_MEMBER_UNREACHABLE));
  }
  if (!record.ok()) return record.status();
  if (record->settled) return record->result;
  return UnderWay(settle.request_id(), settle.attempt());
}

}  // namespace collie::edge

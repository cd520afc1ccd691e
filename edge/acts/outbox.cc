#include "edge/acts/outbox.h"

#include <utility>

#include "crew/fault/fault_point.h"
#include "edge/acts/attempt_result.h"

namespace collie::edge {

absl::StatusOr<std::vector<v1::ActResult>> Outbox::Pending() {
  auto records = store_.Unacknowledged();
  if (!records.ok()) return records.status();
  std::vector<v1::ActResult> results;
  results.reserve(records->size());
  for (const AttemptRecord& record : *records) results.push_back(StoredResult(record));
  return results;
}

void Outbox::Acknowledge(const v1::ResultAck& ack) {
  store_.Acknowledge(ack.request_id(), ack.attempt(), ack.outcome());
  fault::Point("edge.acknowledged");
}

}  // namespace collie::edge

#include "edge/acts/attempt_result.h"

namespace collie::edge {
namespace {

v1::ActResult ResultOf(const std::string& request_id, int attempt, v1::AttemptState state) {
  v1::ActResult result;
  result.set_request_id(request_id);
  result.set_attempt(attempt);
  result.set_state(state);
  return result;
}

}  // namespace

v1::ActResult NeverPosted(const std::string& request_id, int attempt,
                          const receipt::Refusal& refusal) {
  v1::ActResult result = ResultOf(request_id, attempt, v1::ATTEMPT_STATE_NEVER);
  result.set_reason(refusal.reason);
  result.set_detail(refusal.detail);
  if (refusal.ask.has_value()) *result.mutable_ask() = *refusal.ask;
  if (refusal.decision.has_value()) *result.mutable_decision() = *refusal.decision;
  return result;
}

v1::ActResult SettledUnposted(const std::string& request_id, int attempt, v1::Outcome outcome) {
  v1::ActResult result = ResultOf(request_id, attempt, v1::ATTEMPT_STATE_DONE);
  result.set_outcome(outcome);
  return result;
}

v1::Reason ReasonOfStore(const absl::Status& status) {
  return absl::IsAborted(status) ? v1::REASON_FENCED : v1::REASON_STORE_UNAVAILABLE;
}

std::optional<v1::ActResult> FindReported(EdgeStore& store, const v1::Command& command) {
  const auto record = store.Find(command.request().request_id(), command.attempt());
  if (!record.ok()) return std::nullopt;
  return record->settled ? StoredResult(*record) : UnderWay(*record);
}

v1::ActResult StoredResult(const AttemptRecord& record) {
  v1::ActResult result = record.result;
  *result.mutable_fence() = record.command.fence();
  return result;
}

v1::ActResult UnderWay(const AttemptRecord& record) {
  v1::ActResult result = UnderWay(record.command.request().request_id(), record.command.attempt());
  *result.mutable_fence() = record.command.fence();
  return result;
}

v1::ActResult UnderWay(const std::string& request_id, int attempt) {
  return ResultOf(request_id, attempt, v1::ATTEMPT_STATE_UNDER_WAY);
}

}  // namespace collie::edge

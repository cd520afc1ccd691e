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
  return result;
}

v1::ActResult UnderWay(const std::string& request_id, int attempt) {
  return ResultOf(request_id, attempt, v1::ATTEMPT_STATE_UNDER_WAY);
}

}  // namespace collie::edge

#include "relay/acts/late_answer.h"

namespace collie::relay {
namespace {

// The question stands, but not under the id that was tapped: an earlier answer used that one, or
// the agent restarted since.
receipt::Refusal AsksAnew(const v1::Ask& ask) {
  receipt::Refusal refusal = receipt::RefusedBecause(v1::REASON_ASK_CHANGED);
  refusal.ask = ask;
  return refusal;
}

}  // namespace

std::optional<receipt::Refusal> CheckLateAnswer(std::optional<receipt::Refusal> refusal,
                                                const v1::ActRequest& request, OneUse one_use,
                                                const ActTarget& target,
                                                const std::optional<v1::ClosedAsk>& decision) {
  const v1::Ask* open =
      target.pane.has_value() ? receipt::FindAsk(*target.pane, request.answer().ask_id()) : nullptr;
  if (open != nullptr) {
    if (one_use == OneUse::kOpen || refusal.has_value()) return refusal;
    return AsksAnew(*open);
  }
  if (!refusal.has_value() || refusal->reason != v1::REASON_ASK_CLOSED) return refusal;
  if (decision.has_value() && decision->request_id() != request.request_id()) {
    return receipt::DecidedAs(*decision);
  }
  if (one_use == OneUse::kSpent) return refusal;
  return std::nullopt;
}

}  // namespace collie::relay

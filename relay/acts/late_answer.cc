#include "relay/acts/late_answer.h"

namespace collie::relay {

std::optional<receipt::Refusal> CheckLateAnswer(std::optional<receipt::Refusal> refusal,
                                                const v1::ActRequest& request, OneUse one_use,
                                                const ActTarget& target,
                                                const std::optional<v1::ClosedAsk>& decision) {
  const v1::Ask* open =
      target.pane.has_value() ? receipt::FindAsk(*target.pane, request.answer().ask_id()) : nullptr;
  if (open != nullptr) {
    if (one_use == OneUse::kOpen || refusal.has_value()) return refusal;
    // The question stands, but not under the id that was tapped: an earlier answer used that one,
    // or the agent restarted since.
    return receipt::RefusedBecause(v1::REASON_ASK_CLOSED);
  }
  if (!refusal.has_value() || refusal->reason != v1::REASON_ASK_CLOSED) return refusal;
  if (decision.has_value() && decision->request_id() != request.request_id()) {
    return receipt::DecidedAs(*decision);
  }
  if (one_use == OneUse::kSpent) return refusal;
  return std::nullopt;
}

}  // namespace collie::relay

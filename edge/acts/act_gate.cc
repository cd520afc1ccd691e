#include "edge/acts/act_gate.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "crew/receipt/sentence.h"
#include "edge/store/edge_store.h"

namespace collie::edge {
namespace {

receipt::Refusal Unreadable(const std::string& detail) {
  receipt::Refusal refusal = receipt::RefusedBecause(v1::REASON_SOURCE_UNREACHABLE);
  if (!detail.empty()) absl::StrAppend(&refusal.detail, " (", detail, ")");
  return refusal;
}

// How the question of an answer ended, if the conversation tells of it.
const v1::ClosedAsk* DecisionOf(const v1::ActRequest& request, const FreshState& fresh) {
  const v1::ClosedAsk* last = nullptr;
  for (const v1::ClosedAsk& closed : fresh.closed_asks) {
    if (closed.ask_id() == request.answer().ask_id()) last = &closed;
  }
  return last;
}

// A question that is merely gone says less than one of which the end is told. Where it was ended by
// this very act, the agent itself has to say so: that is no refusal.
std::optional<receipt::Refusal> WithDecision(std::optional<receipt::Refusal> refusal,
                                             const v1::ActRequest& request,
                                             const FreshState& fresh) {
  if (!refusal.has_value() || refusal->reason != v1::REASON_ASK_CLOSED) return refusal;
  const v1::ClosedAsk* decision = DecisionOf(request, fresh);
  if (decision == nullptr) return refusal;
  if (decision->request_id() == request.request_id()) return std::nullopt;
  return receipt::DecidedAs(*decision);
}

}  // namespace

bool IsFenced(const v1::Fence& command, const v1::Fence& newest) {
  return !IsAbove(command, newest);
}

bool IsOvertaken(const v1::Fence& command, const v1::Fence& newest) {
  return IsAbove(newest, command);
}

bool NeedsFreshRead(const v1::ActRequest& request) { return !request.has_stop(); }

bool NeedsAsks(const v1::ActRequest& request) { return request.has_answer(); }

std::optional<receipt::Refusal> CheckFresh(const v1::Command& command, const FreshState& fresh) {
  // A stale source shows an earlier read: the read for this act failed.
  if (fresh.source.state() == v1::SOURCE_STATE_STALE) return Unreadable(fresh.source.detail());
  const bool is_live = fresh.source.state() == v1::SOURCE_STATE_LIVE;
  if (is_live && fresh.source.epoch() != command.epoch()) {
    receipt::Refusal refusal = receipt::RefusedBecause(v1::REASON_TURN_MOVED);
    refusal.detail = "The agent restarted after you read it: read it again, then decide.";
    return refusal;
  }
  if (is_live && fresh.asks_unread) return Unreadable("its open questions could not be read");
  const v1::Pane* pane = fresh.pane.has_value() ? &*fresh.pane : nullptr;
  return WithDecision(receipt::FailedPrecondition(command.request(), fresh.source, pane),
                      command.request(), fresh);
}

}  // namespace collie::edge

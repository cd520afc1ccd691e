#include "crew/receipt/transitions.h"

#include <algorithm>
#include <string>

#include "crew/ids/ids.h"
#include "crew/receipt/outcome.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/timestamp.h"

namespace collie::receipt {
namespace {

constexpr int kMostPosts = 2;

// Every change of an outcome goes through here (rule 9).
bool Raise(v1::Receipt& receipt, v1::Outcome outcome, v1::Reason reason, absl::Time now) {
  if (!Rises(receipt.outcome(), outcome)) return false;
  receipt.set_outcome(outcome);
  receipt.set_reason(reason);
  receipt.set_detail(std::string(Sentence(reason)));
  *receipt.mutable_finished_at() = ToTimestamp(now);
  return true;
}

bool IsToldOfAnAttempt(v1::Outcome outcome) {
  return outcome == v1::OUTCOME_SENT || outcome == v1::OUTCOME_REFUSED ||
         outcome == v1::OUTCOME_UNKNOWN || outcome == v1::OUTCOME_MAYBE_APPLIED;
}

v1::Outcome OutcomeOfResult(const v1::ActResult& result) {
  if (result.state() == v1::ATTEMPT_STATE_NEVER) {
    return OutcomeOfRefusal(result.attempt(), result.reason());
  }
  if (!Settles(result)) return v1::OUTCOME_UNSPECIFIED;
  if (result.outcome() == v1::OUTCOME_REFUSED && result.attempt() > 1) {
    return v1::OUTCOME_MAYBE_APPLIED;
  }
  return result.outcome();
}

// A reply that the relay had given up waiting for is known by the edge's receipt.
v1::Evidence EvidenceOf(v1::Outcome before, v1::Evidence told) {
  const bool healed = before == v1::OUTCOME_UNKNOWN || before == v1::OUTCOME_MAYBE_APPLIED;
  return healed && told == v1::EVIDENCE_REPLY ? v1::EVIDENCE_EDGE_RECEIPT : told;
}

void CopyNews(v1::Receipt& receipt, const v1::ActResult& result, v1::Outcome before) {
  receipt.set_evidence(EvidenceOf(before, result.evidence()));
  receipt.set_queued(result.queued());
  receipt.set_agent_code(result.agent_code());
  if (!result.detail().empty()) receipt.set_detail(result.detail());
  if (result.has_ask()) *receipt.mutable_ask() = result.ask();
  if (result.has_decision()) *receipt.mutable_decision() = result.decision();
  if (receipt.act() == v1::ACT_KIND_START && ids::IsWireId(result.started_pane())) {
    receipt.mutable_conversation()->set_pane(result.started_pane());
  }
}

}  // namespace

bool MayPassOn(const v1::Receipt& receipt, int attempt) {
  if (attempt == 1) return receipt.outcome() == v1::OUTCOME_PENDING;
  return attempt == kMostPosts && receipt.outcome() == v1::OUTCOME_UNKNOWN;
}

bool EndWithoutPost(v1::Receipt& receipt, int attempt, const Refusal& refusal, absl::Time now) {
  const v1::Outcome outcome = OutcomeOfRefusal(attempt, refusal.reason);
  if (!Raise(receipt, outcome, refusal.reason, now)) return false;
  if (!refusal.detail.empty()) receipt.set_detail(refusal.detail);
  if (refusal.ask.has_value()) *receipt.mutable_ask() = *refusal.ask;
  return true;
}

bool EndUnknown(v1::Receipt& receipt, v1::Reason reason, absl::Time now) {
  return Raise(receipt, v1::OUTCOME_UNKNOWN, reason, now);
}

bool EndMaybeApplied(v1::Receipt& receipt, v1::Reason reason, absl::Time now) {
  return Raise(receipt, v1::OUTCOME_MAYBE_APPLIED, reason, now);
}

bool Settles(const v1::ActResult& result) {
  return result.state() == v1::ATTEMPT_STATE_NEVER ||
         (result.state() == v1::ATTEMPT_STATE_DONE && IsToldOfAnAttempt(result.outcome()));
}

bool TakeResult(v1::Receipt& receipt, const v1::ActResult& result, bool newest, absl::Time now) {
  const v1::Outcome outcome = OutcomeOfResult(result);
  if (outcome == v1::OUTCOME_UNSPECIFIED) return false;
  if (!newest && outcome != v1::OUTCOME_SENT) return false;
  const int posts = std::clamp<int>(result.posts(), receipt.attempts(), kMostPosts);
  const bool counted = posts != receipt.attempts();
  receipt.set_attempts(posts);
  const v1::Outcome before = receipt.outcome();
  if (!Raise(receipt, outcome, result.reason(), now)) return counted;
  CopyNews(receipt, result, before);
  return true;
}

v1::Outcome OutcomeOfRefusal(int attempt, v1::Reason reason) {
  if (attempt <= 1) return v1::OUTCOME_REFUSED;
  switch (reason) {
    case v1::REASON_ASK_CLOSED:
    case v1::REASON_ASK_CHANGED:
    case v1::REASON_DECIDED:
    case v1::REASON_TOO_LATE:
    case v1::REASON_TURN_MOVED:
    case v1::REASON_NO_SUCH_CONVERSATION:
      return v1::OUTCOME_MAYBE_APPLIED;
    default:
      return v1::OUTCOME_UNKNOWN;
  }
}

}  // namespace collie::receipt

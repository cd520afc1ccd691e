#include "crew/receipt/transitions.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
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
  // What may have been applied is never retried, whatever the reason's sentence says.
  const bool is_spent = outcome == v1::OUTCOME_MAYBE_APPLIED;
  receipt.set_detail(std::string(is_spent ? Sentence(outcome) : Sentence(reason)));
  *receipt.mutable_finished_at() = ToTimestamp(now);
  return true;
}

bool IsOutcomeOfAnAttempt(v1::Outcome outcome) {
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

bool IsOpen(v1::Outcome outcome) {
  return outcome == v1::OUTCOME_UNKNOWN || outcome == v1::OUTCOME_MAYBE_APPLIED;
}

// An outcome that stays unknown keeps what is known, and says why: `detail`, else the reason's
// sentence. The reason that an operator gave it up stays.
bool Note(v1::Receipt& receipt, v1::Reason reason, const std::string& detail) {
  if (receipt.outcome() != v1::OUTCOME_UNKNOWN) return false;
  if (reason == v1::REASON_UNSPECIFIED && detail.empty()) return false;
  if (receipt.reason() != v1::REASON_GIVEN_UP) receipt.set_reason(reason);
  receipt.set_detail(detail.empty() ? std::string(Sentence(reason)) : detail);
  return true;
}

// A later attempt was not POSTed: what is known of the first stays, and this is added.
bool NoteNotAsked(v1::Receipt& receipt, v1::Reason reason, const std::string& detail) {
  constexpr absl::string_view kNotAsked = "It was not retried: ";
  const absl::string_view before = receipt.detail();
  const absl::string_view first =
      absl::StripTrailingAsciiWhitespace(before.substr(0, before.find(kNotAsked)));
  const std::string why = detail.empty() ? std::string(Sentence(reason)) : detail;
  return Note(receipt, reason, absl::StrCat(first, first.empty() ? "" : " ", kNotAsked, why));
}

// A reply to the first try that came after the relay's deadline is known by the edge's receipt.
v1::Evidence EvidenceOf(v1::Outcome before, const v1::ActResult& result) {
  const bool is_late = IsOpen(before) && result.attempt() == 1;
  const v1::Evidence told = result.evidence();
  return is_late && told == v1::EVIDENCE_REPLY ? v1::EVIDENCE_EDGE_RECEIPT : told;
}

// What was seen to run is not kept any more, whatever a late reply says.
void TakeQueued(v1::Receipt& receipt, const v1::ActResult& result) {
  receipt.set_queued(result.queued() && !receipt.has_effective_at());
  if (receipt.queued() && receipt.outcome() == v1::OUTCOME_SENT) {
    receipt.set_effect(v1::EFFECT_QUEUED);
  }
}

void CopyNews(v1::Receipt& receipt, const v1::ActResult& result, v1::Outcome before) {
  receipt.set_evidence(EvidenceOf(before, result));
  TakeQueued(receipt, result);
  receipt.set_agent_code(result.agent_code());
  if (!result.detail().empty()) receipt.set_detail(result.detail());
  if (result.has_ask()) *receipt.mutable_ask() = result.ask();
  if (result.has_decision()) *receipt.mutable_decision() = result.decision();
  if (receipt.act() == v1::ACT_KIND_START && ids::IsWireId(result.started_pane())) {
    receipt.mutable_conversation()->set_pane(result.started_pane());
  }
}

bool Show(v1::Receipt& receipt, const Witness& witness, absl::Time now) {
  if (receipt.act() == v1::ACT_KIND_START && receipt.conversation().pane().empty() &&
      ids::IsWireId(witness.started_pane)) {
    receipt.mutable_conversation()->set_pane(witness.started_pane);
  }
  const bool writes_item =
      witness.evidence == v1::EVIDENCE_USER_ITEM || witness.evidence == v1::EVIDENCE_STARTED_PANE;
  if (!writes_item || receipt.has_effective_at()) return false;
  *receipt.mutable_effective_at() = ToTimestamp(now);
  receipt.set_effect(v1::EFFECT_EFFECTIVE);
  receipt.set_queued(false);
  // It runs after all, whatever was reported before.
  if (receipt.outcome() == v1::OUTCOME_SENT) receipt.clear_detail();
  return true;
}

// An act whose item was seen while it was pending ran, whatever its end says it cannot tell: what
// was seen is on disk, and a relay that starts later has no other witness.
void HealBySeenItem(v1::Receipt& receipt, absl::Time now) {
  if (!IsOpen(receipt.outcome()) || !receipt.has_effective_at()) return;
  Raise(receipt, v1::OUTCOME_SENT, v1::REASON_UNSPECIFIED, now);
  const bool is_start = receipt.act() == v1::ACT_KIND_START;
  receipt.set_evidence(is_start ? v1::EVIDENCE_STARTED_PANE : v1::EVIDENCE_USER_ITEM);
}

// Text that the agent kept for later and that will not run.
bool EndKept(v1::Receipt& receipt, const Witness& witness) {
  if (receipt.outcome() != v1::OUTCOME_SENT || receipt.has_effective_at()) return false;
  const char* detail =
      witness.kind == Witness::Kind::kDropped
          ? "The agent had kept it for after its turn and dropped it: it will not "
            "run, send it as a new request if it still matters."
          : "The agent had kept it for after its turn and restarted before it came "
            "to it: look at the conversation, then decide.";
  if (!receipt.queued() && receipt.detail() == detail) return false;
  receipt.set_queued(false);
  receipt.set_effect(v1::EFFECT_DROPPED);
  receipt.set_detail(detail);
  return true;
}

}  // namespace

bool MayDispatch(const v1::Receipt& receipt, int attempt) {
  if (attempt == 1) return receipt.outcome() == v1::OUTCOME_PENDING;
  return attempt > 1 && receipt.outcome() == v1::OUTCOME_UNKNOWN && receipt.attempts() < kMostPosts;
}

bool EndWithoutPost(v1::Receipt& receipt, int attempt, const Refusal& refusal, absl::Time now) {
  const v1::Outcome outcome = OutcomeOfRefusal(attempt, refusal.reason);
  const bool stays_unknown = outcome == v1::OUTCOME_UNKNOWN;
  if (stays_unknown && NoteNotAsked(receipt, refusal.reason, refusal.detail)) return true;
  if (!Raise(receipt, outcome, refusal.reason, now)) return false;
  if (!refusal.detail.empty()) receipt.set_detail(refusal.detail);
  if (refusal.ask.has_value()) *receipt.mutable_ask() = *refusal.ask;
  if (refusal.decision.has_value()) *receipt.mutable_decision() = *refusal.decision;
  return true;
}

bool EndUnknown(v1::Receipt& receipt, v1::Reason reason, absl::Time now) {
  if (!Raise(receipt, v1::OUTCOME_UNKNOWN, reason, now)) return false;
  HealBySeenItem(receipt, now);
  return true;
}

bool EndMaybeApplied(v1::Receipt& receipt, const std::string& detail, absl::Time now) {
  if (!Raise(receipt, v1::OUTCOME_MAYBE_APPLIED, v1::REASON_UNSPECIFIED, now)) return false;
  receipt.set_detail(detail);
  HealBySeenItem(receipt, now);
  return true;
}

bool Settles(const v1::ActResult& result) {
  return result.state() == v1::ATTEMPT_STATE_NEVER ||
         (result.state() == v1::ATTEMPT_STATE_DONE && IsOutcomeOfAnAttempt(result.outcome()));
}

bool TakeResult(v1::Receipt& receipt, const v1::ActResult& result, bool newest, absl::Time now) {
  const v1::Outcome outcome = OutcomeOfResult(result);
  if (outcome == v1::OUTCOME_UNSPECIFIED) return false;
  if (!newest && outcome != v1::OUTCOME_SENT) return false;
  const int posts = std::clamp<int>(result.posts(), receipt.attempts(), kMostPosts);
  const bool counted = posts != receipt.attempts();
  receipt.set_attempts(posts);
  const v1::Outcome before = receipt.outcome();
  if (!Raise(receipt, outcome, result.reason(), now)) {
    if (!newest || outcome != v1::OUTCOME_UNKNOWN) return counted;
    const bool is_posted = result.state() != v1::ATTEMPT_STATE_NEVER;
    const bool noted = is_posted ? Note(receipt, result.reason(), result.detail())
                                 : NoteNotAsked(receipt, result.reason(), result.detail());
    return noted || counted;
  }
  CopyNews(receipt, result, before);
  HealBySeenItem(receipt, now);
  return true;
}

bool EndGivenUp(v1::Receipt& receipt, absl::Time now) {
  const bool has_ended = Raise(receipt, v1::OUTCOME_UNKNOWN, v1::REASON_GIVEN_UP, now);
  if (has_ended) HealBySeenItem(receipt, now);
  return has_ended || Note(receipt, v1::REASON_GIVEN_UP, "");
}

bool TakeWitness(v1::Receipt& receipt, const Witness& witness, absl::Time now) {
  bool has_changed = false;
  if (witness.kind != Witness::Kind::kEpochEnded && IsOpen(receipt.outcome())) {
    has_changed = Raise(receipt, v1::OUTCOME_SENT, v1::REASON_UNSPECIFIED, now);
    receipt.set_evidence(witness.evidence);
  }
  if (witness.kind == Witness::Kind::kShown) return Show(receipt, witness, now) || has_changed;
  return EndKept(receipt, witness) || has_changed;
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

#include "crew/receipt/fit.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/receipt/answer_sentence.h"
#include "crew/receipt/sentence.h"
#include "crew/wire/answer.h"

namespace collie::receipt {
namespace {

std::optional<Refusal> Because(v1::Reason reason) { return RefusedBecause(reason); }

std::optional<Refusal> Because(v1::Reason reason, std::string detail) {
  return Refusal{
      .reason = reason, .detail = std::move(detail), .ask = std::nullopt, .decision = std::nullopt};
}

v1::Reason ReasonOfState(v1::SourceState state) {
  switch (state) {
    case v1::SOURCE_STATE_LIVE:
    case v1::SOURCE_STATE_STALE:
      return v1::REASON_UNSPECIFIED;
    case v1::SOURCE_STATE_STARTING:
      return v1::REASON_STARTING;
    case v1::SOURCE_STATE_TOKEN_REFUSED:
      return v1::REASON_TOKEN_REFUSED;
    case v1::SOURCE_STATE_VERSION_MISMATCH:
      return v1::REASON_VERSION_MISMATCH;
    case v1::SOURCE_STATE_DUPLICATE_SOURCE:
      return v1::REASON_DUPLICATE_SOURCE;
    default:
      return v1::REASON_SOURCE_UNREACHABLE;
  }
}

std::optional<Refusal> SourceFailedPrecondition(const v1::Source& source) {
  const v1::Reason reason = ReasonOfState(source.state());
  if (reason == v1::REASON_UNSPECIFIED) return std::nullopt;
  std::string detail(Sentence(reason));
  if (!source.detail().empty()) absl::StrAppend(&detail, " (", source.detail(), ")");
  return Because(reason, std::move(detail));
}

bool IsClaimed(v1::ActKind kind, const v1::Capabilities& claims) {
  switch (kind) {
    case v1::ACT_KIND_SEND:
      return claims.send();
    case v1::ACT_KIND_ANSWER:
      return claims.asks();
    case v1::ACT_KIND_STEER:
      return claims.steer();
    case v1::ACT_KIND_STOP:
      return claims.abort();
    case v1::ACT_KIND_RENAME:
      return claims.rename();
    case v1::ACT_KIND_CLOSE:
      return claims.close();
    case v1::ACT_KIND_REOPEN:
      return claims.reopen();
    case v1::ACT_KIND_ACTION:
      return claims.actions();
    case v1::ACT_KIND_START:
      return claims.starters();
    default:
      return false;
  }
}

template <typename Entries>
bool Holds(const Entries& entries, const std::string& id) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const auto& entry) { return entry.id() == id; });
}

// The agent says `stale` before `question-open`, and so does this.
std::optional<Refusal> SendFailedPrecondition(const v1::Send& send, const v1::Source& source,
                                              const v1::Pane& pane) {
  if (send.turn() != pane.turn().id()) return Because(v1::REASON_TURN_MOVED);
  if (pane.open_asks() > 0 || pane.asks_size() > 0) return Because(v1::REASON_QUESTION_OPEN);
  if (!source.capabilities().queue() && pane.turn().state() == v1::TURN_STATE_WORKING) {
    return Because(v1::REASON_UNSUPPORTED,
                   "The agent is at work and queues no sends: wait for its turn to end.");
  }
  return std::nullopt;
}

std::optional<Refusal> TurnFailedPrecondition(const std::string& turn, const v1::Pane& pane) {
  if (turn != pane.turn().id()) return Because(v1::REASON_TURN_MOVED);
  if (pane.turn().state() == v1::TURN_STATE_WORKING) return std::nullopt;
  return Because(v1::REASON_TURN_MOVED,
                 "Nothing runs in this conversation now: look again, then decide.");
}

bool PicksAlways(const v1::AnswerAsk& answer, const v1::Ask& ask) {
  const auto& picked = answer.answer().picked().option_ids();
  return std::any_of(ask.options().begin(), ask.options().end(), [&](const v1::AskOption& option) {
    return option.always() && std::find(picked.begin(), picked.end(), option.id()) != picked.end();
  });
}

std::optional<Refusal> AnswerFailedPrecondition(const v1::AnswerAsk& answer, const v1::Pane& pane) {
  const v1::Ask* ask = FindAsk(pane, answer.ask_id());
  if (ask == nullptr) return Because(v1::REASON_ASK_CLOSED);
  if (answer.hash() != ask->hash()) {
    Refusal refusal = RefusedBecause(v1::REASON_ASK_CHANGED);
    refusal.ask = *ask;
    return refusal;
  }
  if (ask->kind() == v1::ASK_KIND_OTHER) {
    return Because(v1::REASON_UNSUPPORTED,
                   "This kind of question can only be answered at the agent itself.");
  }
  if (!wire::AnswerFits(*ask, answer.answer())) {
    return Because(v1::REASON_UNSUPPORTED, AnswerSentence(*ask));
  }
  if (PicksAlways(answer, *ask) && !answer.confirmed()) return Because(v1::REASON_CONFIRM_NEEDED);
  return std::nullopt;
}

std::optional<Refusal> PaneFailedPrecondition(const v1::ActRequest& request,
                                              const v1::Source& source, const v1::Pane& pane) {
  switch (request.act_case()) {
    case v1::ActRequest::kSend:
      return SendFailedPrecondition(request.send(), source, pane);
    case v1::ActRequest::kSteer:
      return TurnFailedPrecondition(request.steer().turn(), pane);
    case v1::ActRequest::kStop:
      // Without a turn it stops whatever runs when it arrives, so there is nothing to compare.
      if (request.stop().turn().empty()) return std::nullopt;
      return TurnFailedPrecondition(request.stop().turn(), pane);
    case v1::ActRequest::kAnswer:
      return AnswerFailedPrecondition(request.answer(), pane);
    case v1::ActRequest::kAction:
      if (Holds(pane.actions(), request.action().action_id())) return std::nullopt;
      return Because(v1::REASON_UNSUPPORTED, "The conversation has no such action: look again.");
    default:
      return std::nullopt;
  }
}

}  // namespace

Refusal RefusedBecause(v1::Reason reason) {
  return {.reason = reason,
          .detail = std::string(Sentence(reason)),
          .ask = std::nullopt,
          .decision = std::nullopt};
}

Refusal DecidedAs(v1::ClosedAsk decision) {
  Refusal refusal = RefusedBecause(v1::REASON_DECIDED);
  refusal.decision = std::move(decision);
  return refusal;
}

std::optional<Refusal> FailedPrecondition(const v1::ActRequest& request, const v1::Source& source,
                                          const v1::Pane* pane) {
  if (auto refusal = SourceFailedPrecondition(source)) return refusal;
  const v1::ActKind kind = KindOf(request);
  if (!IsClaimed(kind, source.capabilities())) return Because(v1::REASON_UNSUPPORTED);
  if (kind == v1::ACT_KIND_START) {
    if (Holds(source.starters(), request.start().starter_id())) return std::nullopt;
    return Because(v1::REASON_UNSUPPORTED,
                   "The agent has no such starter: look at its list again.");
  }
  if (pane == nullptr) return Because(v1::REASON_NO_SUCH_CONVERSATION);
  return PaneFailedPrecondition(request, source, *pane);
}

const v1::Ask* FindAsk(const v1::Pane& pane, const std::string& ask_id) {
  const auto found = std::find_if(pane.asks().begin(), pane.asks().end(),
                                  [&](const v1::Ask& ask) { return ask.ask_id() == ask_id; });
  return found == pane.asks().end() ? nullptr : &*found;
}

v1::ActKind KindOf(const v1::ActRequest& request) {
  switch (request.act_case()) {
    case v1::ActRequest::kSend:
      return v1::ACT_KIND_SEND;
    case v1::ActRequest::kAnswer:
    case v1::ActRequest::kOneTap:
      return v1::ACT_KIND_ANSWER;
    case v1::ActRequest::kSteer:
      return v1::ACT_KIND_STEER;
    case v1::ActRequest::kStop:
      return v1::ACT_KIND_STOP;
    case v1::ActRequest::kRename:
      return v1::ACT_KIND_RENAME;
    case v1::ActRequest::kClose:
      return v1::ACT_KIND_CLOSE;
    case v1::ActRequest::kReopen:
      return v1::ACT_KIND_REOPEN;
    case v1::ActRequest::kAction:
      return v1::ACT_KIND_ACTION;
    case v1::ActRequest::kStart:
      return v1::ACT_KIND_START;
    case v1::ActRequest::ACT_NOT_SET:
      break;
  }
  return v1::ACT_KIND_UNSPECIFIED;
}

}  // namespace collie::receipt

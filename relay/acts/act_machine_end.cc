// What an act does from its dispatch to its end: time, results, the edge's queries, giving up and
// shutdown.
#include <algorithm>
#include <utility>

#include "crew/receipt/outcome.h"
#include "relay/acts/act_machine.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

using receipt::RefusedBecause;

bool IsUndecidedAnswer(const ActRecord& record) {
  return record.request.has_answer() && record.attempt > 0 &&
         record.receipt.outcome() == v1::OUTCOME_REFUSED;
}

}  // namespace

bool ActMachine::On(const Due& event, const ActContext& context, ActEffects& effects) {
  switch (state_) {
    case ActState::kAtEdge:
      ChangeState(ActState::kExpiring, "the deadline passed", effects);
      effects.push_back(ChangeRecord{request_id(), RecordUnknown{event.witness, context.wall}});
      return true;
    case ActState::kUnsettled:
      due_at_ = context.now + options_.reconcile_every;
      Query(effects);
      return true;
    case ActState::kRefusalDue:
      ChangeState(ActState::kRefusing, "the store is tried again", effects);
      WriteRefusal(context, effects);
      return true;
    default:
      return false;
  }
}

bool ActMachine::On(const UnknownWritten& event, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kExpiring) return false;
  if (absl::IsAborted(event.written.status())) {
    EndWithoutReceipt(v1::REASON_FENCED, "a newer relay has started", context, effects);
  } else if (!event.written.ok()) {
    ChangeState(ActState::kAtEdge, "the store did not take `unknown`", effects);
    due_at_ = context.now + options_.store_retry;
  } else if (TakeRecord(*event.written, effects); record_.phase == ActPhase::kSettled) {
    Settle("a result came first", context, effects);
  } else {
    BecomeUnsettled("`unknown` is on disk", context, effects);
    Log(v1::REASON_UNSPECIFIED, context, effects);
  }
  return true;
}

bool ActMachine::On(const RecordChanged& event, const ActContext& context, ActEffects& effects) {
  const bool is_looked_up = state_ == ActState::kAccepting || state_ == ActState::kAbandoned;
  if (is_looked_up || state_ == ActState::kEnded) return false;
  record_ = event.record;
  // The dispatch of a retry asks the record itself (rule 7).
  if (IsBeforeDispatch()) return true;
  if (record_.phase == ActPhase::kSettled) {
    Settle("it is settled on disk", context, effects);
  } else if (IsWithEdge() && (IsReplied() || receipt::IsDefinite(record_.receipt.outcome()))) {
    BecomeUnsettled("its outcome is definite before the edge told the end", context, effects);
  }
  return true;
}

bool ActMachine::On(const StreamOpened&, const ActContext&, ActEffects& effects) {
  if (!IsWithEdge()) return false;
  Query(effects);
  return true;
}

// Whatever was being written about it meanwhile names an older attempt and changes nothing.
bool ActMachine::On(const FoundAtEdge& event, const ActContext& context, ActEffects& effects) {
  if (state_ == ActState::kEnded) return false;
  record_ = event.record;
  effects.push_back(StopWaiting{});
  effects.push_back(KeepLock{});
  effects.push_back(FollowRecord{record_});
  if (record_.receipt.outcome() != v1::OUTCOME_PENDING) {
    BecomeUnsettled("its edge has it under way", context, effects);
  } else {
    ChangeState(ActState::kAtEdge, "its edge has it under way", effects);
    due_at_ = std::max(deadline_, context.now);
  }
  return true;
}

bool ActMachine::On(const GivenUp& event, const ActContext& context, ActEffects& effects) {
  if (!IsWithEdge()) return false;
  record_ = event.record;
  if (event.fence.has_value()) {
    // A command that is still on its way finds itself fenced.
    record_.fence = *event.fence;
    Query(effects);
    record_ = event.record;
  }
  Settle("an operator gave it up", context, effects);
  return true;
}

bool ActMachine::On(const Draining&, const ActContext& context, ActEffects& effects) {
  switch (state_) {
    case ActState::kAccepting:
      effects.push_back(ReplyAll{WithoutReceipt(v1::REASON_DRAINING)});
      ChangeState(ActState::kAbandoned, "the relay is shutting down", effects);
      return true;
    case ActState::kWaiting:
      Refuse(RefusedBecause(v1::REASON_DRAINING), context, effects);
      return true;
    case ActState::kDispatching:
    case ActState::kAtEdge:
    case ActState::kExpiring:
      effects.push_back(ReplyAll{WithReceipt(record_.receipt, /*is_repeat=*/false)});
      return true;
    default:
      return false;
  }
}

void ActMachine::TakeRecord(const ActRecord& record, ActEffects& effects) {
  record_ = record;
  effects.push_back(PublishReceipt{record_.receipt});
  effects.push_back(FollowRecord{record_});
}

void ActMachine::BecomeUnsettled(std::string_view why, const ActContext& context,
                                 ActEffects& effects) {
  effects.push_back(ReplyAll{WithReceipt(record_.receipt, /*is_repeat=*/false)});
  ChangeState(ActState::kUnsettled, why, effects);
  due_at_ = context.now + options_.reconcile_every;
}

void ActMachine::Query(ActEffects& effects) const {
  QueryEdge query;
  query.member = conversation_.member;
  query.settle.set_request_id(request_id());
  query.settle.set_attempt(record_.attempt);
  *query.settle.mutable_fence() = record_.fence;
  *query.settle.mutable_conversation() = conversation_.ToProto();
  effects.push_back(std::move(query));
}

// REQUIRES: the record is settled on disk. The lock goes before the callers hear, so that whoever
// acts on the reply finds it free.
void ActMachine::Settle(std::string_view why, const ActContext& context, ActEffects& effects) {
  effects.push_back(ReleaseLock{});
  Log(v1::REASON_UNSPECIFIED, context, effects);
  if (IsUndecidedAnswer(record_)) {
    const v1::AnswerAsk& answer = record_.request.answer();
    effects.push_back(
        SpendOneUse{conversation_, ids::AskId(answer.ask_id()), ids::AskHash(answer.hash())});
  }
  effects.push_back(ReplyAll{WithReceipt(record_.receipt, /*is_repeat=*/false)});
  ChangeState(ActState::kEnded, why, effects);
}

// This relay may say no more of it: its request was somebody else's, or its receipt cannot be
// written here.
void ActMachine::EndWithoutReceipt(v1::Reason reason, std::string_view why,
                                   const ActContext& context, ActEffects& effects) {
  effects.push_back(ReleaseLock{});
  Log(reason, context, effects);
  effects.push_back(ReplyAll{WithoutReceipt(reason)});
  ChangeState(ActState::kEnded, why, effects);
}

void ActMachine::Log(v1::Reason no_receipt, const ActContext& context, ActEffects& effects) const {
  effects.push_back(LogLine{ActLine(record_.receipt, no_receipt, began_, steps_, context.now)});
}

}  // namespace collie::relay

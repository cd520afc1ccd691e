#include "relay/acts/act_machine.h"

#include <cassert>
#include <utility>

#include "crew/receipt/words.h"
#include "relay/acts/act_checks.h"
#include "relay/acts/late_answer.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

using receipt::RefusedBecause;

bool IsSame(const v1::Fence& a, const v1::Fence& b) {
  return a.term() == b.term() && a.number() == b.number();
}

}  // namespace

ActMachine::ActMachine(ActRecord record, ActState state, const ActOptions& options,
                       const ActContext& context)
    : options_(options),
      record_(std::move(record)),
      conversation_(ids::ConversationKey::From(record_.request.conversation())),
      state_(state),
      began_(context.now),
      deadline_(context.now + options.socket_time) {}

ActMachine ActMachine::OfRequest(ActRecord record, bool by_tap, OneUse one_use,
                                 const ActOptions& options, const ActContext& context) {
  ActMachine act(std::move(record), ActState::kAccepting, options, context);
  act.by_tap_ = by_tap;
  act.one_use_ = one_use;
  return act;
}

ActMachine ActMachine::OfRetry(ActRecord record, const ActOptions& options,
                               const ActContext& context) {
  ActMachine act(std::move(record), ActState::kWaiting, options, context);
  act.is_retry_ = true;
  return act;
}

ActMachine ActMachine::OfRestored(ActRecord record, const ActOptions& options,
                                  const ActContext& context) {
  const bool is_pending = record.receipt.outcome() == v1::OUTCOME_PENDING;
  ActMachine act(std::move(record), is_pending ? ActState::kAtEdge : ActState::kUnsettled, options,
                 context);
  act.fence_ = act.record_.fence;
  act.due_at_ = is_pending ? act.deadline_ : act.began_ + options.reconcile_every;
  return act;
}

void ActMachine::Begin(const ActContext& context, ActEffects& effects) {
  if (state_ == ActState::kAccepting) effects.push_back(AcceptRecord{record_});
  if (state_ == ActState::kWaiting) WantLock(context, effects);
}

void ActMachine::Handle(const ActEvent& event, const ActContext& context, ActEffects& effects) {
  handling_ = KindOf(event);
  const bool is_taken =
      std::visit([&](const auto& each) { return On(each, context, effects); }, event);
  if (!is_taken) effects.push_back(EventIgnored{request_id(), state_, handling_});
}

void ActMachine::ChangeState(ActState to, std::string_view why, ActEffects& effects) {
  assert(IsListed(state_, handling_, to));
  if (state_ == to) return;
  effects.push_back(StateChanged{request_id(), state_, to, std::string(why)});
  state_ = to;
  due_at_ = std::nullopt;
}

bool ActMachine::IsWithEdge() const {
  return state_ == ActState::kAtEdge || state_ == ActState::kExpiring ||
         state_ == ActState::kUnsettled;
}

bool ActMachine::IsBeforeDispatch() const {
  return state_ == ActState::kWaiting || state_ == ActState::kChecking ||
         state_ == ActState::kDispatching;
}

// ---- from the request to the lock ----

bool ActMachine::On(const AcceptWritten& event, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kAccepting && state_ != ActState::kAbandoned) return false;
  const bool is_abandoned = state_ == ActState::kAbandoned;
  if (!event.result.ok()) {
    EndWithoutReceipt(ReasonOfStore(event.result.status()), "the store did not take it", context,
                      effects);
    return true;
  }
  if (!event.result->is_new && event.result->record.payload != record_.payload) {
    EndWithoutReceipt(v1::REASON_REQUEST_ID_REUSED, "its id was used for something else", context,
                      effects);
    return true;
  }
  record_ = event.result->record;
  if (!event.result->is_new) {
    effects.push_back(ReplyAll{WithReceipt(record_.receipt, /*is_repeat=*/true)});
    ChangeState(ActState::kEnded, "its receipt was there", effects);
    return true;
  }
  steps_.accepted = context.now;
  effects.push_back(PublishReceipt{record_.receipt});
  if (context.is_draining) {
    Refuse(RefusedBecause(v1::REASON_DRAINING), context, effects);
  } else if (is_abandoned) {
    Refuse(RefusedBecause(v1::REASON_STORE_UNAVAILABLE), context, effects);
  } else if (record_.request.has_one_tap()) {
    // A tap whose one-use id names nothing has no conversation to lock.
    Refuse(RefusedBecause(v1::REASON_ASK_CLOSED), context, effects);
  } else {
    ChangeState(ActState::kWaiting, "its receipt is on disk", effects);
    WantLock(context, effects);
  }
  return true;
}

bool ActMachine::On(const CallersLeft&, const ActContext&, ActEffects& effects) {
  if (state_ != ActState::kAccepting) return false;
  ChangeState(ActState::kAbandoned, "the store is slow", effects);
  return true;
}

void ActMachine::WantLock(const ActContext& context, ActEffects& effects) {
  TakeLock want;
  if (record_.request.has_stop()) want.until = context.now + options_.stop_wait;
  effects.push_back(want);
}

bool ActMachine::On(const LockBusy&, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kWaiting) return false;
  Refuse(RefusedBecause(v1::REASON_BUSY), context, effects);
  return true;
}

bool ActMachine::On(const LockTaken& event, const ActContext&, ActEffects& effects) {
  if (state_ != ActState::kWaiting) return false;
  fence_ = event.fence;
  ChangeState(ActState::kChecking, "it holds the conversation", effects);
  effects.push_back(LookUp{request_id(), conversation_});
  return true;
}

// ---- from the lock to the edge ----

std::optional<receipt::Refusal> ActMachine::Check(const LookedUp& looked_up,
                                                  const ActContext& context) const {
  const ActTarget& target = looked_up.target;
  auto refusal = is_retry_ ? CheckRetry(target) : CheckAct(record_.request, by_tap_, target);
  if (!is_retry_ && record_.request.has_answer()) {
    refusal =
        CheckLateAnswer(std::move(refusal), record_.request, one_use_, target, looked_up.decision);
  }
  if (refusal.has_value()) return refusal;
  if (context.is_draining) return RefusedBecause(v1::REASON_DRAINING);
  if (!looked_up.is_open) return RefusedBecause(v1::REASON_MEMBER_UNREACHABLE);
  const auto time = target.source->remote() ? options_.url_time : options_.socket_time;
  if (began_ + time <= context.now) return RefusedBecause(v1::REASON_EXPIRED);
  return std::nullopt;
}

bool ActMachine::On(const LookedUp& event, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kChecking) return false;
  if (auto refusal = Check(event, context); refusal.has_value()) {
    Refuse(*std::move(refusal), context, effects);
    return true;
  }
  if (event.target.source->remote()) deadline_ = began_ + options_.url_time;
  RecordDispatch dispatch;
  dispatch.attempt = record_.attempt + 1;
  dispatch.fence = fence_;
  // Every attempt names the epoch that the first one did.
  dispatch.epoch = is_retry_ ? record_.epoch : event.target.source->epoch();
  dispatch.address_id = is_retry_ ? record_.address_id : event.target.address_id;
  dispatch.edge_store = event.edge_store;
  ChangeState(ActState::kDispatching, "the merged state permits it", effects);
  effects.push_back(ChangeRecord{request_id(), std::move(dispatch)});
  return true;
}

bool ActMachine::On(const DispatchWritten& event, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kDispatching) return false;
  if (absl::IsAborted(event.written.status())) {
    EndWithoutReceipt(v1::REASON_FENCED, "a newer relay has started", context, effects);
    return true;
  }
  if (!event.written.ok()) {
    Refuse(RefusedBecause(v1::REASON_STORE_UNAVAILABLE), context, effects);
    return true;
  }
  const bool is_ours =
      event.written->phase == ActPhase::kDispatched && IsSame(event.written->fence, fence_);
  record_ = *event.written;
  if (!is_ours) {
    Settle("its receipt does not permit this attempt", context, effects);
    return true;
  }
  if (context.is_draining) {
    Refuse(RefusedBecause(v1::REASON_DRAINING), context, effects);
    return true;
  }
  ChangeState(ActState::kAtEdge, "the attempt is on disk", effects);
  due_at_ = deadline_;
  steps_.dispatched = context.now;
  effects.push_back(FollowRecord{record_});
  effects.push_back(Dispatch{request_id(), record_.attempt, conversation_});
  return true;
}

std::optional<v1::Command> ActMachine::CommandToSend(int32_t attempt, clock::Steady now) const {
  if (!IsWithEdge() || attempt != record_.attempt || deadline_ - now < absl::Milliseconds(1)) {
    return std::nullopt;
  }
  v1::Command command;
  *command.mutable_request() = record_.request;
  command.set_attempt(record_.attempt);
  *command.mutable_fence() = record_.fence;
  command.set_time_left_ms(absl::ToInt64Milliseconds(deadline_ - now));
  command.set_epoch(record_.epoch);
  command.set_dispatch(record_.dispatch);
  command.set_device(record_.receipt.device());
  command.set_payload(record_.payload);
  return command;
}

bool ActMachine::On(const NotSent& event, const ActContext& context, ActEffects& effects) {
  if (!IsWithEdge() || event.attempt != record_.attempt) return false;
  // The one refusal after the dispatch that needs no edge.
  Refuse(RefusedBecause(event.reason), context, effects);
  return true;
}

// REQUIRES: no command of the newest attempt has left.
void ActMachine::Refuse(receipt::Refusal refusal, const ActContext& context, ActEffects& effects) {
  refusal_ = std::move(refusal);
  effects.push_back(StopWaiting{});
  ChangeState(ActState::kRefusing, receipt::ApiWord(refusal_.reason), effects);
  WriteRefusal(context, effects);
}

void ActMachine::WriteRefusal(const ActContext& context, ActEffects& effects) const {
  RecordRefusal change{refusal_, record_.attempt, is_retry_, context.wall};
  effects.push_back(ChangeRecord{request_id(), std::move(change)});
}

bool ActMachine::On(const RefusalWritten& event, const ActContext& context, ActEffects& effects) {
  if (state_ != ActState::kRefusing) return false;
  if (absl::IsAborted(event.written.status())) {
    EndWithoutReceipt(v1::REASON_FENCED, "a newer relay has started", context, effects);
    return true;
  }
  if (!event.written.ok()) {
    // Nothing was dispatched, and that is what the callers hear; the receipt follows once it can.
    effects.push_back(ReplyAll{WithoutReceipt(v1::REASON_STORE_UNAVAILABLE)});
    ChangeState(ActState::kRefusalDue, "the store did not take the refusal", effects);
    due_at_ = context.now + options_.store_retry;
    return true;
  }
  if (event.written->phase == ActPhase::kDispatched) {
    // The store failed the dispatch and had it on disk all the same. No command left: it ends too.
    record_ = *event.written;
    WriteRefusal(context, effects);
    return true;
  }
  TakeRecord(*event.written, effects);
  Settle("its refusal is on disk", context, effects);
  return true;
}

}  // namespace collie::relay

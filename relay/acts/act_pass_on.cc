// From the lock to the edge: the checks, the pass-on, the command, and the refusal of what was not
// passed on.
#include <utility>

#include "crew/fault/fault_point.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_checks.h"
#include "relay/acts/act_flow.h"
#include "relay/acts/replies.h"

namespace collie::relay {

void ActFlow::Check(const Id& id) {
  v1::ActRequest request;
  ids::ConversationKey key;
  bool by_tap = false;
  bool is_again = false;
  {
    absl::MutexLock lock(&mu_);
    const LiveAct* act = FindLocked(id);
    if (act == nullptr || act->step != ActStep::kChecking) return;
    request = act->record.request;
    key = act->conversation;
    by_tap = act->by_tap;
    is_again = act->is_again;
  }
  const ActTarget target = crew_.Look(key);
  auto refusal = is_again ? CheckAgain(target) : CheckAct(request, by_tap, target);
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr || act->step != ActStep::kChecking) return;
  if (refusal.has_value()) return RefuseLocked(*act, *std::move(refusal));
  if (is_draining_) return RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_DRAINING));
  if (!open_members_.contains(key.member)) {
    return RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_MEMBER_UNREACHABLE));
  }
  if (target.source->remote()) act->deadline = act->began + options_.url_time;
  // Every attempt names the epoch that the first one did.
  act->epoch = is_again ? act->record.epoch : target.source->epoch();
  act->address_id = is_again ? act->record.address_id : target.address_id;
  PassOnLocked(*act);
}

// Attempt and fence are on disk before the command leaves. The transaction asks again whether this
// attempt may be (rule 7): the receipt may have risen since it was looked at.
void ActFlow::PassOnLocked(LiveAct& act) {
  if (act.deadline <= clock_.Now()) {
    return RefuseLocked(act, receipt::RefusedBecause(v1::REASON_EXPIRED));
  }
  act.step = ActStep::kPassingOn;
  const int attempt = act.record.attempt + 1;
  auto change = [attempt, fence = act.fence, epoch = act.epoch, address_id = act.address_id,
                 edge_store = edge_stores_[act.conversation.member]](ActRecord& record) {
    const bool is_free = record.phase != ActPhase::kPassedOn && record.attempt + 1 == attempt;
    if (!is_free || !receipt::MayPassOn(record.receipt, attempt)) return false;
    record.phase = ActPhase::kPassedOn;
    record.attempt = attempt;
    record.fence = fence;
    record.epoch = epoch;
    record.address_id = address_id;
    record.edge_store = edge_store;
    return true;
  };
  effects_.Add([this, id = act.record.receipt.request_id(), change = std::move(change)] {
    store_.PassOn(id, change, [this, id](absl::StatusOr<ActRecord> passed_on) {
      OnPassedOn(id, std::move(passed_on));
      effects_.Run();
    });
  });
}

void ActFlow::OnPassedOn(const Id& id, absl::StatusOr<ActRecord> passed_on) {
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr || act->step != ActStep::kPassingOn) return;
  if (absl::IsAborted(passed_on.status())) return DropLocked(id, v1::REASON_FENCED);
  if (!passed_on.ok()) {
    return RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_STORE_UNAVAILABLE));
  }
  const bool is_ours = passed_on->phase == ActPhase::kPassedOn &&
                       passed_on->fence.term() == act->fence.term() &&
                       passed_on->fence.number() == act->fence.number();
  act->record = *std::move(passed_on);
  if (!is_ours) return SettleLocked(id);
  act->step = ActStep::kWithEdge;
  FollowLocked(act->record);
  fault::Point("relay.passed-on");
  WakeLocked();
  effects_.Add([this, id] { SendToEdge(id); });
}

void ActFlow::SendToEdge(const Id& id) {
  v1::Command command;
  std::string member;
  {
    absl::MutexLock lock(&mu_);
    LiveAct* act = FindLocked(id);
    if (act == nullptr || act->step != ActStep::kWithEdge) return;
    const absl::Duration left = act->deadline - clock_.Now();
    if (left < absl::Milliseconds(1)) {
      return RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_EXPIRED));
    }
    member = act->conversation.member;
    *command.mutable_request() = act->record.request;
    command.set_attempt(act->record.attempt);
    *command.mutable_fence() = act->record.fence;
    command.set_time_left_ms(absl::ToInt64Milliseconds(left));
    command.set_epoch(act->epoch);
    command.set_relay_run(store_.Run());
    command.set_dispatch(act->record.dispatch);
    command.set_device(act->record.receipt.device());
    command.set_payload(act->record.payload);
  }
  if (links_.SendCommand(member, command)) return fault::Point("relay.commanded");
  // It provably never left: this is the one refusal after the pass-on that needs no edge.
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr || act->step != ActStep::kWithEdge) return;
  RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_MEMBER_UNREACHABLE));
}

// REQUIRES: no command of the newest attempt has left.
void ActFlow::RefuseLocked(LiveAct& act, receipt::Refusal refusal) {
  lock_.Leave(act.record.receipt.request_id());
  act.step = ActStep::kEnding;
  act.ending = std::move(refusal);
  WriteRefusalLocked(act);
}

void ActFlow::WriteRefusalLocked(LiveAct& act) {
  auto change = [refusal = *act.ending, attempt = act.record.attempt, is_again = act.is_again,
                 now = clock_.Wall()](ActRecord& record) {
    if (record.attempt != attempt) return false;
    if (record.phase == ActPhase::kSettled && !is_again) return false;
    const int ended = record.phase == ActPhase::kPassedOn ? attempt : attempt + 1;
    receipt::EndWithoutPost(record.receipt, ended, refusal, now);
    record.phase = ActPhase::kSettled;
    return true;
  };
  effects_.Add([this, id = act.record.receipt.request_id(), change = std::move(change)] {
    store_.Update(id, change, [this, id](absl::StatusOr<ActRecord> written) {
      OnRefusalWritten(id, std::move(written));
      effects_.Run();
    });
  });
}

void ActFlow::OnRefusalWritten(const Id& id, absl::StatusOr<ActRecord> written) {
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr || act->step != ActStep::kEnding) return;
  if (absl::IsAborted(written.status())) return DropLocked(id, v1::REASON_FENCED);
  if (!written.ok()) {
    // Nothing was passed on, and that is what the doors hear; the receipt follows once it can.
    TellNoReceiptLocked(*act, v1::REASON_STORE_UNAVAILABLE);
    act->again_at = clock_.Now() + options_.store_again;
    return WakeLocked();
  }
  if (written->phase != ActPhase::kPassedOn) {
    fault::Point("relay.refused-on-disk");
    return NewsLocked(id, *written);
  }
  // The store failed the pass-on and had it on disk all the same. No command left, so it ends too.
  act->record = *std::move(written);
  WriteRefusalLocked(*act);
}

}  // namespace collie::relay

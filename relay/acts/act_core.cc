#include "relay/acts/act_core.h"

#include <algorithm>
#include <utility>

#include "crew/receipt/timestamp.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

ActReply AsRepeat(ActReply reply, bool is_repeat) {
  if (is_repeat && reply.receipt.has_value()) reply.receipt->set_replayed(true);
  return reply;
}

}  // namespace

ActCore::ActCore(std::string run, const ActOptions& options)
    : run_(std::move(run)), options_(options), healing_(options.heal_for) {}

ActMachine* ActCore::Find(const Id& id) {
  const auto found = acts_.find(id);
  return found == acts_.end() ? nullptr : &found->second;
}

std::optional<ActState> ActCore::StateOf(const std::string& request_id) const {
  const auto found = acts_.find(request_id);
  if (found == acts_.end()) return std::nullopt;
  return found->second.state();
}

ActMachine& ActCore::Put(ActMachine act) {
  const Id id = act.request_id();
  due_.Set(id, act.due_at());
  budget_.Hold(act.record());
  return acts_.insert_or_assign(id, std::move(act)).first->second;
}

void ActCore::Restore(std::vector<ActRecord> unsettled, const std::vector<ActRecord>& unhealed,
                      Moment moment, ActEffects& effects) {
  // The oldest first, so that it is the first to leave.
  for (auto record = unhealed.rbegin(); record != unhealed.rend(); ++record) {
    const absl::Duration age = moment.wall - receipt::ToTime(record->receipt.finished_at());
    healing_.Follow(*record, moment.now, age);
  }
  for (ActRecord& record : unsettled) Adopt(std::move(record), moment, effects);
  TellWhatToRead(moment, effects);
  effects.push_back(DeadlineMoved{});
}

void ActCore::Submit(Intake intake, Moment moment, ActEffects& effects) {
  if (is_draining_) {
    effects.push_back(Reply{std::move(intake.done), WithoutReceipt(v1::REASON_DRAINING)});
    return;
  }
  if (Join(intake, moment, effects)) return;
  if (intake.why_closed.has_value() && !IsOpen(intake.request.conversation().member())) {
    ReadRepeat read{std::move(intake.payload), *intake.why_closed, std::move(intake.done)};
    effects.push_back(ChangeRecord{intake.request.request_id(), std::move(read)});
    return;
  }
  ActRecord record;
  record.receipt = std::move(intake.receipt);
  record.payload = std::move(intake.payload);
  const Id id = intake.request.request_id();
  record.request = std::move(intake.request);
  // A stop always has room: it is what ends the others.
  if (!record.request.has_stop() && !budget_.HasRoom(record)) {
    effects.push_back(Reply{std::move(intake.done), Overloaded()});
    return;
  }
  ActMachine& act = Put(ActMachine::OfRequest(std::move(record), intake.by_tap, intake.one_use,
                                              options_, At(moment)));
  callers_.Add(id, {std::move(intake.done), moment.now + options_.reply_wait, false});
  ActEffects caused;
  act.Begin(At(moment), caused);
  TakeEffects(id, std::move(caused), moment, effects);
}

// A repeat of what is under way waits for the same receipt, or gets it as it is when its outcome
// was replied already.
bool ActCore::Join(const Intake& intake, Moment moment, ActEffects& effects) {
  const Id& id = intake.request.request_id();
  const ActMachine* act = Find(id);
  if (act == nullptr) return false;
  if (act->record().payload != intake.payload) {
    effects.push_back(Reply{intake.done, WithoutReceipt(v1::REASON_REQUEST_ID_REUSED)});
  } else if (is_draining_ && !act->IsOnDisk()) {
    effects.push_back(Reply{intake.done, WithoutReceipt(v1::REASON_DRAINING)});
  } else if (act->IsReplied() || is_draining_) {
    effects.push_back(Reply{intake.done, WithReceipt(act->record().receipt, /*is_repeat=*/true)});
  } else {
    callers_.Add(id, {intake.done, moment.now + options_.reply_wait, true});
    effects.push_back(DeadlineMoved{});
  }
  return true;
}

void ActCore::OnAccepted(const std::string& request_id, absl::StatusOr<Accepted> accepted,
                         Moment moment, ActEffects& effects) {
  Handle(request_id, AcceptWritten{std::move(accepted)}, moment, effects);
}

void ActCore::OnLookedUp(const std::string& request_id, ActTarget target, Moment moment,
                         ActEffects& effects) {
  const ActMachine* act = Find(request_id);
  if (act == nullptr) return;
  LookedUp looked_up;
  looked_up.edge_store = edge_stores_[act->conversation().member];
  looked_up.is_open = IsOpen(act->conversation().member);
  const v1::ActRequest& request = act->record().request;
  if (request.has_answer()) {
    looked_up.decision = decisions_.Find(act->conversation(), target.address_id,
                                         ids::AskId(request.answer().ask_id()));
  }
  looked_up.target = std::move(target);
  Handle(request_id, std::move(looked_up), moment, effects);
}

std::optional<v1::Command> ActCore::CommandToSend(const Dispatch& dispatch, Moment moment,
                                                  ActEffects& effects) {
  const ActMachine* act = Find(dispatch.request_id);
  if (act == nullptr) return std::nullopt;
  auto command = act->CommandToSend(dispatch.attempt, moment.now);
  if (!command.has_value()) {
    OnNotSent(dispatch, v1::REASON_EXPIRED, moment, effects);
    return std::nullopt;
  }
  command->set_relay_run(run_);
  return command;
}

void ActCore::OnNotSent(const Dispatch& dispatch, v1::Reason reason, Moment moment,
                        ActEffects& effects) {
  Handle(dispatch.request_id, NotSent{dispatch.attempt, reason}, moment, effects);
}

// ---- the effects of one act that concern all ----

void ActCore::Handle(const Id& id, const ActEvent& event, Moment moment, ActEffects& effects) {
  ActMachine* act = Find(id);
  if (act == nullptr) return;
  ActEffects caused;
  act->Handle(event, At(moment), caused);
  TakeEffects(id, std::move(caused), moment, effects);
}

void ActCore::TakeEffects(const Id& id, ActEffects caused, Moment moment, ActEffects& effects) {
  const ActMachine& act = acts_.at(id);
  due_.Set(id, act.due_at());
  if (act.due_at().has_value()) effects.push_back(DeadlineMoved{});
  std::optional<TakeLock> want;
  for (ActEffect& effect : caused) {
    if (const auto* lock = std::get_if<TakeLock>(&effect)) {
      want = *lock;
    } else if (std::holds_alternative<StopWaiting>(effect)) {
      lock_.Leave(id);
    } else if (std::holds_alternative<KeepLock>(effect)) {
      KeepLockFor(id, effects);
    } else if (std::holds_alternative<ReleaseLock>(effect)) {
      Release(id, effects);
    } else if (const auto* all = std::get_if<ReplyAll>(&effect)) {
      ReplyToAll(id, all->reply, effects);
    } else if (const auto* follow = std::get_if<FollowRecord>(&effect)) {
      Follow(follow->record, moment, effects);
    } else {
      effects.push_back(std::move(effect));
    }
  }
  if (act.state() == ActState::kEnded) {
    acts_.erase(id);
    budget_.Release(id);
    due_.Set(id, std::nullopt);
    GiveLocksOn(moment, effects);
  } else if (want.has_value()) {
    TakeFor(id, *want, moment, effects);
  }
}

void ActCore::TakeFor(const Id& id, const TakeLock& want, Moment moment, ActEffects& effects) {
  const ids::ConversationKey conversation = acts_.at(id).conversation();
  if (lock_.TryTake(conversation, id)) return Hold(conversation, id, moment, effects);
  if (!want.until.has_value()) return Handle(id, LockBusy{}, moment, effects);
  lock_.Wait(conversation, id, *want.until);
  effects.push_back(DeadlineMoved{});
}

// The fence is drawn with the lock, so that whoever comes to hold it later has a higher one (rule
// 14).
void ActCore::Hold(const ids::ConversationKey& conversation, const Id& id, Moment moment,
                   ActEffects& effects) {
  effects.push_back(SetBusy{conversation, true});
  Handle(id, LockTaken{fences_.Draw(conversation)}, moment, effects);
}

void ActCore::Release(const Id& id, ActEffects& effects) {
  const ids::ConversationKey& conversation = acts_.at(id).conversation();
  lock_.Leave(id);
  if (!lock_.IsHeld(conversation)) return;
  lock_.Release(conversation, id);
  if (!lock_.IsHeld(conversation)) effects.push_back(SetBusy{conversation, false});
}

void ActCore::GiveLocksOn(Moment moment, ActEffects& effects) {
  for (const auto& [conversation, id] : lock_.TakeReady(moment.now)) {
    if (Find(id) == nullptr) continue;
    lock_.TakeBeside(conversation, id);
    Hold(conversation, id, moment, effects);
  }
}

void ActCore::ReplyToAll(const Id& id, const ActReply& reply, ActEffects& effects) {
  for (WaitingCaller& caller : callers_.TakeAll(id)) {
    effects.push_back(Reply{std::move(caller.done), AsRepeat(reply, caller.is_repeat)});
  }
}

// ---- time and the end ----

std::optional<clock::Steady> ActCore::NextDeadline() const {
  std::optional<clock::Steady> next;
  const auto consider = [&](std::optional<clock::Steady> at) {
    if (at.has_value() && (!next.has_value() || *at < *next)) next = at;
  };
  consider(lock_.NextDeadline());
  consider(due_.Next());
  consider(callers_.NextDeadline());
  consider(held_witnesses_.Next());
  for (const HeldResult& held : held_results_) consider(held.at);
  return next;
}

void ActCore::Tick(Moment moment, ActEffects& effects) {
  GiveLocksOn(moment, effects);
  TellWhatToRead(moment, effects);
  for (const Id& id : due_.TakeDue(moment.now)) {
    Handle(id, Due{healing_.WitnessOf(id)}, moment, effects);
  }
  for (const Id& id : callers_.TakeDueActs(moment.now)) ReplyToDue(id, moment, effects);
  RetryWrites(moment, effects);
}

void ActCore::ReplyToDue(const Id& id, Moment moment, ActEffects& effects) {
  const ActMachine* act = Find(id);
  if (act == nullptr) return;
  const bool is_on_disk = act->IsOnDisk();
  for (WaitingCaller& caller : callers_.TakeDue(id, moment.now)) {
    ActReply reply = is_on_disk ? WithReceipt(act->record().receipt, caller.is_repeat)
                                : WithoutReceipt(v1::REASON_STORE_UNAVAILABLE);
    effects.push_back(Reply{std::move(caller.done), std::move(reply)});
  }
  if (!is_on_disk) Handle(id, CallersLeft{}, moment, effects);
}

void ActCore::Drain(Moment moment, ActEffects& effects) {
  is_draining_ = true;
  std::vector<Id> ids;
  for (const auto& [id, act] : acts_) ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  for (const Id& id : ids) Handle(id, Draining{}, moment, effects);
}

void ActCore::End(ActEffects& effects) {
  for (const auto& [id, act] : acts_) {
    ReplyToAll(id, WithoutReceipt(v1::REASON_DRAINING), effects);
  }
}

}  // namespace collie::relay

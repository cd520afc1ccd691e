// What the store's writes come back with, what an edge and its conversations tell, and acts that
// are asked again or given up.
#include <algorithm>
#include <utility>

#include "crew/receipt/transitions.h"
#include "crew/text/clean_proto.h"
#include "relay/acts/act_core.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

// A failure after which the write may be tried again: the store is there, and this relay is the
// newest.
bool IsWorthAnother(const absl::Status& status) {
  return !status.ok() && !absl::IsAborted(status) && !absl::IsNotFound(status);
}

ActReply WithoutRecord(const absl::Status& status) {
  return WithoutReceipt(absl::IsNotFound(status) ? v1::REASON_UNKNOWN_REQUEST
                                                 : ReasonOfStore(status));
}

}  // namespace

void ActCore::OnChanged(const ChangeRecord& change, bool has_changed,
                        absl::StatusOr<ActRecord> written, Moment moment, ActEffects& effects) {
  const Id& id = change.request_id;
  if (const auto* read = std::get_if<ReadForRetry>(&change.change)) {
    OnFoundForRetry(*read, std::move(written), moment, effects);
  } else if (const auto* repeat = std::get_if<ReadRepeat>(&change.change)) {
    effects.push_back(Reply{repeat->done, ReplyOfClosed(*repeat, std::move(written))});
  } else if (std::holds_alternative<RecordDispatch>(change.change)) {
    Handle(id, DispatchWritten{std::move(written)}, moment, effects);
  } else if (std::holds_alternative<RecordRefusal>(change.change)) {
    Handle(id, RefusalWritten{std::move(written)}, moment, effects);
  } else if (std::holds_alternative<RecordUnknown>(change.change)) {
    Handle(id, UnknownWritten{std::move(written)}, moment, effects);
  } else if (const auto* result = std::get_if<RecordResult>(&change.change)) {
    OnResultWritten(*result, has_changed, std::move(written), moment, effects);
  } else if (std::holds_alternative<RecordWitness>(change.change)) {
    OnWitnessWritten(id, has_changed, std::move(written), moment, effects);
  } else if (const auto* given_up = std::get_if<RecordGivenUp>(&change.change)) {
    OnGivenUp(id, *given_up, std::move(written), moment, effects);
  }
}

// ---- again ----

// Only what a person marked with `again` is a retry (rule 25). The receipt is read by a change that
// changes nothing, so that it comes after every earlier write.
void ActCore::Retry(Intake intake, Moment, ActEffects& effects) {
  const Id id = intake.request.request_id();
  effects.push_back(ChangeRecord{
      id,
      ReadForRetry{std::move(intake.request), std::move(intake.payload), std::move(intake.done)}});
}

void ActCore::OnFoundForRetry(const ReadForRetry& read, absl::StatusOr<ActRecord> found,
                              Moment moment, ActEffects& effects) {
  Intake intake;
  intake.request = read.request;
  intake.payload = read.payload;
  intake.done = read.done;
  if (Join(intake, moment, effects)) return;
  if (!found.ok()) {
    effects.push_back(Reply{read.done, WithoutRecord(found.status())});
    return;
  }
  if (found->payload != read.payload) {
    effects.push_back(Reply{read.done, WithoutReceipt(v1::REASON_REQUEST_ID_REUSED)});
    return;
  }
  // Until the edge has settled the first attempt there is no other (rule 6), and a second POST that
  // was begun is the last.
  const bool may_begin = found->phase == ActPhase::kSettled && !is_draining_ &&
                         receipt::MayDispatch(found->receipt, found->attempt + 1);
  if (!may_begin) {
    effects.push_back(Reply{read.done, WithReceipt(found->receipt, /*is_repeat=*/true)});
    return;
  }
  if (!IsOpen(found->request.conversation().member())) {
    effects.push_back(Reply{read.done, WithoutReceipt(v1::REASON_MEMBER_UNREACHABLE)});
    return;
  }
  // The receipt is on disk already; what is missing is the lock, and what the edge knows of the
  // first try.
  ActMachine& act = Put(ActMachine::OfRetry(*std::move(found), options_, At(moment)));
  const Id id = act.request_id();
  callers_.Add(id, {read.done, moment.now + options_.reply_wait, false});
  ActEffects caused;
  act.Begin(At(moment), caused);
  TakeEffects(id, std::move(caused), moment, effects);
}

// ---- results ----

void ActCore::OnResult(const std::string& member, const v1::ActResult& result,
                       std::shared_ptr<const void> in_work, Moment moment, ActEffects& effects) {
  if (!receipt::Settles(result)) return;  // under way: its result follows
  WriteResult(member, result, std::move(in_work), moment, effects);
}

void ActCore::WriteResult(const std::string& member, const v1::ActResult& result,
                          std::shared_ptr<const void> in_work, Moment moment, ActEffects& effects) {
  RecordResult change{member,
                      result,
                      edge_stores_[member],
                      healing_.WitnessOf(result.request_id()),
                      moment.wall,
                      std::move(in_work)};
  effects.push_back(ChangeRecord{result.request_id(), std::move(change)});
}

void ActCore::OnResultWritten(const RecordResult& result, bool has_changed,
                              absl::StatusOr<ActRecord> written, Moment moment,
                              ActEffects& effects) {
  const v1::ActResult& told = result.result;
  if (absl::IsAborted(written.status())) return;  // the newer relay gets it
  if (IsWorthAnother(written.status())) {
    held_results_.push_back(
        {result.member, told, moment.now + options_.store_retry, result.in_work});
    effects.push_back(DeadlineMoved{});
    return;
  }
  const bool is_theirs = !written.ok() || written->receipt.conversation().member() == result.member;
  if (!is_theirs) return;
  // Acknowledged once it is on disk, by the outcome that was reported (rule 23). An edge keeps no
  // `never`.
  if (told.state() == v1::ATTEMPT_STATE_DONE) {
    Acknowledge acknowledge;
    acknowledge.member = result.member;
    acknowledge.ack.set_request_id(told.request_id());
    acknowledge.ack.set_attempt(told.attempt());
    acknowledge.ack.set_outcome(told.outcome());
    effects.push_back(std::move(acknowledge));
  }
  if (!written.ok()) return;
  if (told.has_decision()) {
    decisions_.Note(ids::ConversationKey::From(written->receipt.conversation()),
                    written->address_id, told.decision());
  }
  if (told.has_decision() && told.decision().request_id() != told.request_id()) {
    const auto place = ids::ConversationKey::From(written->receipt.conversation());
    WriteWitnesses(healing_.WitnessDecision(place, told.decision()), moment, effects);
  }
  if (has_changed) Announce(*written, moment, effects);
}

// The record changed on disk: streams, healing and the act hear of it.
void ActCore::Announce(const ActRecord& record, Moment moment, ActEffects& effects) {
  effects.push_back(PublishReceipt{record.receipt});
  Follow(record, moment, effects);
  Handle(record.receipt.request_id(), RecordChanged{record}, moment, effects);
}

std::vector<std::shared_ptr<const void>> ActCore::OnStreamLost(const std::string& member,
                                                               int64_t stream) {
  std::vector<std::shared_ptr<const void>> gone;
  if (IsOfOlderStream(member, stream)) return gone;
  for (HeldResult& held : held_results_) {
    if (held.member == member) gone.push_back(std::move(held.in_work));
  }
  std::erase_if(held_results_, [&](const HeldResult& held) { return held.member == member; });
  return gone;
}

// ---- healing ----

void ActCore::OnConversation(const std::string& member, const v1::ConversationUpdate& update,
                             const ActTarget& source, Moment moment, ActEffects& effects) {
  WriteWitnesses(healing_.FindWitnessed(ids::MemberId(member), update, source.address_id), moment,
                 effects);
  const ids::ConversationKey here{member, update.source(), update.pane()};
  for (v1::ClosedAsk closed : update.closed_asks()) {
    if (text::CleanClosedAsk(closed)) decisions_.Note(here, source.address_id, closed);
  }
  // A view whose beginning was dropped may have dropped the item too, and what was read in an
  // earlier run of the agent, and is only told now, ends nothing.
  const bool is_whole = update.reason().empty() && !update.more() && !update.truncated();
  const bool is_current = !update.epoch().empty() && source.source.has_value() &&
                          source.source->epoch() == update.epoch();
  if (!is_whole || !is_current) return;
  WriteWitnesses(healing_.WitnessEpoch(here, ids::Epoch(update.epoch())), moment, effects);
}

void ActCore::WriteWitnesses(const std::vector<Id>& ids, Moment moment, ActEffects& effects) {
  for (const Id& id : ids) {
    const auto witness = healing_.WitnessOf(id);
    if (!witness.has_value()) continue;
    effects.push_back(ChangeRecord{id, RecordWitness{*witness, moment.wall}});
  }
}

void ActCore::OnWitnessWritten(const Id& id, bool has_changed, absl::StatusOr<ActRecord> written,
                               Moment moment, ActEffects& effects) {
  if (IsWorthAnother(written.status())) {
    held_witnesses_.Set(id, moment.now + options_.store_retry);
    effects.push_back(DeadlineMoved{});
    return;
  }
  if (written.ok() && has_changed) Announce(*written, moment, effects);
}

void ActCore::RetryWrites(Moment moment, ActEffects& effects) {
  const auto first_due =
      std::stable_partition(held_results_.begin(), held_results_.end(),
                            [&](const HeldResult& held) { return held.at > moment.now; });
  const std::vector<HeldResult> due(first_due, held_results_.end());
  held_results_.erase(first_due, held_results_.end());
  for (const HeldResult& held : due) {
    WriteResult(held.member, held.result, held.in_work, moment, effects);
  }
  WriteWitnesses(held_witnesses_.TakeDue(moment.now), moment, effects);
}

// What comes is read at once. What leaves goes with the next tick: under load it comes back before
// that, and each change of the set is told to a member's edge.
void ActCore::Follow(const ActRecord& record, Moment moment, ActEffects& effects) {
  healing_.Follow(record, moment.now);
  if (healing_.HasCome()) TellWhatToRead(moment, effects);
}

void ActCore::TellWhatToRead(Moment moment, ActEffects& effects) {
  if (!healing_.HasMoved(moment.now)) return;
  std::set<ids::ConversationKey> wanted = healing_.Wanted(moment.now);
  if (wanted == read_for_healing_) return;
  read_for_healing_ = wanted;
  effects.push_back(ReadForHealing{std::move(wanted)});
}

// ---- giving up ----

void ActCore::GiveUp(const std::string& request_id, ActDone done, Moment moment,
                     ActEffects& effects) {
  effects.push_back(ChangeRecord{request_id, RecordGivenUp{moment.wall, std::move(done)}});
}

void ActCore::OnGivenUp(const Id& id, const RecordGivenUp& given_up,
                        absl::StatusOr<ActRecord> written, Moment moment, ActEffects& effects) {
  if (!written.ok()) {
    effects.push_back(Reply{given_up.done, WithoutRecord(written.status())});
    return;
  }
  if (written->phase != ActPhase::kSettled) {
    effects.push_back(
        Reply{given_up.done, BadRequest("Nothing was dispatched yet: wait for its receipt.")});
    return;
  }
  const ActMachine* act = Find(id);
  if (act != nullptr && act->IsWithEdge()) {
    effects.push_back(PublishReceipt{written->receipt});
    Follow(*written, moment, effects);
    std::optional<v1::Fence> fence;
    if (fences_.HasTerm(act->conversation().member)) fence = fences_.Draw(act->conversation());
    Handle(id, GivenUp{*written, std::move(fence)}, moment, effects);
  }
  effects.push_back(Reply{given_up.done, WithReceipt(written->receipt, /*is_repeat=*/false)});
}

}  // namespace collie::relay

// From the edge to the receipt: results, the deadline, what a new stream asks, and the end of an
// act.
#include <algorithm>
#include <memory>
#include <utility>

#include "crew/fault/fault_point.h"
#include "crew/receipt/outcome.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_flow.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

constexpr int32_t kMostPosts = 2;
constexpr char kLostStore[] =
    "The edge has lost its record of this act, so nobody can tell whether the agent took it: look "
    "at "
    "the conversation, then decide anew.";

// What a result does to the record that it names; false: nothing. `edge_store` is the edge's now:
// from one that came back with another store, `never` says nothing about what was before.
bool TakeIntoRecord(const std::string& member, const v1::ActResult& result,
                    const std::string& edge_store, absl::Time now, ActRecord& record) {
  if (record.receipt.conversation().member() != member) return false;
  if (result.attempt() < 1 || result.attempt() > record.attempt) return false;
  const bool newest = result.attempt() == record.attempt;
  const bool settles = newest && receipt::Settles(result) && record.phase == ActPhase::kPassedOn;
  bool has_changed = false;
  const bool store_lost = !record.edge_store.empty() && record.edge_store != edge_store;
  if (store_lost && result.state() == v1::ATTEMPT_STATE_NEVER) {
    has_changed = newest && receipt::EndMaybeApplied(record.receipt, kLostStore, now);
    // As many as there may have been: the edge that counted them has lost the count.
    if (has_changed) record.receipt.set_attempts(std::min(record.attempt, kMostPosts));
  } else {
    has_changed = receipt::TakeResult(record.receipt, result, newest, now);
  }
  if (settles) record.phase = ActPhase::kSettled;
  return has_changed || settles;
}

bool IsUndecidedAnswer(const ActRecord& record) {
  return record.request.has_answer() && record.attempt > 0 &&
         record.receipt.outcome() == v1::OUTCOME_REFUSED;
}

}  // namespace

void ActFlow::OnResult(const std::string& member, const v1::ActResult& result) {
  if (!receipt::Settles(result)) return;  // under way: its result follows
  effects_.Add([this, member, result] { WriteResult(member, result); });
  effects_.Run();
}

void ActFlow::WriteResult(const std::string& member, const v1::ActResult& result) {
  std::string edge_store;
  std::optional<receipt::Witness> witness;
  {
    absl::MutexLock lock(&mu_);
    edge_store = edge_stores_[member];
    witness = healing_.WitnessOf(result.request_id());
  }
  fault::Point("relay.result-arrived");
  auto has_changed = std::make_shared<bool>(false);
  auto change = [=, now = clock_.Wall()](ActRecord& record) {
    *has_changed = TakeIntoRecord(member, result, edge_store, now, record);
    if (witness.has_value()) *has_changed |= receipt::TakeWitness(record.receipt, *witness, now);
    return *has_changed;
  };
  store_.Update(result.request_id(), std::move(change),
                [this, member, result, has_changed](absl::StatusOr<ActRecord> written) {
                  OnResultWritten(member, result, *has_changed, std::move(written));
                  effects_.Run();
                });
}

void ActFlow::OnResultWritten(const std::string& member, const v1::ActResult& result,
                              bool has_changed, absl::StatusOr<ActRecord> written) {
  absl::MutexLock lock(&mu_);
  if (absl::IsAborted(written.status())) return;  // the newer relay gets it
  if (!written.ok() && !absl::IsNotFound(written.status())) {
    stored_later_.push_back({member, result, clock_.Now() + options_.store_again});
    return WakeLocked();
  }
  const bool is_theirs = !written.ok() || written->receipt.conversation().member() == member;
  if (!is_theirs) return;
  fault::Point("relay.result-on-disk");
  // Acknowledged once it is on disk, by the outcome that was told (rule 23). An edge keeps no
  // `never`.
  if (result.state() == v1::ATTEMPT_STATE_DONE) {
    v1::ResultAck ack;
    ack.set_request_id(result.request_id());
    ack.set_attempt(result.attempt());
    ack.set_outcome(result.outcome());
    effects_.Add([this, member, ack] {
      links_.SendAck(member, ack);
      fault::Point("relay.acknowledged");
    });
  }
  if (!written.ok()) return;
  if (result.has_decision() && result.decision().request_id() != result.request_id()) {
    const auto place = ids::ConversationKey::From(written->receipt.conversation());
    SeenLocked(healing_.LookAtDecision(place, result.decision()));
  }
  if (has_changed) NewsLocked(result.request_id(), *written);
}

// Rule 17: the doors hear unknown, the phase stays passed on, so the lock stays and the edge is
// asked.
void ActFlow::WriteUnknownLocked(LiveAct& act) {
  act.is_writing_unknown = true;
  const Id id = act.record.receipt.request_id();
  auto change = [now = clock_.Wall(), witness = healing_.WitnessOf(id)](ActRecord& record) {
    if (record.phase != ActPhase::kPassedOn) return false;
    const bool is_unknown = receipt::EndUnknown(record.receipt, v1::REASON_UNSPECIFIED, now);
    return (witness.has_value() && receipt::TakeWitness(record.receipt, *witness, now)) ||
           is_unknown;
  };
  effects_.Add([this, id, change = std::move(change)] {
    store_.Update(id, change, [this, id](absl::StatusOr<ActRecord> written) {
      OnUnknownWritten(id, std::move(written));
      effects_.Run();
    });
  });
}

void ActFlow::OnUnknownWritten(const Id& id, absl::StatusOr<ActRecord> written) {
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr) return;
  act->is_writing_unknown = false;
  if (absl::IsAborted(written.status())) return DropLocked(id, v1::REASON_FENCED);
  if (!written.ok()) {
    act->deadline = clock_.Now() + options_.store_again;
    return WakeLocked();
  }
  if (act->is_told) return;
  fault::Point("relay.unknown-on-disk");
  act->is_told = true;
  NewsLocked(id, *written);
}

void ActFlow::OnStream(const std::string& member, const std::string& store_incarnation,
                       int64_t stream) {
  {
    absl::MutexLock lock(&mu_);
    int64_t& newest = newest_streams_[member];
    if (stream < newest) return;
    newest = stream;
    edge_stores_[member] = store_incarnation;
    for (auto& [id, act] : acts_) {
      if (act->conversation.member != member || act->step != ActStep::kWithEdge) continue;
      AskEdgeLocked(*act);
    }
  }
  effects_.Run();
}

void ActFlow::AskEdgeLocked(LiveAct& act) {
  v1::Settle settle;
  settle.set_request_id(act.record.receipt.request_id());
  settle.set_attempt(act.record.attempt);
  *settle.mutable_fence() = act.record.fence;
  *settle.mutable_conversation() = act.conversation.ToProto();
  effects_.Add([this, member = act.conversation.member, settle] {
    links_.SendSettle(member, settle);
    fault::Point("relay.asked");
  });
}

void ActFlow::OnStreamLost(const std::string& member, int64_t stream) {
  absl::MutexLock lock(&mu_);
  if (stream < newest_streams_[member]) return;
  std::erase_if(stored_later_, [&](const StoredLater& later) { return later.member == member; });
}

// The record changed on disk: streams and doors hear of it, and an act that is settled ends.
void ActFlow::NewsLocked(const Id& id, const ActRecord& record) {
  effects_.Add([this, receipt = record.receipt] { crew_.ReceiptChanged(receipt); });
  FollowLocked(record);
  LiveAct* act = FindLocked(id);
  // A repeat that is being looked up finds the record as it is.
  if (act == nullptr || act->step == ActStep::kAccepting) return;
  act->record = record;
  // The pass-on of a later attempt asks the record itself (rule 7).
  if (act->is_again && IsBeforePassOn(*act)) return;
  if (record.phase == ActPhase::kSettled) return SettleLocked(id);
  if (act->step != ActStep::kWithEdge) return;
  act->is_told |= receipt::IsDefinite(record.receipt.outcome());
  if (!act->is_told) return;
  TellLocked(*act);
  act->again_at = clock_.Now() + options_.settle_again;
  WakeLocked();
}

// REQUIRES: the act's record is settled on disk. The lock goes before the doors hear, so that
// whoever acts on the reply finds it free.
void ActFlow::SettleLocked(const Id& id) {
  LiveAct* act = FindLocked(id);
  LetGoLocked(*act);
  if (IsUndecidedAnswer(act->record)) {
    effects_.Add([this, key = act->conversation, answer = act->record.request.answer()] {
      crew_.AnswerEndedUndecided(key, answer.ask_id(), answer.hash());
    });
  }
  TellLocked(*act);
  acts_.erase(id);
  GiveLockOnLocked();
}

// Ends an act of which this relay may say no more: its request was somebody else's, or its receipt
// can not be written here.
void ActFlow::DropLocked(const Id& id, v1::Reason why) {
  LiveAct* act = FindLocked(id);
  LetGoLocked(*act);
  TellNoReceiptLocked(*act, why);
  acts_.erase(id);
  GiveLockOnLocked();
}

void ActFlow::LetGoLocked(const LiveAct& act) {
  const Id& id = act.record.receipt.request_id();
  lock_.Leave(id);
  if (!lock_.IsHeld(act.conversation)) return;
  lock_.Release(act.conversation, id);
  if (lock_.IsHeld(act.conversation)) return;
  effects_.Add([this, key = act.conversation] { crew_.SetBusy(key, false); });
}

void ActFlow::GiveLockOnLocked() {
  for (const auto& [conversation, id] : lock_.TakeReady(clock_.Now())) {
    LiveAct* act = FindLocked(id);
    if (act == nullptr) continue;
    lock_.TakeBeside(conversation, id);
    HoldLocked(*act);
  }
}

}  // namespace collie::relay

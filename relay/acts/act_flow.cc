#include "relay/acts/act_flow.h"

#include <utility>

#include "absl/memory/memory.h"
#include "crew/fault/fault_point.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/timestamp.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_checks.h"
#include "relay/acts/one_tap.h"
#include "relay/acts/replies.h"
#include "relay/acts/request_check.h"

namespace collie::relay {
namespace {

v1::Receipt FirstReceipt(const Caller& caller, const v1::ActRequest& request, absl::Time now) {
  v1::Receipt receipt;
  receipt.set_request_id(request.request_id());
  if (request.has_conversation()) *receipt.mutable_conversation() = request.conversation();
  receipt.set_act(receipt::KindOf(request));
  receipt.set_outcome(v1::OUTCOME_PENDING);
  receipt.set_channel("program");
  receipt.set_device(caller.device);
  if (request.has_answer()) receipt.set_ask_hash(request.answer().hash());
  if (request.has_one_tap()) receipt.set_ask_hash(request.one_tap().hash());
  *receipt.mutable_accepted_at() = receipt::ToTimestamp(now);
  return receipt;
}

}  // namespace

ActFlow::ActFlow(RelayStore& store, CommandPort& links, CrewPort& crew, const clock::Clock& clock,
                 const ActOptions& options, std::function<void()> wake)
    : store_(store),
      links_(links),
      crew_(crew),
      clock_(clock),
      options_(options),
      wake_(std::move(wake)),
      healing_(options.heal_for) {}

ActFlow::~ActFlow() {
  {
    absl::MutexLock lock(&mu_);
    for (auto& [id, act] : acts_) TellNoReceiptLocked(*act, v1::REASON_DRAINING);
  }
  effects_.Run();
}

void ActFlow::Submit(const Caller& caller, v1::ActRequest request, ActDone done) {
  // Nothing is looked up for somebody who may not act.
  if (!caller.MayAct()) return done(WithoutReceipt(v1::REASON_NOT_ALLOWED));
  if (auto status = CheckRequest(request); !status.ok()) {
    return done(BadRequest(std::string(status.message())));
  }
  effects_.Add([this, caller, request = std::move(request), done = std::move(done)]() mutable {
    if (request.again()) return AskAgain(request, done);
    TakeIn(caller, std::move(request), std::move(done));
  });
  effects_.Run();
}

void ActFlow::TakeIn(const Caller& caller, v1::ActRequest request, ActDone done) {
  const std::string payload = PayloadOf(request);
  const bool by_tap = request.has_one_tap();
  if (by_tap) {
    const auto place = crew_.FindOneUse(request.one_tap().one_use_id());
    if (place.has_value()) request = AnswerOfTap(request, *place);
  }
  const auto key = ids::ConversationKey::From(request.conversation());
  if (request.has_answer() && !HasShapeOfAsk(request, by_tap, crew_.Look(key))) {
    return done(
        BadRequest("The answer has not the shape of the question: look at its card again."));
  }
  const std::optional<v1::Reason> closed = WhyClosed(key.member);
  absl::MutexLock lock(&mu_);
  if (is_draining_) return ReplyLocked(std::move(done), WithoutReceipt(v1::REASON_DRAINING));
  if (JoinLocked(request.request_id(), payload, done)) return;
  if (closed.has_value()) {
    return effects_.Add([=, this, id = request.request_id(), done = std::move(done)] {
      AnswerClosed(id, payload, *closed, done);
    });
  }
  auto act = std::make_unique<LiveAct>();
  act->record.receipt = FirstReceipt(caller, request, clock_.Wall());
  act->record.payload = payload;
  act->by_tap = by_tap;
  act->conversation = key;
  act->began = clock_.Now();
  act->deadline = act->began + options_.socket_time;
  act->waiters.push_back({std::move(done), act->began + options_.door_wait, false});
  const Id id = request.request_id();
  act->record.request = std::move(request);
  effects_.Add([this, id, record = act->record] {
    store_.Accept(record, [this, id](absl::StatusOr<Accepted> accepted) {
      OnAccepted(id, std::move(accepted));
      effects_.Run();
    });
  });
  acts_[id] = std::move(act);
  WakeLocked();
}

// A repeat of what is under way waits for the same receipt, or gets it as it is when its outcome is
// already told.
bool ActFlow::JoinLocked(const Id& id, const std::string& payload, ActDone& done) {
  LiveAct* act = FindLocked(id);
  if (act == nullptr) return false;
  if (act->record.payload != payload) {
    ReplyLocked(std::move(done), WithoutReceipt(v1::REASON_REQUEST_ID_REUSED));
  } else if (act->is_told) {
    ReplyLocked(std::move(done), WithReceipt(act->record.receipt, /*is_repeat=*/true));
  } else {
    act->waiters.push_back({std::move(done), clock_.Now() + options_.door_wait, true});
    WakeLocked();
  }
  return true;
}

// Only what a person marked as asked again is a retry (rule 25). The receipt is read by a change
// that changes nothing, so that it comes after every write that was asked for before.
void ActFlow::AskAgain(const v1::ActRequest& request, const ActDone& done) {
  store_.Update(
      request.request_id(), [](ActRecord&) { return false; },
      [this, request, payload = PayloadOf(request), done](absl::StatusOr<ActRecord> found) {
        OnFoundForAgain(request, payload, std::move(found), done);
        effects_.Run();
      });
}

void ActFlow::OnFoundForAgain(const v1::ActRequest& request, const std::string& payload,
                              absl::StatusOr<ActRecord> found, ActDone done) {
  absl::MutexLock lock(&mu_);
  if (JoinLocked(request.request_id(), payload, done)) return;
  if (!found.ok()) {
    const v1::Reason reason = absl::IsNotFound(found.status()) ? v1::REASON_UNKNOWN_REQUEST
                                                               : ReasonOfStore(found.status());
    return ReplyLocked(std::move(done), WithoutReceipt(reason));
  }
  if (found->payload != payload) {
    return ReplyLocked(std::move(done), WithoutReceipt(v1::REASON_REQUEST_ID_REUSED));
  }
  // Until the edge has settled the first attempt there is no other (rule 6), and a second POST that
  // was begun is the last.
  const bool may_begin = found->phase == ActPhase::kSettled && !is_draining_ &&
                         receipt::MayPassOn(found->receipt, found->attempt + 1);
  if (!may_begin) {
    return ReplyLocked(std::move(done), WithReceipt(found->receipt, /*is_repeat=*/true));
  }
  if (!open_members_.contains(found->request.conversation().member())) {
    return ReplyLocked(std::move(done), WithoutReceipt(v1::REASON_MEMBER_UNREACHABLE));
  }
  BeginAgainLocked(*std::move(found), std::move(done));
}

// The receipt is on disk already; what is missing is the lock, and the edge's word on the first
// try.
void ActFlow::BeginAgainLocked(ActRecord record, ActDone done) {
  auto act = std::make_unique<LiveAct>();
  act->record = std::move(record);
  act->is_again = true;
  act->conversation = ids::ConversationKey::From(act->record.request.conversation());
  act->began = clock_.Now();
  act->deadline = act->began + options_.socket_time;
  act->waiters.push_back({std::move(done), act->began + options_.door_wait, false});
  LiveAct& begun = *act;
  acts_[begun.record.receipt.request_id()] = std::move(act);
  AskForLockLocked(begun);
  WakeLocked();
}

void ActFlow::OnAccepted(const Id& id, absl::StatusOr<Accepted> accepted) {
  absl::MutexLock lock(&mu_);
  LiveAct* act = FindLocked(id);
  if (act == nullptr) return;
  if (!accepted.ok()) return DropLocked(id, ReasonOfStore(accepted.status()));
  fault::Point("relay.accepted");
  OnAcceptedLocked(*act, *std::move(accepted));
}

void ActFlow::OnAcceptedLocked(LiveAct& act, Accepted accepted) {
  const Id id = act.record.receipt.request_id();
  if (!accepted.is_new && accepted.record.payload != act.record.payload) {
    return DropLocked(id, v1::REASON_REQUEST_ID_REUSED);
  }
  act.record = std::move(accepted.record);
  if (!accepted.is_new) {
    for (Waiter& waiter : act.waiters) waiter.is_repeat = true;
    TellLocked(act);
    acts_.erase(id);
    return;
  }
  effects_.Add([this, receipt = act.record.receipt] { crew_.ReceiptChanged(receipt); });
  if (act.given_up_by_doors) {
    return RefuseLocked(act, receipt::RefusedBecause(v1::REASON_STORE_UNAVAILABLE));
  }
  AskForLockLocked(act);
}

void ActFlow::AskForLockLocked(LiveAct& act) {
  const Id& id = act.record.receipt.request_id();
  if (is_draining_) return RefuseLocked(act, receipt::RefusedBecause(v1::REASON_DRAINING));
  // A tap whose one-use id names nothing has no conversation to lock.
  if (act.record.request.has_one_tap()) {
    return RefuseLocked(act, receipt::RefusedBecause(v1::REASON_ASK_CLOSED));
  }
  if (lock_.TryTake(act.conversation, id)) return HoldLocked(act);
  if (!act.record.request.has_stop()) {
    return RefuseLocked(act, receipt::RefusedBecause(v1::REASON_BUSY));
  }
  act.step = ActStep::kWaiting;
  lock_.Wait(act.conversation, id, clock_.Now() + options_.stop_wait);
  WakeLocked();
}

// The fence is drawn with the lock, so that whoever comes to hold it later has a higher one (rule
// 14).
void ActFlow::HoldLocked(LiveAct& act) {
  act.fence = fences_.Draw(act.conversation);
  act.step = ActStep::kChecking;
  fault::Point("relay.locked");
  effects_.Add([this, key = act.conversation, id = act.record.receipt.request_id()] {
    crew_.SetBusy(key, true);
    Check(id);
  });
}

}  // namespace collie::relay

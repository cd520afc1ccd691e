// What time does to acts, start-up and shutdown, and the replies to doors.
#include <algorithm>
#include <utility>

#include "crew/receipt/timestamp.h"
#include "relay/acts/act_flow.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

void Earlier(std::optional<clock::Steady>& next, std::optional<clock::Steady> other) {
  if (other.has_value() && (!next.has_value() || *other < *next)) next = other;
}

// An act that was sent later than this after its acceptance is not followed after a restart.
constexpr absl::Duration kLongestUnsettled = absl::Hours(48);

bool IsDue(std::optional<clock::Steady> at, clock::Steady now) {
  return at.has_value() && *at <= now;
}

}  // namespace

absl::Status ActFlow::Restore() {
  const absl::Time now = clock_.Wall();
  auto unhealed = store_.Unhealed(now - kLongestUnsettled, static_cast<int>(Healing::kFollowed));
  if (!unhealed.ok()) return unhealed.status();
  {
    absl::MutexLock lock(&mu_);
    // The oldest first, so that it is the first to leave.
    for (auto record = unhealed->rbegin(); record != unhealed->rend(); ++record) {
      healing_.Follow(*record, clock_.Now(), now - receipt::ToTime(record->receipt.finished_at()));
    }
    for (ActRecord& record : store_.Unsettled()) AdoptLocked(std::move(record));
    ReadForHealingLocked();
    WakeLocked();
  }
  effects_.Run();
  return absl::OkStatus();
}

std::optional<clock::Steady> ActFlow::NextDeadline() const {
  absl::MutexLock lock(&mu_);
  std::optional<clock::Steady> next = lock_.NextDeadline();
  for (const auto& [id, act] : acts_) {
    if (IsPendingAtEdge(*act) && !act->is_writing_unknown) Earlier(next, act->deadline);
    Earlier(next, act->again_at);
    for (const Waiter& waiter : act->waiters) Earlier(next, waiter.until);
  }
  for (const StoredLater& later : stored_later_) Earlier(next, later.at);
  for (const WitnessedLater& later : witnessed_later_) Earlier(next, later.at);
  return next;
}

void ActFlow::Tick() {
  {
    absl::MutexLock lock(&mu_);
    const clock::Steady now = clock_.Now();
    GiveLockOnLocked();
    ReadForHealingLocked();
    for (auto& [id, act] : acts_) {
      TickActLocked(*act, now);
      TickDoorsLocked(*act, now);
    }
    for (const StoredLater& later : stored_later_) {
      if (later.at > now) continue;
      effects_.Add([this, later] { WriteResult(later.member, later.result); });
    }
    std::erase_if(stored_later_, [now](const StoredLater& later) { return later.at <= now; });
    for (const WitnessedLater& later : witnessed_later_) {
      if (later.at <= now) effects_.Add([this, id = later.id] { WriteWitness(id); });
    }
    std::erase_if(witnessed_later_, [now](const WitnessedLater& later) { return later.at <= now; });
  }
  effects_.Run();
}

void ActFlow::TickActLocked(LiveAct& act, clock::Steady now) {
  if (IsPendingAtEdge(act) && !act.is_writing_unknown && act.deadline <= now) {
    WriteUnknownLocked(act);
  }
  if (!IsDue(act.again_at, now)) return;
  act.again_at = std::nullopt;
  if (act.step == ActStep::kEnding) return WriteRefusalLocked(act);
  if (act.step != ActStep::kWithEdge) return;
  AskEdgeLocked(act);
  act.again_at = now + options_.settle_again;
}

void ActFlow::TickDoorsLocked(LiveAct& act, clock::Steady now) {
  for (Waiter& waiter : act.waiters) {
    if (waiter.until > now) continue;
    if (act.step == ActStep::kAccepting) {
      act.given_up_by_doors = true;
      ReplyLocked(std::move(waiter.done), WithoutReceipt(v1::REASON_STORE_UNAVAILABLE));
    } else {
      ReplyLocked(std::move(waiter.done), WithReceipt(act.record.receipt, waiter.is_repeat));
    }
  }
  std::erase_if(act.waiters, [now](const Waiter& waiter) { return waiter.until <= now; });
}

void ActFlow::Drain() {
  {
    absl::MutexLock lock(&mu_);
    is_draining_ = true;
    for (auto& [id, act] : acts_) {
      if (act->step == ActStep::kWaiting) {
        RefuseLocked(*act, receipt::RefusedBecause(v1::REASON_DRAINING));
      } else if (act->step == ActStep::kWithEdge) {
        TellLocked(*act);
      }
    }
  }
  effects_.Run();
}

void ActFlow::WakeLocked() {
  if (wake_) effects_.Add(wake_);
}

void ActFlow::TellLocked(LiveAct& act) {
  for (Waiter& waiter : std::exchange(act.waiters, {})) {
    ReplyLocked(std::move(waiter.done), WithReceipt(act.record.receipt, waiter.is_repeat));
  }
}

void ActFlow::TellNoReceiptLocked(LiveAct& act, v1::Reason reason) {
  for (Waiter& waiter : std::exchange(act.waiters, {})) {
    ReplyLocked(std::move(waiter.done), WithoutReceipt(reason));
  }
}

void ActFlow::ReplyLocked(ActDone done, ActReply reply) {
  effects_.Add([done = std::move(done), reply = std::move(reply)] { done(reply); });
}

LiveAct* ActFlow::FindLocked(const Id& id) {
  const auto found = acts_.find(id);
  return found == acts_.end() ? nullptr : found->second.get();
}

}  // namespace collie::relay

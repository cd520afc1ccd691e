// What the acts do with a member's link: nothing before its hello, then what its edge is asked
// about.
#include <utility>

#include "crew/fault/fault_point.h"
#include "relay/acts/act_flow.h"
#include "relay/acts/replies.h"

namespace collie::relay {

void ActFlow::OnStream(const std::string& member, OpenedEdge opened) {
  {
    absl::MutexLock lock(&mu_);
    edge_stores_[member] = std::move(opened.store);
    fences_.SetTerm(member, opened.term);
    open_members_.insert(member);
    for (ActRecord& record : opened.changed) TakeChangedLocked(std::move(record));
    for (auto& [id, act] : acts_) {
      if (act->conversation.member != member || act->step != ActStep::kWithEdge) continue;
      AskEdgeLocked(*act);
    }
  }
  effects_.Run();
}

void ActFlow::CloseMember(const std::string& member) {
  absl::MutexLock lock(&mu_);
  open_members_.erase(member);
}

// What a hello or a resync made of a record. One that is under way at the edge holds its lock.
void ActFlow::TakeChangedLocked(ActRecord record) {
  const Id id = record.receipt.request_id();
  if (record.phase != ActPhase::kPassedOn) return NewsLocked(id, record);
  effects_.Add([this, receipt = record.receipt] { crew_.ReceiptChanged(receipt); });
  LiveAct* act = FindLocked(id);
  if (act == nullptr) return AdoptLocked(std::move(record));
  if (act->step != ActStep::kWithEdge) return;
  act->fence = record.fence;
  act->record = std::move(record);
}

// Gives an act that is passed on and that nobody follows its lock (rules 16 and 28).
void ActFlow::AdoptLocked(ActRecord record) {
  auto act = std::make_unique<LiveAct>();
  act->conversation = ids::ConversationKey::From(record.request.conversation());
  act->step = ActStep::kWithEdge;
  act->began = clock_.Now();
  act->deadline = act->began + options_.socket_time;
  act->fence = record.fence;
  const Id id = record.receipt.request_id();
  act->record = std::move(record);
  act->is_told = act->record.receipt.outcome() != v1::OUTCOME_PENDING;
  FollowLocked(act->record);
  if (!IsPendingAtEdge(*act)) act->again_at = act->began + options_.settle_again;
  lock_.TakeBeside(act->conversation, id);
  effects_.Add([this, key = act->conversation] { crew_.SetBusy(key, true); });
  acts_[id] = std::move(act);
  WakeLocked();
}

// Rule 22.
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

// Why nothing may be written for a conversation of this member now (rule 27); nullopt: it may, or
// there is no such member, as its receipt says then.
std::optional<v1::Reason> ActFlow::WhyClosed(const std::string& member) {
  if (member.empty()) return std::nullopt;  // a tap that names no question
  {
    absl::MutexLock lock(&mu_);
    if (open_members_.contains(member)) return std::nullopt;
  }
  const ActTarget target = crew_.Look({member, "", ""});
  if (!target.member.has_value()) return std::nullopt;
  return target.member->state() == v1::MEMBER_STATE_LOCKED ? v1::REASON_MEMBER_LOCKED
                                                           : v1::REASON_MEMBER_UNREACHABLE;
}

// A repeat of a known act is answered from its receipt; for all else there is none. It is read by a
// change that changes nothing, so that it comes after every write that was asked for before.
void ActFlow::AnswerClosed(const Id& id, const std::string& payload, v1::Reason why,
                           const ActDone& done) {
  store_.Update(
      id, [](ActRecord&) { return false; },
      [this, payload, why, done](absl::StatusOr<ActRecord> found) {
        {
          absl::MutexLock lock(&mu_);
          ReplyLocked(done, ReplyOfClosed(std::move(found), payload, why));
        }
        effects_.Run();
      });
}

ActReply ActFlow::ReplyOfClosed(absl::StatusOr<ActRecord> found, const std::string& payload,
                                v1::Reason why) {
  if (absl::IsNotFound(found.status())) return WithoutReceipt(why);
  if (!found.ok()) return WithoutReceipt(ReasonOfStore(found.status()));
  if (found->payload != payload) return WithoutReceipt(v1::REASON_REQUEST_ID_REUSED);
  return WithReceipt(std::move(found->receipt), /*is_repeat=*/true);
}

}  // namespace collie::relay

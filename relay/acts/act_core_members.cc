// What a member's link opens: nothing before its hello, then what its edge holds and is asked
// about.
#include <algorithm>
#include <utility>

#include "relay/acts/act_core.h"
#include "relay/acts/replies.h"

namespace collie::relay {

void ActCore::OnStream(const std::string& member, OpenedEdge opened, Moment moment,
                       ActEffects& effects) {
  if (IsOfOlderStream(member, opened.stream)) return;
  edge_stores_[member] = std::move(opened.store);
  fences_.SetTerm(member, opened.term);
  open_members_.insert(member);
  for (ActRecord& record : opened.changed) TakeChanged(std::move(record), moment, effects);
  std::vector<Id> ids;
  for (const auto& [id, act] : acts_) {
    if (act.conversation().member == member && act.IsWithEdge()) ids.push_back(id);
  }
  std::sort(ids.begin(), ids.end());
  for (const Id& id : ids) Handle(id, StreamOpened{}, moment, effects);
}

void ActCore::CloseMember(const std::string& member, int64_t stream) {
  if (!IsOfOlderStream(member, stream)) open_members_.erase(member);
}

// One that is not older is the newest from now on.
bool ActCore::IsOfOlderStream(const std::string& member, int64_t stream) {
  int64_t& newest = newest_streams_[member];
  if (stream < newest) return true;
  newest = stream;
  return false;
}

// What a hello or a resync made of a record. One that is under way at the edge holds its lock.
void ActCore::TakeChanged(ActRecord record, Moment moment, ActEffects& effects) {
  if (record.phase != ActPhase::kDispatched) return Announce(record, moment, effects);
  effects.push_back(PublishReceipt{record.receipt});
  const Id id = record.receipt.request_id();
  if (Find(id) == nullptr) return Adopt(std::move(record), moment, effects);
  Handle(id, FoundAtEdge{std::move(record)}, moment, effects);
}

// Gives an act that is dispatched and that nobody follows its lock (rules 16 and 28).
void ActCore::Adopt(ActRecord record, Moment moment, ActEffects& effects) {
  const Id id = record.receipt.request_id();
  Follow(record, moment, effects);
  Put(ActMachine::OfRestored(std::move(record), options_, At(moment)));
  KeepLockFor(id, effects);
  effects.push_back(DeadlineMoved{});
}

void ActCore::KeepLockFor(const Id& id, ActEffects& effects) {
  const ids::ConversationKey& conversation = acts_.at(id).conversation();
  lock_.TakeBeside(conversation, id);
  effects.push_back(SetBusy{conversation, true});
}

// A repeat of a known act is answered from its receipt; for all else there is none.
ActReply ActCore::ReplyOfClosed(const ReadRepeat& read, absl::StatusOr<ActRecord> found) {
  if (absl::IsNotFound(found.status())) return WithoutReceipt(read.why);
  if (!found.ok()) return WithoutReceipt(ReasonOfStore(found.status()));
  if (found->payload != read.payload) return WithoutReceipt(v1::REASON_REQUEST_ID_REUSED);
  return WithReceipt(std::move(found->receipt), /*is_repeat=*/true);
}

}  // namespace collie::relay

#include "relay/acts/act_healing.h"

#include <utility>

#include "relay/store/unhealed.h"

namespace collie::relay {
namespace {

using receipt::Witness;

// Whether a conversation can still witness an act.
bool IsOpen(const ActRecord& record) {
  switch (record.receipt.outcome()) {
    case v1::OUTCOME_PENDING:
      return record.attempt > 0;
    case v1::OUTCOME_UNKNOWN:
    case v1::OUTCOME_MAYBE_APPLIED:
      return record.receipt.act() == v1::ACT_KIND_ANSWER || WritesItem(record);
    case v1::OUTCOME_SENT:
      return MayBecomeEffective(record);
    default:
      return false;
  }
}

bool IsBetter(const Witness& witness, const Witness& known) {
  return witness.kind == Witness::Kind::kShown && known.kind != Witness::Kind::kShown;
}

}  // namespace

void Healing::Follow(const ActRecord& record, clock::Steady now, absl::Duration age) {
  const std::string& id = record.receipt.request_id();
  if (!IsOpen(record)) return Forget(id);
  const auto [found, is_new] = acts_.try_emplace(id);
  Followed& act = found->second;
  if (!is_new) Unlist(id, act);
  act.act = record.receipt.act();
  act.conversation = ids::ConversationKey::From(record.receipt.conversation());
  act.ask_id = record.request.answer().ask_id();
  act.epoch = record.epoch;
  act.address_id = record.address_id;
  act.outcome = record.receipt.outcome();
  if (is_new) {
    act.order = next_order_++;
    orders_[act.order] = id;
  }
  act.is_kept = act.outcome == v1::OUTCOME_SENT && record.receipt.queued();
  if (act.outcome != v1::OUTCOME_PENDING && !act.read_until) act.read_until = now + read_for_ - age;
  List(id, act, now);
  if (acts_.size() > kFollowed) Forget(std::string(orders_.begin()->second));
}

void Healing::Forget(const std::string& request_id) {
  const auto found = acts_.find(request_id);
  if (found == acts_.end()) return;
  orders_.erase(found->second.order);
  Unlist(request_id, found->second);
  acts_.erase(found);
}

void Healing::List(const std::string& request_id, const Followed& act, clock::Steady now) {
  if (act.is_kept) kept_.Add(act.conversation, act.epoch, request_id);
  const bool is_read = act.read_until.has_value() && *act.read_until > now;
  if (is_read) reads_.Add(act.conversation, act.order, *act.read_until);
}

void Healing::Unlist(const std::string& request_id, const Followed& act) {
  kept_.Remove(act.conversation, act.epoch, request_id);
  if (act.read_until.has_value()) reads_.Remove(act.conversation, act.order, *act.read_until);
}

Healing::Followed* Healing::Find(const ids::RequestId& request_id,
                                 const ids::ConversationKey& conversation,
                                 const ids::AddressId& address_id) {
  const auto found = acts_.find(request_id.value());
  if (found == acts_.end()) return nullptr;
  Followed& act = found->second;
  ids::ConversationKey expected = act.conversation;
  const bool is_new_pane = act.act == v1::ACT_KIND_START && expected.pane.empty();
  if (is_new_pane) expected.pane = conversation.pane;
  if (expected != conversation) return nullptr;
  // Another agent under the name of the one that the act went to is no witness of it.
  const bool is_other =
      !act.address_id.empty() && !address_id.empty() && act.address_id != address_id;
  return is_other ? nullptr : &act;
}

bool Healing::RecordWitness(Followed& act, Witness witness) {
  if (act.witness.has_value() && !IsBetter(witness, *act.witness)) return false;
  act.witness = std::move(witness);
  return true;
}

std::vector<std::string> Healing::FindWitnessed(const ids::MemberId& member,
                                                const v1::ConversationUpdate& update,
                                                const ids::AddressId& address_id) {
  std::vector<std::string> seen;
  if (acts_.empty() || !update.reason().empty()) return seen;
  const ids::ConversationKey here{member.value(), update.source(), update.pane()};
  for (const v1::Item& item : update.items()) WitnessItem(item, here, address_id, seen);
  for (const v1::ClosedAsk& closed : update.closed_asks()) {
    WitnessClosedAsk(closed, here, address_id, seen);
  }
  for (const std::string& id : update.dropped_requests()) {
    Followed* act = Find(ids::RequestId(id), here, address_id);
    if (act == nullptr || act->act != v1::ACT_KIND_SEND) continue;
    if (RecordWitness(*act, {Witness::Kind::kDropped, v1::EVIDENCE_UNSPECIFIED, ""}))
      seen.push_back(id);
  }
  return seen;
}

void Healing::WitnessItem(const v1::Item& item, const ids::ConversationKey& here,
                          const ids::AddressId& address_id, std::vector<std::string>& seen) {
  if (item.kind() != v1::ITEM_KIND_USER || item.request_id().empty()) return;
  Followed* act = Find(ids::RequestId(item.request_id()), here, address_id);
  if (act == nullptr || act->act == v1::ACT_KIND_ANSWER) return;
  Witness witness{Witness::Kind::kShown, v1::EVIDENCE_USER_ITEM, ""};
  if (act->act == v1::ACT_KIND_START) {
    witness = {Witness::Kind::kShown, v1::EVIDENCE_STARTED_PANE, here.pane};
  }
  if (RecordWitness(*act, std::move(witness))) seen.push_back(item.request_id());
}

void Healing::WitnessClosedAsk(const v1::ClosedAsk& closed, const ids::ConversationKey& here,
                               const ids::AddressId& address_id, std::vector<std::string>& seen) {
  Followed* act = Find(ids::RequestId(closed.request_id()), here, address_id);
  if (act == nullptr || act->act != v1::ACT_KIND_ANSWER) return;
  if (act->ask_id != closed.ask_id()) return;
  if (RecordWitness(*act, {Witness::Kind::kShown, v1::EVIDENCE_ASK_CLOSED, ""})) {
    seen.push_back(closed.request_id());
  }
}

bool Healing::KeepsAny(const ids::ConversationKey& conversation) const {
  return kept_.Any(conversation);
}

std::vector<std::string> Healing::WitnessEpoch(const ids::ConversationKey& conversation,
                                               const ids::Epoch& epoch) {
  std::vector<std::string> seen;
  for (std::string& id : kept_.TakeOthers(conversation, epoch.value())) {
    const bool is_news =
        RecordWitness(acts_.at(id), {Witness::Kind::kEpochEnded, v1::EVIDENCE_UNSPECIFIED, ""});
    if (is_news) seen.push_back(std::move(id));
  }
  return seen;
}

std::vector<std::string> Healing::WitnessDecision(const ids::ConversationKey& conversation,
                                                  const v1::ClosedAsk& decision) {
  Followed* act = Find(ids::RequestId(decision.request_id()), conversation);
  const bool is_it = act != nullptr && act->act == v1::ACT_KIND_ANSWER &&
                     act->ask_id == decision.ask_id() &&
                     RecordWitness(*act, {Witness::Kind::kShown, v1::EVIDENCE_DECIDED, ""});
  return is_it ? std::vector<std::string>{decision.request_id()} : std::vector<std::string>{};
}

std::optional<Witness> Healing::WitnessOf(const std::string& request_id) const {
  const auto found = acts_.find(request_id);
  return found == acts_.end() ? std::nullopt : found->second.witness;
}

}  // namespace collie::relay

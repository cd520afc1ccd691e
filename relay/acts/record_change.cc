#include "relay/acts/record_change.h"

#include <algorithm>

namespace collie::relay {
namespace {

constexpr int32_t kMostPosts = 2;
constexpr char kLostStore[] =
    "The edge has lost its record of this act, so it is not known whether the agent took it: look "
    "at the conversation, then decide.";

// Rule 29: attempt numbers begin anew where a store was lost, fences do not. An edge of an earlier
// version names none.
bool NamesDispatch(const v1::ActResult& result, const ActRecord& record) {
  return !result.has_fence() || (result.fence().term() == record.fence.term() &&
                                 result.fence().number() == record.fence.number());
}

bool TakeIntoReceipt(const RecordResult& told, bool is_newest, ActRecord& record) {
  const bool has_lost_store = !record.edge_store.empty() && record.edge_store != told.edge_store;
  if (!has_lost_store || told.result.state() != v1::ATTEMPT_STATE_NEVER) {
    return receipt::TakeResult(record.receipt, told.result, is_newest, told.now);
  }
  if (!is_newest || !receipt::EndMaybeApplied(record.receipt, kLostStore, told.now)) return false;
  // As many as there may have been: the edge that counted them has lost the count.
  record.receipt.set_attempts(std::min(record.attempt, kMostPosts));
  return true;
}

}  // namespace

bool ReadForRetry::Apply(ActRecord&) const { return false; }

bool ReadRepeat::Apply(ActRecord&) const { return false; }

bool RecordDispatch::Apply(ActRecord& record) const {
  const bool is_free = record.phase != ActPhase::kDispatched && record.attempt + 1 == attempt;
  if (!is_free || !receipt::MayDispatch(record.receipt, attempt)) return false;
  record.phase = ActPhase::kDispatched;
  record.attempt = attempt;
  record.fence = fence;
  record.epoch = epoch;
  record.address_id = address_id;
  record.edge_store = edge_store;
  return true;
}

bool RecordRefusal::Apply(ActRecord& record) const {
  if (record.attempt != attempt) return false;
  if (record.phase == ActPhase::kSettled && !is_retry) return false;
  const int ended = record.phase == ActPhase::kDispatched ? attempt : attempt + 1;
  receipt::EndWithoutPost(record.receipt, ended, refusal, now);
  record.phase = ActPhase::kSettled;
  return true;
}

bool RecordUnknown::Apply(ActRecord& record) const {
  if (record.phase != ActPhase::kDispatched) return false;
  const bool is_unknown = receipt::EndUnknown(record.receipt, v1::REASON_UNSPECIFIED, now);
  const bool is_healed = witness.has_value() && receipt::TakeWitness(record.receipt, *witness, now);
  return is_unknown || is_healed;
}

bool RecordResult::Apply(ActRecord& record) const {
  bool has_changed = false;
  const bool is_theirs = record.receipt.conversation().member() == member;
  if (is_theirs && result.attempt() >= 1 && result.attempt() <= record.attempt) {
    const bool is_newest = result.attempt() == record.attempt && NamesDispatch(result, record);
    const bool settles =
        is_newest && receipt::Settles(result) && record.phase == ActPhase::kDispatched;
    has_changed = TakeIntoReceipt(*this, is_newest, record) || settles;
    if (settles) record.phase = ActPhase::kSettled;
  }
  const bool is_healed = witness.has_value() && receipt::TakeWitness(record.receipt, *witness, now);
  return has_changed || is_healed;
}

bool RecordWitness::Apply(ActRecord& record) const {
  return receipt::TakeWitness(record.receipt, witness, now);
}

bool RecordGivenUp::Apply(ActRecord& record) const {
  if (record.phase != ActPhase::kDispatched) return false;
  receipt::EndGivenUp(record.receipt, now);
  record.phase = ActPhase::kSettled;
  return true;
}

bool Apply(const RecordChange& change, ActRecord& record) {
  return std::visit([&](const auto& each) { return each.Apply(record); }, change);
}

const char* Name(const RecordChange& change) {
  constexpr const char* kNames[] = {"read-for-retry", "read-repeat", "dispatch", "refusal",
                                    "unknown",        "result",      "witness",  "given-up"};
  static_assert(std::size(kNames) == std::variant_size_v<RecordChange>);
  return kNames[change.index()];
}

}  // namespace collie::relay

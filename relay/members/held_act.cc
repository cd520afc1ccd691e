#include "relay/members/held_act.h"

#include <algorithm>
#include <utility>

#include "crew/receipt/fit.h"
#include "crew/receipt/timestamp.h"
#include "crew/receipt/transitions.h"
#include "crew/text/clean_field.h"
#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"
#include "relay/acts/request_check.h"

namespace collie::relay {
namespace {

constexpr size_t kPayloadBytes = 32;

// An edge's clock may be ahead.
absl::Time BegunAt(const v1::HeldAttempt& held, absl::Time now) {
  return std::clamp(absl::FromUnixMillis(held.begun_at_ms()), absl::UnixEpoch(), now);
}

// The act as it stood before its first dispatch.
ActRecord BeforeDispatch(const v1::HeldAttempt& held, absl::Time now) {
  const v1::Command& command = held.command();
  ActRecord record;
  record.request = command.request();
  record.request.clear_again();
  record.payload =
      command.payload().size() == kPayloadBytes ? command.payload() : PayloadOf(record.request);
  record.epoch = held.epoch();
  v1::Receipt& receipt = record.receipt;
  receipt.set_request_id(command.request().request_id());
  *receipt.mutable_conversation() = command.request().conversation();
  receipt.set_act(receipt::KindOf(command.request()));
  receipt.set_outcome(v1::OUTCOME_PENDING);
  receipt.set_channel("program");
  receipt.set_device(command.device());
  if (command.request().has_answer()) receipt.set_ask_hash(command.request().answer().hash());
  *receipt.mutable_accepted_at() = receipt::ToTimestamp(BegunAt(held, now));
  return record;
}

// A tap that an edge of an earlier version holds is known by the answer that it stands for.
bool IsSameAct(const v1::HeldAttempt& held, const ActRecord& record) {
  const v1::ActRequest& request = held.command().request();
  if (record.receipt.conversation().member() != request.conversation().member()) return false;
  return record.payload == held.command().payload() ||
         PayloadOf(record.request) == PayloadOf(request);
}

// A copy may be older than another loss: what it says was refused, an edge may have begun since.
// What was begun is no refusal of then.
bool IsRefusalOfAnotherLife(const v1::HeldAttempt& held, const ActRecord& record) {
  const v1::Fence& begun = held.command().fence();
  const bool is_same =
      begun.term() == record.fence.term() && begun.number() == record.fence.number();
  return record.receipt.outcome() == v1::OUTCOME_REFUSED && !is_same;
}

}  // namespace

absl::Status CheckHeld(const std::string& member, v1::HeldAttempt& held) {
  v1::Command& command = *held.mutable_command();
  v1::ActResult& result = *held.mutable_result();
  command.mutable_request()->clear_again();
  if (absl::Status request = CheckRequest(command.request()); !request.ok()) return request;
  const bool is_theirs = command.request().conversation().member() == member;
  const bool belongs = result.request_id() == command.request().request_id() &&
                       result.attempt() == command.attempt();
  const bool is_state = result.state() == v1::ATTEMPT_STATE_UNDER_WAY ||
                        (result.state() == v1::ATTEMPT_STATE_DONE && receipt::Settles(result));
  if (!is_theirs || !belongs || !is_state || !text::CleanResult(result)) {
    return absl::InvalidArgumentError("An attempt of the resync breaks the contract.");
  }
  text::SanitizeLine(command.mutable_device(), text::kMemberLabelCharacters);
  text::SanitizeId(held.mutable_epoch());
  return absl::OkStatus();
}

void SortHeld(std::vector<v1::HeldAttempt>& held) {
  std::stable_sort(held.begin(), held.end(),
                   [](const v1::HeldAttempt& a, const v1::HeldAttempt& b) {
                     return a.begun_at_ms() < b.begun_at_ms();
                   });
  std::stable_sort(held.begin(), held.end(),
                   [](const v1::HeldAttempt& a, const v1::HeldAttempt& b) {
                     return a.command().attempt() < b.command().attempt();
                   });
}

bool TakeHeld(const v1::HeldAttempt& held, const std::string& edge_store, absl::Time now,
              std::optional<ActRecord>& record) {
  if (!record.has_value()) record = BeforeDispatch(held, now);
  if (!IsSameAct(held, *record)) return false;
  const std::string before = record->receipt.SerializeAsString();
  const int32_t attempt = held.command().attempt();
  if (attempt < record->attempt) {
    return receipt::TakeResult(record->receipt, held.result(), /*newest=*/false, now);
  }
  if (IsRefusalOfAnotherLife(held, *record)) record = BeforeDispatch(held, now);
  const bool is_settled = record->phase == ActPhase::kSettled && record->attempt == attempt;
  record->attempt = attempt;
  record->fence = held.command().fence();
  record->edge_store = edge_store;
  record->epoch = held.epoch();
  record->phase = ActPhase::kDispatched;
  if (held.result().state() == v1::ATTEMPT_STATE_UNDER_WAY) return true;
  receipt::TakeResult(record->receipt, held.result(), /*newest=*/true, now);
  record->phase = ActPhase::kSettled;
  return !is_settled || record->receipt.SerializeAsString() != before;
}

}  // namespace collie::relay

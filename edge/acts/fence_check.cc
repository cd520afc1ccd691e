#include "edge/acts/fence_check.h"

#include "crew/ids/ids.h"
#include "edge/acts/act_gate.h"

namespace collie::edge {
namespace {

absl::StatusOr<v1::Fence> NewestFence(EdgeStore& store, const v1::Command& command) {
  return store.NewestFence(ids::ConversationKey::From(command.request().conversation()));
}

}  // namespace

std::optional<receipt::Refusal> CheckFence(EdgeStore& store, const v1::Command& command) {
  const auto newest = NewestFence(store, command);
  if (!newest.ok()) return receipt::RefusedBecause(v1::REASON_STORE_UNAVAILABLE);
  if (IsFenced(command.fence(), *newest)) return receipt::RefusedBecause(v1::REASON_FENCED);
  return std::nullopt;
}

std::optional<receipt::Refusal> CheckNotOvertaken(EdgeStore& store, const v1::Command& command) {
  const auto newest = NewestFence(store, command);
  if (!newest.ok()) return receipt::RefusedBecause(v1::REASON_STORE_UNAVAILABLE);
  if (IsOvertaken(command.fence(), *newest)) return receipt::RefusedBecause(v1::REASON_FENCED);
  return std::nullopt;
}

}  // namespace collie::edge

#include "relay/acts/act_checks.h"

#include "crew/receipt/encode_refusal.h"
#include "crew/wire/answer.h"
#include "crew/wire/encode_act.h"
#include "relay/acts/one_tap.h"

namespace collie::relay {
namespace {

std::optional<receipt::Refusal> CheckMember(const ActTarget& target) {
  if (!target.member.has_value() || !target.source.has_value()) {
    return receipt::RefusedBecause(v1::REASON_NO_SUCH_CONVERSATION);
  }
  if (target.member->state() == v1::MEMBER_STATE_LOCKED) {
    return receipt::RefusedBecause(v1::REASON_MEMBER_LOCKED);
  }
  if (target.member->state() != v1::MEMBER_STATE_CONNECTED) {
    return receipt::RefusedBecause(v1::REASON_MEMBER_UNREACHABLE);
  }
  return std::nullopt;
}

// The question of an answer, if it is the one that the person saw.
const v1::Ask* SeenAsk(const v1::ActRequest& request, const ActTarget& target) {
  if (!request.has_answer() || !target.pane.has_value()) return nullptr;
  const v1::Ask* ask = receipt::FindAsk(*target.pane, request.answer().ask_id());
  return ask != nullptr && ask->hash() == request.answer().hash() ? ask : nullptr;
}

bool TapFits(const v1::ActRequest& request, const v1::Ask& ask) {
  return FitsOneTap(ask, request.answer().answer().picked().option_ids(0));
}

}  // namespace

std::optional<receipt::Refusal> CheckAct(const v1::ActRequest& request, bool by_tap,
                                         const ActTarget& target) {
  if (request.has_one_tap()) return receipt::RefusedBecause(v1::REASON_ASK_CLOSED);
  if (auto refusal = CheckMember(target)) return refusal;
  const v1::Pane* pane = target.pane.has_value() ? &*target.pane : nullptr;
  const v1::Ask* seen = SeenAsk(request, target);
  if (by_tap && seen != nullptr && !TapFits(request, *seen)) {
    return receipt::RefusedBecause(v1::REASON_NOT_ONE_TAP);
  }
  if (auto refusal = receipt::FailedPrecondition(request, *target.source, pane)) return refusal;
  const auto encoded = wire::EncodeAct(request, target.source->epoch());
  if (encoded.ok()) return std::nullopt;
  return receipt::EncodeRefusal(encoded.status());
}

std::optional<receipt::Refusal> CheckRetry(const ActTarget& target) {
  auto refusal = CheckMember(target);
  if (refusal.has_value() && refusal->reason == v1::REASON_NO_SUCH_CONVERSATION) {
    // The source is detached: what the first try did is as unknown as before.
    return receipt::RefusedBecause(v1::REASON_SOURCE_UNREACHABLE);
  }
  return refusal;
}

bool HasShapeOfAsk(const v1::ActRequest& request, bool by_tap, const ActTarget& target) {
  const v1::Ask* seen = SeenAsk(request, target);
  if (seen == nullptr || seen->kind() == v1::ASK_KIND_OTHER) return true;
  if (by_tap && !TapFits(request, *seen)) return true;
  return wire::AnswerFits(*seen, request.answer().answer());
}

}  // namespace collie::relay

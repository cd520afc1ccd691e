#include "relay/doors/crew_port.h"

#include <utility>

#include "crew/log/log.h"

namespace collie::relay {

ActTarget MergedCrewPort::Look(const ids::ConversationKey& conversation) {
  CrewView::Target target = view_.Look(conversation);
  return {std::move(target.member), std::move(target.source), std::move(target.pane)};
}

std::optional<AskPlace> MergedCrewPort::FindOneUse(const std::string& one_use_id) {
  std::optional<CrewView::AskPlace> place = view_.FindOneUse(one_use_id);
  if (!place) return std::nullopt;
  return AskPlace{std::move(place->conversation), std::move(place->ask)};
}

void MergedCrewPort::SetBusy(const ids::ConversationKey& conversation, bool busy) {
  view_.SetBusy(conversation, busy);
}

void MergedCrewPort::AnswerEndedUndecided(const ids::ConversationKey& conversation,
                                          const std::string& ask_id, const std::string& hash) {
  const CrewView::Target target = view_.Look(conversation);
  if (!target.source) return;
  v1::Ask ask;
  ask.set_ask_id(ask_id);
  ask.set_hash(hash);
  const std::string key = AskDoors::AskKey(conversation, target.source->epoch(), ask);
  store_.RaiseAskCount(key, [this, conversation, ask](absl::StatusOr<int64_t> count) {
    if (count.ok()) {
      view_.RaiseAskCount(conversation, ask, *count);
    } else {
      log::Warn("acts", count.status());
    }
  });
}

void MergedCrewPort::ReceiptChanged(const v1::Receipt& receipt) {
  receipts_.Add(receipt);
  wakers_.WakeAll();
}

}  // namespace collie::relay

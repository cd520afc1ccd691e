#include "relay/service/crew_port.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "crew/log/log.h"
#include "crew/receipt/timestamp.h"

namespace collie::relay {
namespace {

constexpr size_t kNewestRead = 64;  // conversations of a source that are read to find a started one

}  // namespace

ActTarget MergedCrewPort::FindTarget(const ids::ConversationKey& conversation) {
  CrewView::Target target = view_.FindTarget(conversation);
  return {std::move(target.member), std::move(target.source),
          ids::AddressId(std::move(target.address_id)), std::move(target.pane)};
}

std::optional<AskPlace> MergedCrewPort::FindOneUse(const std::string& one_use_id) {
  std::optional<CrewView::AskPlace> place = view_.FindOneUse(one_use_id);
  if (place) return AskPlace{std::move(place->conversation), std::move(place->ask), OneUse::kOpen};
  std::optional<EndedOneUse::Place> ended = view_.FindEndedOneUse(one_use_id);
  if (!ended) return std::nullopt;
  AskPlace was{std::move(ended->conversation), v1::Ask(),
               ended->is_spent ? OneUse::kSpent : OneUse::kEnded};
  was.ask.set_ask_id(std::move(ended->ask_id));
  was.ask.set_hash(std::move(ended->hash));
  return was;
}

void MergedCrewPort::SetBusy(const ids::ConversationKey& conversation, bool busy) {
  view_.SetBusy(conversation, busy);
}

void MergedCrewPort::AnswerEndedUndecided(const ids::ConversationKey& conversation,
                                          const ids::AskId& ask_id, const ids::AskHash& hash) {
  const CrewView::Target target = view_.FindTarget(conversation);
  if (!target.source) return;
  v1::Ask ask;
  ask.set_ask_id(ask_id.value());
  ask.set_hash(hash.value());
  const std::string key = OneTapAsks::AskKey(conversation, target.source->epoch(), ask);
  store_.RaiseAskCount(key, [this, conversation, ask](absl::StatusOr<int64_t> count) {
    if (count.ok()) {
      view_.RaiseAskCount(conversation, ask, *count);
    } else {
      log::Warn("acts", count.status());
    }
  });
}

void MergedCrewPort::ReadForHealing(const std::set<ids::ConversationKey>& conversations) {
  {
    absl::MutexLock lock(&mu_);
    healing_ = conversations;
  }
  Tick();
}

void MergedCrewPort::Tick() {
  std::set<ids::ConversationKey> healing;
  {
    absl::MutexLock lock(&mu_);
    healing = healing_;
  }
  std::set<ids::ConversationKey> read;
  for (const ids::ConversationKey& key : healing) {
    if (key.pane.empty()) {
      read.merge(NewestOf(key));
    } else {
      read.insert(key);
    }
  }
  interest_.SetHealing(std::move(read));
}

// Where a start whose outcome is unknown may have begun. Where the agent does not tell when a
// conversation was last active, the later in its list is the newer.
std::set<ids::ConversationKey> MergedCrewPort::NewestOf(const ids::ConversationKey& source) const {
  const CrewSnapshot crew = view_.Snapshot({source.member, source.source, ""});
  std::vector<std::tuple<absl::Time, size_t, std::string>> panes;
  for (const MemberSnapshot& member : crew.members) {
    for (const SourceSnapshot& shown : member.sources) {
      for (const v1::Pane& pane : shown.panes) {
        panes.emplace_back(receipt::ToTime(pane.last_activity_at()), panes.size(), pane.id());
      }
    }
  }
  std::sort(panes.rbegin(), panes.rend());
  std::set<ids::ConversationKey> newest;
  for (const auto& [activity, place, pane] : panes) {
    if (newest.size() == kNewestRead) break;
    newest.insert({source.member, source.source, pane});
  }
  return newest;
}

void MergedCrewPort::ReceiptChanged(const v1::Receipt& receipt) {
  receipts_.Add(receipt);
  if (on_receipt_) on_receipt_(receipt);
  notifier_.Notify(Topic::kReceipts, {ids::ConversationKey::From(receipt.conversation())});
}

}  // namespace collie::relay

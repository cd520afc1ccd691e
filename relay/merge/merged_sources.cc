// What edges show of their agents: sources, panes and their asks, within a member's budget. Another
// part of MergedCrew.

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

v1::Removal RemovalOf(const ids::ConversationKey& key) {
  v1::Removal removal;
  removal.set_member(key.member);
  removal.set_source(key.source);
  removal.set_pane(key.pane);
  return removal;
}

std::vector<std::string> OneUseIds(const v1::Pane& pane) {
  std::vector<std::string> ids;
  for (const v1::Ask& ask : pane.asks()) ids.push_back(ask.one_use_id());
  return ids;
}

// Whether a question's time was moved, by more than the way from the agent may take. The two are
// alike but for times.
bool HasMovedDeadline(const CrewRow& known, const v1::Pane& pane, clock::Steady now) {
  constexpr int64_t kOnTheWayMs = 1000;
  const int64_t passed = absl::ToInt64Milliseconds(now - known.received_at());
  for (int i = 0; i < pane.asks_size(); ++i) {
    if (!pane.asks(i).expires()) continue;
    const int64_t expected = known.pane().pane().asks(i).expires_in_ms() - passed;
    if (std::abs(pane.asks(i).expires_in_ms() - std::max<int64_t>(0, expected)) > kOnTheWayMs) {
      return true;
    }
  }
  return false;
}

// Another address is another agent under the name of the one before.
bool IsAnotherAgent(const SourceEntry& known, const v1::SourceUpdate& update) {
  return !known.address_id.empty() && !update.address_id().empty() &&
         known.address_id != update.address_id();
}

}  // namespace

bool MergedCrew::Apply(const StreamId& stream, const v1::SourceUpdate& update, bool is_over) {
  MemberEntry* member = NewestOf(stream);
  if (member == nullptr) return false;
  const bool had_more = member->has_more_sources;
  SourceEntry* source = PutSource(*member, update);
  if (source == nullptr) return !had_more;
  source->read->Set(source->read->Get().since, /*at_least=*/false);
  // A part of what was left out would look like the whole: only a whole update shows it again.
  const bool stays_over = source->is_over && !update.whole();
  if (!is_over && !stays_over) PutPanes(*member, *source, update);
  const bool fits = !is_over && !stays_over && member->bytes <= options_.member_bytes;
  if (!fits) RemovePanes(*member, *source);
  return SetOver(*member, *source, !fits) && !fits;
}

SourceEntry* MergedCrew::PutSource(MemberEntry& member, const v1::SourceUpdate& update) {
  const std::string& name = update.source().name();
  const auto known = member.sources.find(name);
  if (known != member.sources.end() && IsAnotherAgent(known->second, update)) {
    DropSource(member, name);
  }
  if (!member.sources.contains(name) && member.sources.size() >= kMemberSources) {
    if (!std::exchange(member.has_more_sources, true)) TouchMember(member, /*with_sources=*/false);
    return nullptr;
  }
  const auto [found, is_new] = member.sources.try_emplace(name);
  SourceEntry& source = found->second;
  source.address_id = update.address_id();
  source.read->Set(clock_.Now() - absl::Milliseconds(update.source().read_age_ms()),
                   source.read->Get().at_least);
  if (!is_new && SaysTheSame(source.source, update.source())) return &source;
  source.source = update.source();
  TouchSource(member, source);
  KeepSource(member, source);
  return &source;
}

void MergedCrew::PutPanes(MemberEntry& member, SourceEntry& source,
                          const v1::SourceUpdate& update) {
  absl::flat_hash_set<std::string> named;
  for (const v1::Pane& pane : update.panes()) {
    if (update.whole()) named.insert(pane.id());
    PutPane(member, source, pane);
  }
  std::vector<std::string> gone(update.removed_panes().begin(), update.removed_panes().end());
  if (update.whole()) {
    for (const auto& [pane_id, entry] : source.panes) {
      if (!named.contains(pane_id)) gone.push_back(pane_id);
    }
  }
  for (const std::string& pane_id : gone) RemovePane(member, source, pane_id);
}

void MergedCrew::PutPane(MemberEntry& member, SourceEntry& source, const v1::Pane& pane) {
  const ids::ConversationKey key{member.member.id(), source.source.name(), pane.id()};
  const auto [found, is_new] = source.panes.try_emplace(pane.id());
  PaneEntry& entry = found->second;
  const CrewRow::Ref known = entry.row;
  const int64_t order = known ? known->order() : source.next_order++;
  v1::PaneEntry row;
  row.set_member(key.member);
  row.set_source(key.source);
  *row.mutable_pane() = pane;
  if (known) UnlistAsks(key, known->pane().pane(), /*are_spent=*/false);
  ListAsks(key, source.source.epoch(), *row.mutable_pane());
  row.mutable_pane()->set_busy(busy_.contains(key));
  // The same questions in another epoch have other one-use ids: readers must get them.
  if (known && SaysTheSame(known->pane().pane(), pane) &&
      OneUseIds(known->pane().pane()) == OneUseIds(row.pane()) &&
      !HasMovedDeadline(*known, pane, clock_.Now())) {
    return;
  }
  member.bytes -= entry.bytes;
  entry.row = CrewRow::OfPane(std::move(row), clock_.Now(), order);
  entry.bytes = pane.ByteSizeLong() + kRowBytes;
  member.bytes += entry.bytes;
  changes_.Put(key, entry.row);
  unkept_.PutPane(key.member, key.source, order, entry.pane());
}

void MergedCrew::RemovePane(MemberEntry& member, SourceEntry& source, const std::string& pane) {
  const auto found = source.panes.find(pane);
  if (found == source.panes.end()) return;
  const ids::ConversationKey key{member.member.id(), source.source.name(), pane};
  UnlistAsks(key, found->second.pane(), /*are_spent=*/false);
  member.bytes -= found->second.bytes;
  source.panes.erase(found);
  changes_.Remove(key);
  unkept_.Remove(RemovalOf(key));
}

void MergedCrew::RemovePanes(MemberEntry& member, SourceEntry& source) {
  while (!source.panes.empty()) {
    const std::string pane = source.panes.begin()->first;
    RemovePane(member, source, pane);
  }
}

void MergedCrew::DropSource(MemberEntry& member, const std::string& source) {
  const auto found = member.sources.find(source);
  if (found == member.sources.end()) return;
  const ids::ConversationKey key{member.member.id(), source, ""};
  RemovePanes(member, found->second);
  member.sources.erase(found);
  changes_.Remove(key);
  unkept_.Remove(RemovalOf(key));
}

// Whether that is news.
bool MergedCrew::SetOver(const MemberEntry& member, SourceEntry& source, bool is_over) {
  if (std::exchange(source.is_over, is_over) == is_over) return false;
  TouchSource(member, source);
  return true;
}

void MergedCrew::UnlistAsks(const ids::ConversationKey& key, const v1::Pane& pane, bool are_spent) {
  for (const v1::Ask& ask : pane.asks()) {
    one_use_.erase(ask.one_use_id());
    ended_.End(ask.one_use_id(), key, ask, are_spent);
  }
}

void MergedCrew::ListAsks(const ids::ConversationKey& key, const std::string& epoch,
                          v1::Pane& pane) {
  for (v1::Ask& ask : *pane.mutable_asks()) {
    one_tap_.Label(key, epoch, &ask);
    one_use_[ask.one_use_id()] = key;
    ended_.Begin(ask.one_use_id());
  }
}

}  // namespace collie::relay

#include "relay/merge/merged_crew.h"

#include <algorithm>

namespace collie::relay {
namespace {

ids::ConversationKey Key(const std::string& member, const std::string& source = "",
                         const std::string& pane = "") {
  return {member, source, pane};
}

v1::Removal RemovalOf(const ids::ConversationKey& key) {
  v1::Removal removal;
  removal.set_member(key.member);
  removal.set_source(key.source);
  removal.set_pane(key.pane);
  return removal;
}

}  // namespace

MergedCrew::MergedCrew(CrewOptions options, const clock::Clock& clock)
    : options_(std::move(options)), clock_(clock), one_tap_(options_.ask_key) {}

void MergedCrew::Restore(const std::vector<MemberSnapshot>& members) {
  const clock::Steady now = clock_.Now();
  const absl::Time wall = clock_.Wall();
  // A clock that was set back says nothing: the age is at least nought.
  const auto then = [&](absl::Time seen_at) {
    return now - std::max(absl::ZeroDuration(), wall - seen_at);
  };
  for (const MemberSnapshot& kept : members) {
    MemberEntry& member = MemberOf(kept.member.id());
    member.member = kept.member;
    member.link.Restore(then(kept.seen_at.value_or(wall)));
    TouchMember(member, /*with_sources=*/false);
    for (const SourceSnapshot& source : kept.sources) {
      v1::SourceUpdate update;
      *update.mutable_source() = source.source;
      update.set_whole(true);
      for (const v1::Pane& pane : source.panes) *update.add_panes() = pane;
      SourceEntry* entry = PutSource(member, update);
      if (entry == nullptr) continue;
      entry->read->Set(then(source.read_at.value_or(wall)), /*at_least=*/true);
      PutPanes(member, *entry, update);
    }
  }
  unkept_ = {};  // it came from there
}

void MergedCrew::PutMember(const ids::MemberId& id, const std::string& label, bool ephemeral) {
  MemberEntry& member = MemberOf(id.value());
  if (member.member.label() == label && member.member.ephemeral() == ephemeral) return;
  member.member.set_label(label);
  member.member.set_ephemeral(ephemeral);
  TouchMember(member, /*with_sources=*/false);
}

void MergedCrew::RemoveMember(const std::string& id) {
  const auto found = members_.find(id);
  if (found == members_.end()) return;
  while (!found->second.sources.empty()) {
    DropSource(found->second, found->second.sources.begin()->first);
  }
  members_.erase(found);
  changes_.Remove(Key(id));
  unkept_.Remove(RemovalOf(Key(id)));
}

void MergedCrew::LinkUp(const StreamId& stream, const std::string& version) {
  const auto found = members_.find(stream.member);
  if (found == members_.end()) return;
  MemberEntry& entry = found->second;
  const bool opens = entry.is_opening && stream.number == entry.stream;
  if (stream.number <= entry.stream && !opens) return;
  entry.stream = stream.number;
  entry.is_opening = false;
  const bool says_why = !entry.member.detail().empty() || entry.has_more_sources;
  entry.has_more_sources = false;
  entry.member.clear_detail();
  const bool changed = entry.link.LinkUp(clock_.Now());
  entry.NoteSeen();
  if (!changed && !says_why && entry.member.version() == version) return;
  entry.member.set_version(version);
  TouchMember(entry, changed);
}

void MergedCrew::BeginStream(const StreamId& stream) {
  const auto found = members_.find(stream.member);
  if (found == members_.end() || stream.number <= found->second.stream) return;
  found->second.stream = stream.number;
  found->second.is_opening = true;
}

void MergedCrew::LinkLost(const StreamId& stream) {
  // One that was not up replaced the one before all the same.
  MemberEntry* member = TakeNewest(stream);
  if (member != nullptr && member->link.LinkLost(clock_.Now())) TouchUnlinked(*member);
}

bool MergedCrew::RefuseLink(const StreamId& stream, bool is_locked, const std::string& why) {
  MemberEntry* member = TakeNewest(stream);
  if (member == nullptr) return false;
  const bool changed = is_locked && member->link.Lock();
  if (!changed && member->member.detail() == why) return false;
  member->member.set_detail(why);
  if (changed) {
    TouchUnlinked(*member);
  } else {
    TouchMember(*member, /*with_sources=*/false);
  }
  return true;
}

void MergedCrew::ApplyHeartbeat(const StreamId& stream, const v1::Heartbeat& heartbeat) {
  MemberEntry* member = NewestOf(stream);
  if (member == nullptr) return;
  member->link.MarkHeard(clock_.Now());
  member->NoteSeen();
  for (const v1::SourceAge& age : heartbeat.ages()) {
    const auto source = member->sources.find(age.source());
    if (source == member->sources.end() || age.read_age_ms() < 0) continue;
    source->second.read->Set(clock_.Now() - absl::Milliseconds(age.read_age_ms()),
                             /*at_least=*/false);
  }
}

void MergedCrew::RemoveSource(const StreamId& stream, const std::string& source) {
  if (MemberEntry* member = NewestOf(stream)) DropSource(*member, source);
}

void MergedCrew::KeepOnlySources(const StreamId& stream,
                                 const absl::flat_hash_set<std::string>& named) {
  MemberEntry* member = NewestOf(stream);
  if (member == nullptr) return;
  std::vector<std::string> gone;
  for (const auto& [name, source] : member->sources) {
    if (!named.contains(name)) gone.push_back(name);
  }
  for (const std::string& name : gone) DropSource(*member, name);
}

void MergedCrew::SetBusy(const ids::ConversationKey& key, bool busy) {
  const bool changed = busy ? busy_.insert(key).second : busy_.erase(key) > 0;
  const auto [member, source] = FindSource(key);
  if (!changed || source == nullptr) return;
  const auto pane = source->panes.find(key.pane);
  if (pane == source->panes.end()) return;
  const CrewRow& shown = *pane->second.row;
  v1::PaneEntry row = shown.pane();
  row.mutable_pane()->set_busy(busy);
  pane->second.row = CrewRow::OfPane(std::move(row), shown.received_at(), shown.order());
  changes_.Put(key, pane->second.row);
}

void MergedCrew::RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count) {
  const auto [member, source] = FindSource(key);
  if (source == nullptr) return;
  const std::string& epoch = source->source.epoch();
  one_tap_.SetCount(OneTapAsks::AskKey(key, epoch, ask), count);
  const auto pane = source->panes.find(key.pane);
  if (pane == source->panes.end()) return;
  const CrewRow& shown = *pane->second.row;
  v1::PaneEntry row = shown.pane();
  UnlistAsks(key, row.pane(), /*are_spent=*/true);
  ListAsks(key, epoch, *row.mutable_pane());
  pane->second.row = CrewRow::OfPane(std::move(row), shown.received_at(), shown.order());
  changes_.Put(key, pane->second.row);
}

void MergedCrew::Tick() {
  const clock::Steady now = clock_.Now();
  for (auto& [id, member] : members_) {
    if (member.link.Tick(now)) TouchMember(member, /*with_sources=*/false);
  }
  if (recorded_alive_ && now - alive_at_ < kAliveEvery) return;
  recorded_alive_ = true;
  alive_at_ = now;
  unkept_.PutAlive(clock_.Wall());
}

MemberEntry& MergedCrew::MemberOf(const std::string& id) {
  const auto [entry, is_new] = members_.try_emplace(id, clock_.Now());
  if (is_new) {
    entry->second.member.set_id(id);
    changes_.Put(Key(id), CrewRow::OfMember(ShownMember(entry->second), entry->second.last_seen));
  }
  return entry->second;
}

MemberEntry* MergedCrew::NewestOf(const StreamId& stream) {
  const auto found = members_.find(stream.member);
  if (found == members_.end() || found->second.stream != stream.number) return nullptr;
  return &found->second;
}

MemberEntry* MergedCrew::TakeNewest(const StreamId& stream) {
  const auto found = members_.find(stream.member);
  if (found == members_.end() || stream.number < found->second.stream) return nullptr;
  found->second.stream = stream.number;
  found->second.is_opening = false;
  return &found->second;
}

std::pair<MemberEntry*, SourceEntry*> MergedCrew::FindSource(const ids::ConversationKey& key) {
  const auto member = members_.find(key.member);
  if (member == members_.end()) return {nullptr, nullptr};
  const auto source = member->second.sources.find(key.source);
  if (source == member->second.sources.end()) return {&member->second, nullptr};
  return {&member->second, &source->second};
}

void MergedCrew::TouchMember(MemberEntry& member, bool with_sources) {
  member.NoteSeen();
  changes_.Put(Key(member.member.id()), CrewRow::OfMember(ShownMember(member), member.last_seen));
  // While it is linked it was seen as long as this relay ran.
  std::optional<absl::Time> seen_at;
  if (member.link.state() != v1::MEMBER_STATE_CONNECTED) {
    seen_at = clock_.Wall() - (clock_.Now() - member.link.heard_at());
  }
  unkept_.Put(member.member, seen_at);
  if (!with_sources) return;
  for (const auto& [name, source] : member.sources) TouchSource(member, source);
}

void MergedCrew::TouchSource(const MemberEntry& member, const SourceEntry& source) {
  v1::SourceEntry row;
  row.set_member(member.member.id());
  *row.mutable_source() = ShownSource(member, source);
  const ids::ConversationKey key = Key(row.member(), source.source.name());
  changes_.Put(key, CrewRow::OfSource(std::move(row), source.read));
}

void MergedCrew::TouchUnlinked(MemberEntry& member) {
  TouchMember(member, /*with_sources=*/true);
  for (const auto& [name, source] : member.sources) KeepSource(member, source);
}

void MergedCrew::KeepSource(const MemberEntry& member, const SourceEntry& source) {
  // A live one of a linked member was read as long as this relay ran.
  std::optional<absl::Time> read_at;
  if (member.link.state() != v1::MEMBER_STATE_CONNECTED ||
      source.source.state() != v1::SOURCE_STATE_LIVE) {
    read_at = clock_.Wall() - (clock_.Now() - source.read->Get().since);
  }
  unkept_.PutSource(member.member.id(), source.source, read_at);
}

}  // namespace collie::relay

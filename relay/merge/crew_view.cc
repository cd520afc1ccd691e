#include "relay/merge/crew_view.h"

#include <utility>

#include "absl/strings/str_cat.h"

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

std::vector<std::string> OneUseIds(const v1::Pane& pane) {
  std::vector<std::string> ids;
  for (const v1::Ask& ask : pane.asks()) ids.push_back(ask.one_use_id());
  return ids;
}

// Another address is another agent under the name of the one before.
bool IsAnotherAgent(const SourceEntry& known, const v1::SourceUpdate& update) {
  return !known.address_id.empty() && !update.address_id().empty() &&
         known.address_id != update.address_id();
}

}  // namespace

bool ViewFilter::Wants(const ids::ConversationKey& key) const {
  return (member.empty() || member == key.member) &&
         (source.empty() || key.source.empty() || source == key.source) &&
         (pane.empty() || key.pane.empty() || pane == key.pane);
}

CrewView::CrewView(Options options, const clock::Clock& clock, Keep keep)
    : options_(std::move(options)),
      clock_(clock),
      keep_(std::move(keep)),
      doors_(options_.ask_key) {}

void CrewView::Step(const std::function<void()>& step) {
  uint64_t before = 0;
  uint64_t after = 0;
  {
    absl::MutexLock lock(&mu_);
    before = changes_.revision();
    changes_.BeginStep();
    step();
    after = changes_.revision();
    if (!unkept_.empty()) keep_(std::exchange(unkept_, {}));
  }
  if (after != before && on_change_) on_change_();
}

void CrewView::OnChange(std::function<void()> callback) { on_change_ = std::move(callback); }

void CrewView::Restore(const std::vector<MemberSnapshot>& members) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    for (const MemberSnapshot& kept : members) {
      MemberEntry& member = MemberLocked(kept.member.id());
      member.member = kept.member;
      for (const SourceSnapshot& source : kept.sources) {
        v1::SourceUpdate update;
        *update.mutable_source() = source.source;
        update.set_whole(true);
        for (const v1::Pane& pane : source.panes) *update.add_panes() = pane;
        ApplyLocked(member, update);
      }
    }
    unkept_ = {};  // it came from there
  });
}

void CrewView::SetAskCount(const std::string& ask_key, int64_t count) {
  absl::MutexLock lock(&mu_);
  doors_.SetCount(ask_key, count);
}

void CrewView::PutMember(const std::string& id, const std::string& label, bool ephemeral) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    MemberEntry& member = MemberLocked(id);
    if (member.member.label() == label && member.member.ephemeral() == ephemeral) return;
    member.member.set_label(label);
    member.member.set_ephemeral(ephemeral);
    TouchMemberLocked(member, /*with_sources=*/false);
  });
}

void CrewView::RemoveMember(const std::string& id) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(id);
    if (found == members_.end()) return;
    while (!found->second.sources.empty()) {
      RemoveSourceLocked(found->second, found->second.sources.begin()->first);
    }
    members_.erase(found);
    changes_.Remove(Key(id));
    unkept_.Remove(RemovalOf(Key(id)));
  });
}

void CrewView::LinkUp(const std::string& member, const std::string& version) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    MemberEntry& entry = MemberLocked(member);
    const bool changed = entry.link.LinkUp(clock_.Now());
    const bool says_why = !entry.member.detail().empty();
    if (!changed && !says_why && entry.member.version() == version) return;
    entry.member.clear_detail();
    entry.member.set_version(version);
    TouchMemberLocked(entry, changed);
  });
}

void CrewView::LinkLost(const std::string& member) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(member);
    if (found == members_.end() || !found->second.link.LinkLost(clock_.Now())) return;
    TouchMemberLocked(found->second, /*with_sources=*/true);
  });
}

bool CrewView::RefuseLink(const std::string& member, bool is_locked, const std::string& why) {
  bool is_news = false;
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(member);
    if (found == members_.end()) return;
    MemberEntry& entry = found->second;
    const bool changed = is_locked && entry.link.Lock();
    is_news = changed || entry.member.detail() != why;
    if (!is_news) return;
    entry.member.set_detail(why);
    TouchMemberLocked(entry, changed);
  });
  return is_news;
}

void CrewView::Heard(const std::string& member, const v1::Heartbeat& heartbeat) {
  absl::MutexLock lock(&mu_);
  const auto found = members_.find(member);
  if (found == members_.end()) return;
  found->second.link.Heard(clock_.Now());
  for (const v1::SourceAge& age : heartbeat.ages()) {
    const auto source = found->second.sources.find(age.source());
    if (source == found->second.sources.end() || age.read_age_ms() < 0) continue;
    source->second.read_at = clock_.Now() - absl::Milliseconds(age.read_age_ms());
  }
}

absl::Status CrewView::Apply(const std::string& member, const v1::SourceUpdate& update) {
  absl::Status status;
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(member);
    if (found == members_.end()) return;
    ApplyLocked(found->second, update);
    if (found->second.bytes <= options_.member_bytes &&
        found->second.sources.size() <= kMemberSources)
      return;
    RemoveSourceLocked(found->second, update.source().name());
    status = absl::ResourceExhaustedError(absl::StrCat("Member '", member,
                                                       "' shows more than a member may; source '",
                                                       update.source().name(), "' was dropped."));
  });
  return status;
}

void CrewView::RemoveSource(const std::string& member, const std::string& source) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(member);
    if (found != members_.end()) RemoveSourceLocked(found->second, source);
  });
}

void CrewView::KeepOnlySources(const std::string& member,
                               const absl::flat_hash_set<std::string>& named) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto found = members_.find(member);
    if (found == members_.end()) return;
    std::vector<std::string> gone;
    for (const auto& [name, source] : found->second.sources) {
      if (!named.contains(name)) gone.push_back(name);
    }
    for (const std::string& name : gone) RemoveSourceLocked(found->second, name);
  });
}

CrewView::Target CrewView::Look(const ids::ConversationKey& key) const {
  absl::MutexLock lock(&mu_);
  Target target;
  const auto member = members_.find(key.member);
  if (member == members_.end()) return target;
  target.member = MemberNow(member->second);
  const auto source = member->second.sources.find(key.source);
  if (source == member->second.sources.end()) return target;
  target.source = SourceNow(member->second, source->second);
  target.address_id = source->second.address_id;
  const auto pane = source->second.panes.find(key.pane);
  if (pane != source->second.panes.end()) target.pane = PaneNow(key, pane->second);
  return target;
}

std::optional<CrewView::AskPlace> CrewView::FindOneUse(const std::string& one_use_id) const {
  ids::ConversationKey key;
  {
    absl::MutexLock lock(&mu_);
    const auto found = one_use_.find(one_use_id);
    if (found == one_use_.end()) return std::nullopt;
    key = found->second;
  }
  const Target target = Look(key);
  if (!target.pane) return std::nullopt;
  for (const v1::Ask& ask : target.pane->asks()) {
    if (ask.one_use_id() == one_use_id) return AskPlace{key, ask};
  }
  return std::nullopt;
}

std::optional<EndedOneUse::Place> CrewView::FindEndedOneUse(const std::string& one_use_id) const {
  absl::MutexLock lock(&mu_);
  return ended_.Find(one_use_id);
}

void CrewView::SetBusy(const ids::ConversationKey& key, bool busy) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const bool changed = busy ? busy_.insert(key).second : busy_.erase(key) > 0;
    const auto member = members_.find(key.member);
    if (!changed || member == members_.end()) return;
    const auto source = member->second.sources.find(key.source);
    if (source == member->second.sources.end()) return;
    if (source->second.panes.contains(key.pane)) changes_.Touch(key);
  });
}

void CrewView::RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count) {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const auto member = members_.find(key.member);
    if (member == members_.end()) return;
    const auto source = member->second.sources.find(key.source);
    if (source == member->second.sources.end()) return;
    const std::string epoch = source->second.source.epoch();
    doors_.SetCount(AskDoors::AskKey(key, epoch, ask), count);
    const auto pane = source->second.panes.find(key.pane);
    if (pane == source->second.panes.end()) return;
    UnlistAsksLocked(key, pane->second, /*are_spent=*/true);
    member->second.bytes -= pane->second.pane.ByteSizeLong();
    ListAsksLocked(key, epoch, pane->second);
    member->second.bytes += pane->second.pane.ByteSizeLong();
    changes_.Touch(key);
  });
}

void CrewView::Tick() {
  Step([&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    for (auto& [id, member] : members_) {
      if (member.link.Tick(clock_.Now())) TouchMemberLocked(member, /*with_sources=*/false);
    }
  });
}

MemberEntry& CrewView::MemberLocked(const std::string& id) {
  const auto [entry, is_new] = members_.try_emplace(id, clock_.Now());
  if (is_new) {
    entry->second.member.set_id(id);
    changes_.Touch(Key(id));
    entry->second.made_at = changes_.revision();
  }
  return entry->second;
}

void CrewView::TouchMemberLocked(const MemberEntry& member, bool with_sources) {
  const std::string& id = member.member.id();
  changes_.Touch(Key(id));
  unkept_.Put(member.member);
  if (!with_sources) return;
  for (const auto& [name, source] : member.sources) changes_.Touch(Key(id, name));
}

void CrewView::ApplyLocked(MemberEntry& member, const v1::SourceUpdate& update) {
  const std::string& id = member.member.id();
  const std::string& name = update.source().name();
  const auto known = member.sources.find(name);
  if (known != member.sources.end() && IsAnotherAgent(known->second, update)) {
    RemoveSourceLocked(member, name);
  }
  const auto [found, is_new] = member.sources.try_emplace(name);
  SourceEntry& source = found->second;
  source.address_id = update.address_id();
  source.read_at = clock_.Now() - absl::Milliseconds(update.source().read_age_ms());
  if (is_new || !SaysTheSame(source.source, update.source())) {
    source.source = update.source();
    changes_.Touch(Key(id, name));
    if (is_new) source.made_at = changes_.revision();
    unkept_.PutSource(id, source.source);
  }
  absl::flat_hash_set<std::string> named;
  for (const v1::Pane& pane : update.panes()) {
    if (update.whole()) named.insert(pane.id());
    PutPaneLocked(member, source, pane);
  }
  std::vector<std::string> gone(update.removed_panes().begin(), update.removed_panes().end());
  if (update.whole()) {
    for (const auto& [pane_id, entry] : source.panes) {
      if (!named.contains(pane_id)) gone.push_back(pane_id);
    }
  }
  for (const std::string& pane_id : gone) RemovePaneLocked(member, source, pane_id);
}

void CrewView::PutPaneLocked(MemberEntry& member, SourceEntry& source, const v1::Pane& pane) {
  const ids::ConversationKey key = Key(member.member.id(), source.source.name(), pane.id());
  const auto [found, is_new] = source.panes.try_emplace(pane.id());
  PaneEntry& entry = found->second;
  if (is_new) entry.order = source.next_order++;
  bool changed = is_new || !SaysTheSame(entry.pane, pane);
  const std::vector<std::string> doors = OneUseIds(entry.pane);
  UnlistAsksLocked(key, entry, /*are_spent=*/false);
  member.bytes -= entry.pane.ByteSizeLong();
  entry.pane = pane;
  entry.received_at = clock_.Now();
  ListAsksLocked(key, source.source.epoch(), entry);
  member.bytes += entry.pane.ByteSizeLong();
  // The same questions in another epoch have other one-use ids: readers have to hear of them.
  changed = changed || doors != OneUseIds(entry.pane);
  if (!changed) return;
  changes_.Touch(key);
  unkept_.PutPane(key.member, key.source, entry.order, entry.pane);
}

void CrewView::RemovePaneLocked(MemberEntry& member, SourceEntry& source, const std::string& pane) {
  const auto found = source.panes.find(pane);
  if (found == source.panes.end()) return;
  const ids::ConversationKey key = Key(member.member.id(), source.source.name(), pane);
  UnlistAsksLocked(key, found->second, /*are_spent=*/false);
  member.bytes -= found->second.pane.ByteSizeLong();
  source.panes.erase(found);
  changes_.Remove(key);
  unkept_.Remove(RemovalOf(key));
}

void CrewView::RemoveSourceLocked(MemberEntry& member, const std::string& source) {
  const auto found = member.sources.find(source);
  if (found == member.sources.end()) return;
  while (!found->second.panes.empty()) {
    const std::string pane = found->second.panes.begin()->first;
    RemovePaneLocked(member, found->second, pane);
  }
  const ids::ConversationKey key = Key(member.member.id(), source);
  member.sources.erase(found);
  changes_.Remove(key);
  unkept_.Remove(RemovalOf(key));
}

void CrewView::UnlistAsksLocked(const ids::ConversationKey& key, const PaneEntry& pane,
                                bool are_spent) {
  for (const v1::Ask& ask : pane.pane.asks()) {
    one_use_.erase(ask.one_use_id());
    ended_.End(ask.one_use_id(), key, ask, are_spent);
  }
}

void CrewView::ListAsksLocked(const ids::ConversationKey& key, const std::string& epoch,
                              PaneEntry& pane) {
  for (v1::Ask& ask : *pane.pane.mutable_asks()) {
    doors_.Label(key, epoch, &ask);
    one_use_[ask.one_use_id()] = key;
    ended_.Begin(ask.one_use_id());
  }
}

}  // namespace collie::relay

// What readers of the crew get: the whole, or what changed. The other half of CrewView.

#include <algorithm>
#include <utility>

#include "crew/source/reason.h"
#include "relay/merge/crew_view.h"

namespace collie::relay {
namespace {

int64_t TimeLeftMs(int64_t at_receipt_ms, absl::Duration since) {
  return std::max<int64_t>(0, at_receipt_ms - absl::ToInt64Milliseconds(since));
}

template <typename Rows, typename Matches>
bool Holds(const Rows& rows, Matches matches) {
  return std::any_of(rows.begin(), rows.end(), matches);
}

}  // namespace

uint64_t CrewView::revision() const {
  absl::MutexLock lock(&mu_);
  return changes_.revision();
}

CrewSnapshot CrewView::Snapshot(const ViewFilter& filter) const {
  absl::MutexLock lock(&mu_);
  CrewSnapshot snapshot;
  snapshot.incarnation = options_.incarnation;
  snapshot.revision = changes_.revision();
  snapshot.crew_id = options_.crew_id;
  snapshot.crew_name = options_.crew_name;
  for (const auto& [id, member] : members_) {
    if (!filter.Wants({id, "", ""})) continue;
    MemberSnapshot& shown = snapshot.members.emplace_back();
    shown.member = MemberNow(member);
    for (const auto& [name, source] : member.sources) {
      if (!filter.Wants({id, name, ""})) continue;
      SourceSnapshot& shown_source = shown.sources.emplace_back();
      shown_source.source = SourceNow(member, source);
      for (const PaneEntry* pane : InOrder(source)) {
        const ids::ConversationKey key{id, name, pane->pane.id()};
        if (filter.Wants(key)) shown_source.panes.push_back(PaneNow(key, *pane));
      }
    }
  }
  return snapshot;
}

std::optional<v1::CrewDelta> CrewView::ChangesSince(uint64_t revision, const ViewFilter& filter,
                                                    size_t most, uint64_t* reached) const {
  absl::MutexLock lock(&mu_);
  if (!changes_.CanResume(revision)) return std::nullopt;
  v1::CrewDelta delta;
  *reached = revision;
  for (const ChangeLog::Change& change : changes_.Since(revision, most)) {
    *reached = change.revision;
    if (filter.Wants(change.key)) AddToDeltaLocked(change, revision, &delta);
  }
  delta.set_revision(std::to_string(*reached));
  return delta;
}

void CrewView::AddToDeltaLocked(const ChangeLog::Change& change, uint64_t since,
                                v1::CrewDelta* delta) const {
  const ids::ConversationKey& key = change.key;
  if (change.removed) {
    v1::Removal* removal = delta->add_removed();
    removal->set_member(key.member);
    removal->set_source(key.source);
    removal->set_pane(key.pane);
    return;
  }
  // A key's own change may be older than the newest change of what holds it: a reader that has not
  // heard of the holder yet gets it first.
  const MemberEntry& member = members_.at(key.member);
  const bool member_given =
      Holds(delta->members(), [&](const v1::Member& given) { return given.id() == key.member; });
  if (!member_given && (key.source.empty() || member.made_at > since)) {
    *delta->add_members() = MemberNow(member);
  }
  if (key.source.empty()) return;
  const SourceEntry& source = member.sources.at(key.source);
  const bool source_given = Holds(delta->sources(), [&](const v1::SourceEntry& given) {
    return given.member() == key.member && given.source().name() == key.source;
  });
  if (!source_given && (key.pane.empty() || source.made_at > since)) {
    v1::SourceEntry* entry = delta->add_sources();
    entry->set_member(key.member);
    *entry->mutable_source() = SourceNow(member, source);
  }
  if (key.pane.empty()) return;
  v1::PaneEntry* entry = delta->add_panes();
  entry->set_member(key.member);
  entry->set_source(key.source);
  *entry->mutable_pane() = PaneNow(key, source.panes.at(key.pane));
}

v1::Member CrewView::MemberNow(const MemberEntry& entry) const {
  v1::Member member = entry.member;
  member.set_state(entry.link.state());
  member.set_last_seen_age_ms(absl::ToInt64Milliseconds(entry.link.last_seen_age(clock_.Now())));
  return member;
}

v1::Source CrewView::SourceNow(const MemberEntry& member, const SourceEntry& entry) const {
  v1::Source source = entry.source;
  source.set_read_age_ms(absl::ToInt64Milliseconds(clock_.Now() - entry.read_at));
  if (member.link.state() == v1::MEMBER_STATE_CONNECTED) return source;
  source.set_last_state(entry.source.state());
  source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  source.set_reason(Word(SourceReason::kMemberUnreachable));
  source.set_detail("The member that this agent runs on has no link to its lead.");
  return source;
}

v1::Pane CrewView::PaneNow(const ids::ConversationKey& key, const PaneEntry& entry) const {
  v1::Pane pane = entry.pane;
  const absl::Duration since = clock_.Now() - entry.received_at;
  for (v1::Ask& ask : *pane.mutable_asks()) {
    if (ask.expires()) ask.set_expires_in_ms(TimeLeftMs(ask.expires_in_ms(), since));
  }
  pane.set_busy(busy_.contains(key));
  return pane;
}

}  // namespace collie::relay

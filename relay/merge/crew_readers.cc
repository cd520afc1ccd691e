// What readers of the crew get: the whole, one place, or what changed. Another part of MergedCrew.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/source/reason.h"
#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

int64_t TimeLeftMs(int64_t at_receipt_ms, absl::Duration since) {
  return std::max<int64_t>(0, at_receipt_ms - absl::ToInt64Milliseconds(since));
}

void Unreachable(SourceReason reason, std::string detail, v1::Source* source) {
  source->set_last_state(source->state());
  source->set_state(v1::SOURCE_STATE_UNREACHABLE);
  source->set_reason(ApiWord(reason));
  source->set_detail(std::move(detail));
}

// A delta is one step for its reader: its parts belong together.
std::vector<v1::CrewDelta> Together(std::vector<v1::CrewDelta> parts, uint64_t revision) {
  if (parts.empty()) parts.emplace_back();
  for (v1::CrewDelta& part : parts) part.set_more(&part != &parts.back());
  parts.back().set_revision(std::to_string(revision));
  return parts;
}

}  // namespace

MergedCrew::Target MergedCrew::FindTarget(const ids::ConversationKey& key) const {
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

std::optional<MergedCrew::AskPlace> MergedCrew::FindOneUse(const std::string& one_use_id) const {
  const auto found = one_use_.find(one_use_id);
  if (found == one_use_.end()) return std::nullopt;
  const Target target = FindTarget(found->second);
  if (!target.pane) return std::nullopt;
  for (const v1::Ask& ask : target.pane->asks()) {
    if (ask.one_use_id() == one_use_id) return AskPlace{found->second, ask};
  }
  return std::nullopt;
}

CrewSnapshot MergedCrew::Snapshot(const ViewFilter& filter) const {
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

std::optional<std::vector<v1::CrewDelta>> MergedCrew::ChangesSince(uint64_t revision,
                                                                   const ViewFilter& filter,
                                                                   size_t most,
                                                                   uint64_t* reached) const {
  if (!changes_.CanResume(revision)) return std::nullopt;
  CrewParts<v1::CrewDelta> parts;
  Named named;
  uint64_t step = 0;
  *reached = revision;
  for (const ChangeLog::Change& change : changes_.Since(revision, most)) {
    const bool is_full = parts.bytes() >= CrewParts<v1::CrewDelta>::kMostBytes;
    if (is_full && change.step != step) break;
    step = change.step;
    *reached = change.revision;
    if (filter.Wants(change.key)) AddToDelta(change, revision, named, parts);
  }
  return Together(parts.TakeParts(), *reached);
}

void MergedCrew::AddToDelta(const ChangeLog::Change& change, uint64_t since, Named& named,
                            CrewParts<v1::CrewDelta>& parts) const {
  const ids::ConversationKey& key = change.key;
  if (change.removed) {
    v1::Removal removal;
    removal.set_member(key.member);
    removal.set_source(key.source);
    removal.set_pane(key.pane);
    return parts.Add(std::move(removal));
  }
  // A key's own change may be older than the newest change of what holds it: a reader that does
  // not have the holder yet gets it first.
  const MemberEntry& member = members_.at(key.member);
  if ((key.source.empty() || member.made_at > since) && named.members.insert(key.member).second) {
    parts.Add(MemberNow(member));
  }
  if (key.source.empty()) return;
  const SourceEntry& source = member.sources.at(key.source);
  if ((key.pane.empty() || source.made_at > since) &&
      named.sources.insert({key.member, key.source, ""}).second) {
    v1::SourceEntry row;
    row.set_member(key.member);
    *row.mutable_source() = SourceNow(member, source);
    parts.Add(std::move(row));
  }
  if (key.pane.empty()) return;
  v1::PaneEntry row;
  row.set_member(key.member);
  row.set_source(key.source);
  *row.mutable_pane() = PaneNow(key, source.panes.at(key.pane));
  parts.Add(std::move(row));
}

v1::Member MergedCrew::MemberNow(const MemberEntry& entry) const {
  v1::Member member = entry.member;
  member.set_state(entry.link.state());
  member.set_last_seen_age_ms(absl::ToInt64Milliseconds(entry.link.last_seen_age(clock_.Now())));
  member.set_age_at_least(entry.link.age_at_least());
  if (entry.has_more_sources && member.detail().empty()) {
    member.set_detail(absl::StrCat("This member has more agents than the ", kMemberSources,
                                   " that one may show: the others are left out."));
  }
  return member;
}

v1::Source MergedCrew::SourceNow(const MemberEntry& member, const SourceEntry& entry) const {
  v1::Source source = entry.source;
  source.set_read_age_ms(absl::ToInt64Milliseconds(clock_.Now() - entry.read_at));
  source.set_age_at_least(entry.age_at_least);
  if (member.link.state() != v1::MEMBER_STATE_CONNECTED) {
    Unreachable(SourceReason::kMemberUnreachable,
                "The member that this agent runs on has no link to its lead.", &source);
  } else if (entry.is_over) {
    Unreachable(SourceReason::kOverBudget,
                "Its conversations are not shown: they, or those of its member together, are more "
                "than the relay holds. Detach an agent there, then restart that edge.",
                &source);
  }
  return source;
}

v1::Pane MergedCrew::PaneNow(const ids::ConversationKey& key, const PaneEntry& entry) const {
  v1::Pane pane = entry.pane;
  const absl::Duration since = clock_.Now() - entry.received_at;
  for (v1::Ask& ask : *pane.mutable_asks()) {
    if (ask.expires()) ask.set_expires_in_ms(TimeLeftMs(ask.expires_in_ms(), since));
  }
  pane.set_busy(busy_.contains(key));
  return pane;
}

}  // namespace collie::relay

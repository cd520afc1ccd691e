// What readers of the crew get: the rows, the whole, or one place. Another part of MergedCrew.

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/source/reason.h"
#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

void Unreachable(SourceReason reason, std::string detail, v1::Source* source) {
  source->set_last_state(source->state());
  source->set_state(v1::SOURCE_STATE_UNREACHABLE);
  source->set_reason(ApiWord(reason));
  source->set_detail(std::move(detail));
}

}  // namespace

MergedCrew::Target MergedCrew::FindTarget(const ids::ConversationKey& key) const {
  Target target;
  const clock::Steady now = clock_.Now();
  const CrewRow::Ref member = changes_.Find({key.member, "", ""});
  if (!member) return target;
  target.member = std::get<v1::Member>(member->At(now));
  const CrewRow::Ref source =
      key.source.empty() ? nullptr : changes_.Find({key.member, key.source, ""});
  if (!source) return target;
  target.source = std::get<v1::SourceEntry>(source->At(now)).source();
  target.address_id = members_.at(key.member).sources.at(key.source).address_id;
  const CrewRow::Ref pane = key.pane.empty() ? nullptr : changes_.Find(key);
  if (pane) target.pane = std::get<v1::PaneEntry>(pane->At(now)).pane();
  return target;
}

MergedCrew::Rows MergedCrew::FindRows(const ids::ConversationKey& key) const {
  if (key.source.empty() || key.pane.empty()) return {};
  return {changes_.Find({key.member, key.source, ""}), changes_.Find(key)};
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
  CrewSnapshot names;
  names.incarnation = options_.incarnation;
  names.crew_id = options_.crew_id;
  names.crew_name = options_.crew_name;
  return SnapshotOf(Cut(), filter, clock_.Now(), std::move(names));
}

v1::Member MergedCrew::ShownMember(const MemberEntry& entry) const {
  v1::Member member = entry.member;
  member.set_state(entry.link.state());
  if (entry.has_more_sources && member.detail().empty()) {
    member.set_detail(absl::StrCat("This member has more agents than the ", kMemberSources,
                                   " that one may show: the others are left out."));
  }
  return member;
}

v1::Source MergedCrew::ShownSource(const MemberEntry& member, const SourceEntry& entry) const {
  v1::Source source = entry.source;
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

}  // namespace collie::relay

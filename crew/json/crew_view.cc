#include "crew/json/crew_view.h"

#include <utility>

namespace collie::json {

CrewView::CrewView(const CrewHead& head)
    : crew_{{"incarnation", head.incarnation},
            {"revision", head.revision},
            {"crew", {{"id", head.id}, {"name", head.name}}}} {}

void CrewView::Add(const v1::Member& member) {
  EndMember();
  member_ = MemberJson(member);
}

void CrewView::Add(const v1::Source& source) {
  EndSource();
  source_ = source;
}

void CrewView::Add(const v1::Pane& pane) {
  counts_.Add(pane);
  panes_.push_back(PaneJson(pane));
}

void CrewView::EndSource() {
  if (!source_) return;
  Json source = SourceJson(*source_, counts_);
  source["panes"] = std::exchange(panes_, Json::array());
  sources_.push_back(std::move(source));
  source_.reset();
  counts_ = Counts();
}

void CrewView::EndMember() {
  EndSource();
  if (member_.is_null()) return;
  member_["sources"] = std::exchange(sources_, Json::array());
  members_.push_back(std::exchange(member_, nullptr));
}

Json CrewView::Take() && {
  EndMember();
  crew_["members"] = std::move(members_);
  return std::move(crew_);
}

}  // namespace collie::json

#include "relay/api/http/crew_json.h"

#include <map>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "crew/json/crew_view.h"
#include "crew/json/device.h"
#include "crew/json/rows.h"

namespace collie::relay {
namespace {

json::Json EnrolledJson(const RosterMember& enrolled, const MemberSnapshot* shown) {
  json::Json member = shown == nullptr ? json::Json{{"id", enrolled.id}, {"label", enrolled.label}}
                                       : json::MemberJson(shown->member);
  member["enrolledAt"] = absl::ToUnixMillis(enrolled.enrolled_at);
  member["pin"] = enrolled.pin;
  member["sources"] = json::Json::array();
  if (shown == nullptr) return member;
  for (const SourceSnapshot& source : shown->sources) {
    member["sources"].push_back(json::SourceJson(source.source, std::nullopt));
  }
  return member;
}

}  // namespace

json::Json CrewJson(const CrewSnapshot& crew) {
  json::CrewView view(
      {crew.incarnation, std::to_string(crew.revision), crew.crew_id, crew.crew_name});
  for (const MemberSnapshot& member : crew.members) {
    view.Add(member.member);
    for (const SourceSnapshot& source : member.sources) {
      view.Add(source.source);
      for (const v1::Pane& pane : source.panes) view.Add(pane);
    }
  }
  return std::move(view).Take();
}

json::Json OverviewJson(const CrewOverview& overview) {
  std::map<std::string, const MemberSnapshot*> shown;
  for (const MemberSnapshot& member : overview.crew.members) shown[member.member.id()] = &member;
  json::Json members = json::Json::array();
  for (const RosterMember& member : overview.members) {
    const auto found = shown.find(member.id);
    members.push_back(EnrolledJson(member, found == shown.end() ? nullptr : found->second));
  }
  return {{"crew", {{"id", overview.crew.crew_id}, {"name", overview.crew.crew_name}}},
          {"members", std::move(members)},
          {"devices", json::ListJson(overview.devices, json::DeviceJson)}};
}

}  // namespace collie::relay

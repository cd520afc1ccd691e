#include "relay/http/crew_json.h"

#include <string>
#include <utility>

#include "crew/json/crew_view.h"

namespace collie::relay {

Json CrewJson(const CrewSnapshot& crew) {
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

}  // namespace collie::relay

#include "crew/cli/view/crew_json.h"

#include <string>
#include <utility>

#include "crew/json/crew_view.h"
#include "crew/json/rows.h"

namespace collie::cli {
namespace {

// Calls `each` for the rows of one source, or of one member where `key` has no source.
template <typename Rows, typename Each>
void ForEachUnder(const Rows& rows, const ids::ConversationKey& key, Each each) {
  for (auto row = rows.lower_bound(key); row != rows.end(); ++row) {
    if (row->first.member != key.member) return;
    if (!key.source.empty() && row->first.source != key.source) return;
    each(row->first, row->second);
  }
}

}  // namespace

json::Json CrewJson(const CrewState& state, clock::Steady now) {
  const Crew& crew = state.crew();
  json::CrewView view({state.resume().incarnation(), state.resume().revision(), state.crew_id(),
                       state.crew_name()});
  for (const auto& [id, member] : crew.members) {
    view.Add(At(member, now));
    ForEachUnder(crew.sources, {id, "", ""}, [&](const auto& key, const auto& source) {
      view.Add(At(source, now));
      ForEachUnder(crew.panes, key,
                   [&](const auto&, const auto& pane) { view.Add(At(pane, now)); });
    });
  }
  return std::move(view).Take();
}

json::Json DeltaJson(const v1::CrewDelta& delta, const CrewState& state) {
  const auto counts_of = [&](const std::string& member, const std::string& source) {
    json::Counts counts;
    ForEachUnder(state.crew().panes, {member, source, ""},
                 [&](const auto&, const auto& pane) { counts.Add(pane.value); });
    return std::optional(counts);
  };
  return json::DeltaJson(delta, counts_of);
}

}  // namespace collie::cli

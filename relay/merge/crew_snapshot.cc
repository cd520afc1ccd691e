#include "relay/merge/crew_snapshot.h"

#include <algorithm>
#include <utility>

namespace collie::relay {
namespace {

using PaneRows = std::vector<CrewRow::Ref>;

// The panes of the newest source, in the order of the agent's list.
void TakePanes(PaneRows& rows, clock::Steady now, CrewSnapshot& crew) {
  std::sort(rows.begin(), rows.end(),
            [](const CrewRow::Ref& a, const CrewRow::Ref& b) { return a->order() < b->order(); });
  for (const CrewRow::Ref& row : rows) {
    crew.members.back().sources.back().panes.push_back(
        std::move(*std::get<v1::PaneEntry>(row->At(now)).mutable_pane()));
  }
  rows.clear();
}

}  // namespace

CrewSnapshot SnapshotOf(const CrewCut& cut, const ViewFilter& filter, clock::Steady now,
                        CrewSnapshot names) {
  CrewSnapshot crew = std::move(names);
  crew.revision = cut.revision();
  PaneRows panes;
  cut.Visit(filter, /*after=*/nullptr, /*since=*/0, [&](const CrewEntry& entry) {
    if (entry.IsRemoved()) return true;
    if (entry.row->kind() == CrewRow::Kind::kPane) {
      panes.push_back(entry.row);
      return true;
    }
    TakePanes(panes, now, crew);
    CrewRow::Content content = entry.row->At(now);
    if (auto* member = std::get_if<v1::Member>(&content)) {
      crew.members.emplace_back().member = std::move(*member);
    } else {
      crew.members.back().sources.emplace_back().source =
          std::move(*std::get<v1::SourceEntry>(content).mutable_source());
    }
    return true;
  });
  TakePanes(panes, now, crew);
  return crew;
}

}  // namespace collie::relay

#ifndef COLLIE_TESTS_RELAY_MERGE_DELTA_OF_H_
#define COLLIE_TESTS_RELAY_MERGE_DELTA_OF_H_

#include <variant>

#include "collie/v1/dashboard.pb.h"
#include "relay/merge/crew_cut.h"

namespace collie::tests {

// What changed in the cut since a revision, as one delta with ages at `now`.
inline v1::CrewDelta DeltaOf(const relay::CrewCut& cut, const relay::ViewFilter& filter,
                             uint64_t since, clock::Steady now) {
  v1::CrewDelta delta;
  cut.Visit(filter, nullptr, since, [&](const relay::CrewEntry& entry) {
    const relay::CrewRow::Content row = entry.row->At(now);
    if (const auto* member = std::get_if<v1::Member>(&row)) *delta.add_members() = *member;
    if (const auto* source = std::get_if<v1::SourceEntry>(&row)) *delta.add_sources() = *source;
    if (const auto* pane = std::get_if<v1::PaneEntry>(&row)) *delta.add_panes() = *pane;
    if (const auto* removal = std::get_if<v1::Removal>(&row)) *delta.add_removed() = *removal;
    return true;
  });
  return delta;
}

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_MERGE_DELTA_OF_H_

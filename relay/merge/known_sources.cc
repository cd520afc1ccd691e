// What a member's edge is told of its own rows, so that it sends the others. Another part of
// MergedCrew.

#include <utility>

#include "crew/link/pane_digest.h"
#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

// Of rows that are summed up for one welcome: it takes some milliseconds of the view's lock.
constexpr size_t kSummedBytes = 4 << 20;
// Of the welcome.
constexpr size_t kKnownBytes = 512 << 10;

bool Expires(const v1::Pane& pane) {
  for (const v1::Ask& ask : pane.asks()) {
    if (ask.expires()) return true;
  }
  return false;
}

}  // namespace

// A source without panes may be one whose panes were left out: only a whole update brings those
// back.
std::vector<v1::KnownSource> MergedCrew::KnownSources(const std::string& member) const {
  std::vector<v1::KnownSource> known;
  const auto found = members_.find(member);
  if (found == members_.end()) return known;
  size_t summed = 0;
  size_t bytes = 0;
  for (const auto& [name, source] : found->second.sources) {
    if (source.panes.empty() || source.is_over) continue;
    v1::KnownSource row;
    row.set_name(name);
    row.set_epoch(source.source.epoch());
    row.set_address_id(source.address_id);
    for (const auto& [id, pane] : source.panes) {
      summed += pane.bytes;
      v1::KnownPane& listed = *row.add_panes();
      listed.set_id(id);
      if (!Expires(pane.pane())) listed.set_digest(link::PaneDigest(pane.pane()));
      if (summed > kSummedBytes) return known;
    }
    bytes += row.ByteSizeLong();
    if (bytes > kKnownBytes) return known;
    known.push_back(std::move(row));
  }
  return known;
}

}  // namespace collie::relay

#include "edge/view/source_batch.h"

namespace collie::edge {

bool SourceBatch::NextPart(clock::Steady now, size_t max_bytes, v1::SourceUpdate* part) {
  *part->mutable_source() = source.ToProto(now);
  part->set_address_id(source.address_id);
  part->set_whole(whole);
  for (std::string& pane : removed_panes) part->add_removed_panes(std::move(pane));
  removed_panes.clear();
  size_t bytes = part->ByteSizeLong();
  while (next_pane_ < panes.size()) {
    v1::Pane pane = panes[next_pane_]->ToProto(now);
    bytes += pane.ByteSizeLong();
    if (bytes > max_bytes && part->panes_size() > 0) return true;
    *part->add_panes() = std::move(pane);
    ++next_pane_;
  }
  part->set_commit(true);
  return false;
}

}  // namespace collie::edge

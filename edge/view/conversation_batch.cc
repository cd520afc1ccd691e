#include "edge/view/conversation_batch.h"

#include <utility>

namespace collie::edge {
namespace {

// Moves entries into the part until it is full; false once nothing is left.
template <typename Entry, typename Add>
bool MoveUntilFull(std::vector<Entry>& entries, size_t* next, size_t max_bytes, size_t* bytes,
                   Add add) {
  for (; *next < entries.size(); ++*next) {
    const size_t size = entries[*next].ByteSizeLong();
    if (*bytes > 0 && *bytes + size > max_bytes) return true;
    *bytes += size;
    add(std::move(entries[*next]));
  }
  return false;
}

}  // namespace

bool ConversationBatch::NextPart(size_t max_bytes, v1::ConversationUpdate* part) {
  part->set_source(source);
  part->set_pane(pane);
  part->set_epoch(epoch);
  if (!begun_) {
    begun_ = true;
    part->set_reset(news.reset);
    for (std::string& id : news.removed_items) part->add_removed_items(std::move(id));
    for (std::string& id : dropped_requests) part->add_dropped_requests(std::move(id));
  }
  part->set_truncated(news.truncated);
  size_t bytes = 0;
  const bool more =
      MoveUntilFull(news.items, &next_item_, max_bytes, &bytes,
                    [part](v1::Item&& item) { *part->add_items() = std::move(item); }) ||
      MoveUntilFull(
          news.closed_asks, &next_closed_, max_bytes, &bytes,
          [part](v1::ClosedAsk&& closed) { *part->add_closed_asks() = std::move(closed); });
  part->set_more(more);
  return more;
}

}  // namespace collie::edge

#ifndef COLLIE_EDGE_VIEW_SOURCE_BATCH_H_
#define COLLIE_EDGE_VIEW_SOURCE_BATCH_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "collie/v1/edge_link.pb.h"
#include "edge/view/shown.h"

namespace collie::edge {

// One update of a source on its way out, in parts. It holds the state of the moment when it began.
// Not thread-safe; pure.
struct SourceBatch {
  ShownSource source;
  bool whole = false;
  std::vector<std::shared_ptr<const ShownPane>> panes;
  std::vector<std::string> removed_panes;

  // The next part, of about `max_bytes` and at least one pane. False: it was the last one, and
  // commits the update.
  bool NextPart(clock::Steady now, size_t max_bytes, v1::SourceUpdate* part);

 private:
  size_t next_pane_ = 0;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_VIEW_SOURCE_BATCH_H_

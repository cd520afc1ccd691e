#ifndef COLLIE_EDGE_OPS_EDGE_METRICS_H_
#define COLLIE_EDGE_OPS_EDGE_METRICS_H_

#include <vector>

#include "collie/v1/crew.pb.h"
#include "crew/ops/metrics_page.h"

namespace collie::edge {

// Adds what the edge shows: whether it is linked, and its sources by state, by how long ago each
// was read and by what was left out. Sources are named; agents' texts are not shown. Pure.
void AddEdgeMetrics(bool is_linked, const std::vector<v1::Source>& sources, ops::MetricsPage& page);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_OPS_EDGE_METRICS_H_

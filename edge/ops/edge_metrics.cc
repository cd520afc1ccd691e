#include "edge/ops/edge_metrics.h"

#include <map>
#include <string>
#include <utility>

#include "crew/receipt/words.h"

namespace collie::edge {

void AddEdgeMetrics(bool is_linked, const std::vector<v1::Source>& sources,
                    ops::MetricsPage& page) {
  page.Gauge("collie_link_up", "Whether the edge is linked to its lead.", is_linked ? 1 : 0);
  std::map<std::pair<std::string, std::string>, double> states;
  for (const v1::Source& source : sources) {
    ++states[{receipt::ApiWord(source.state()), source.reason()}];
  }
  for (const auto& [state, count] : states) {
    page.Gauge("collie_sources", "Sources by state and why.", count,
               {{"state", state.first}, {"reason", state.second}});
  }
  for (const v1::Source& source : sources) {
    if (!source.was_read()) continue;
    page.Gauge("collie_source_read_age_seconds", "Since the last good read of a source.",
               static_cast<double>(source.read_age_ms()) / 1000, {{"source", source.name()}});
  }
  for (const v1::Source& source : sources) {
    page.Gauge("collie_source_left_out", "What of a source could not be taken in.",
               static_cast<double>(source.left_out()), {{"source", source.name()}});
  }
}

}  // namespace collie::edge

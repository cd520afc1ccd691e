#ifndef COLLIE_RELAY_OPS_RELAY_METRICS_H_
#define COLLIE_RELAY_OPS_RELAY_METRICS_H_

#include <cstddef>
#include <functional>
#include <string>

#include "crew/clock/clock.h"
#include "crew/http_server/server.h"
#include "crew/ops/metrics_page.h"
#include "relay/merge/crew_view.h"
#include "relay/ops/act_metrics.h"

namespace collie::relay {

// What the relay counts elsewhere.
struct RelayCounts {
  http_server::ServerStats http;
  size_t event_streams = 0;
  bool can_write = true;
};

// Adds the crew's state: members by link, sources by state and reason, conversations and questions.
void AddCrewMetrics(const CrewView& view, clock::Steady now, ops::MetricsPage& page);

// Adds what the listeners and the store count.
void AddCounts(const RelayCounts& counts, ops::MetricsPage& page);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_OPS_RELAY_METRICS_H_

#ifndef COLLIE_CREW_OPS_PROCESS_METRICS_H_
#define COLLIE_CREW_OPS_PROCESS_METRICS_H_

#include <string_view>

#include "crew/ops/metrics_page.h"

namespace collie::ops {

// Adds what every program shows of itself: its build, descriptors, memory, processor time, threads.
// Reads /proc.
void AddProcessMetrics(std::string_view program, MetricsPage& page);

}  // namespace collie::ops

#endif  // COLLIE_CREW_OPS_PROCESS_METRICS_H_

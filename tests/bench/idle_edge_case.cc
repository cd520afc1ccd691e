#include <algorithm>

#include "crew/status/status_macros.h"
#include "tests/bench/agent_host.h"
#include "tests/bench/cases.h"
#include "tests/bench/real_edge.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr int kAgents = 100;
constexpr int kPanes = 10;
constexpr absl::Duration kSettle = absl::Seconds(3);  // after the first reads

}  // namespace

absl::StatusOr<Result> MeasureIdleEdge(const Options& options) {
  COLLIE_ASSIGN_OR_RETURN(const auto crew, TestCrew::Start(options.programs));
  const AgentHost agents(crew->folder() / "a", kAgents, kPanes);
  COLLIE_ASSIGN_OR_RETURN(const auto edge, RealEdge::Start(*crew, agents));
  Rest(kSettle);
  // Whole polls of every agent: they are read every 10 s.
  const double span = options.is_short ? options.seconds : std::max(20.0, options.seconds);
  const Usage before = UsageOf(edge->pid());
  Rest(absl::Seconds(span));
  const Usage after = UsageOf(edge->pid());
  Result result;
  result.rows = {
      {"CPU of an edge with 100 idle agents",
       "% of a core",
       (after.cpu_seconds - before.cpu_seconds) / span * 100,
       {},
       Bound::AtMost(1)},
      {"its resident memory", "MiB", after.resident_mib, {}, Bound::AtMost(40)},
      {"its threads", "", static_cast<double>(after.threads), {}, {}},
  };
  return result;
}

}  // namespace collie::bench

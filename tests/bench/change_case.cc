#include <utility>

#include "crew/status/status_macros.h"
#include "tests/bench/cases.h"
#include "tests/bench/race.h"

namespace collie::bench {
namespace {

// Latency and CPU by the rate of changes.
absl::Status DrawRates(const Options& options, Race& race, Result& result) {
  Picture latency{"latency-by-rate",
                  "A change at an edge until a dashboard has it",
                  "changes a second",
                  "µs",
                  {{"p50", {}}, {"p99", {}}}};
  Picture cpu{
      "cpu-by-rate", "CPU of the relay", "changes a second", "% of a core", {{"relay", {}}}};
  for (const double rate : {10.0, 30.0, 100.0, 300.0, 1000.0}) {
    COLLIE_ASSIGN_OR_RETURN(const Race::Paced paced, race.Pace(rate, options.seconds / 4));
    latency.series[0].points.emplace_back(rate, paced.latencies.Median() * 1e6);
    latency.series[1].points.emplace_back(rate, paced.latencies.Percentile(0.99) * 1e6);
    cpu.series[0].points.emplace_back(rate, paced.cpu_share * 100);
  }
  result.pictures.push_back(std::move(latency));
  result.pictures.push_back(std::move(cpu));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Result> MeasureChange(const Options& options) {
  Race race;
  COLLIE_RETURN_IF_ERROR(race.Prepare(options, /*watchers=*/1));
  COLLIE_RETURN_IF_ERROR(race.Run(options.seconds));
  const auto row = [&race](const char* what, double share, Bound bound) {
    return Row{what, "µs", race.ours().Percentile(share) * 1e6,
               race.floor().Percentile(share) * 1e6, bound};
  };
  Result result;
  result.rows = {
      row("a change at an edge until a dashboard has it, p50", 0.5, Bound::AtMost(1.3)),
      row("the same, p99", 0.99, Bound::AtMost(2)),
      {"CPU of the relay for one change to one watcher", "µs", race.relay_cpu() * 1e6, {}, {}},
  };
  if (!options.is_short) COLLIE_RETURN_IF_ERROR(DrawRates(options, race, result));
  return result;
}

}  // namespace collie::bench

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/cases.h"
#include "tests/bench/race.h"

namespace collie::bench {
namespace {

// Deliveries a second, of rounds that each reach so many.
double Rate(const Samples& rounds, int watchers) {
  return static_cast<double>(rounds.size()) * watchers / rounds.Sum();
}

void AddRows(const Race& race, int watchers, Result& result) {
  result.rows.push_back({absl::StrCat("deliveries of one change to ", watchers, " watchers"), "/s",
                         Rate(race.ours(), watchers), Rate(race.floor(), watchers),
                         Bound::AtLeast(0.8)});
  result.rows.push_back({absl::StrCat("a change until the last of ", watchers, " has it, p50"),
                         "ms",
                         race.ours().Median() * 1e3,
                         race.floor().Median() * 1e3,
                         {}});
  result.rows.push_back({absl::StrCat("CPU of the relay for one change to ", watchers),
                         "ms",
                         race.relay_cpu() * 1e3,
                         {},
                         {}});
}

// By the number of watchers.
struct Pictures {
  Picture latency{"latency-by-watchers",
                  "A change until the last watcher has it",
                  "watchers",
                  "ms",
                  {{"the relay, p50", {}}, {"raw writes, p50", {}}}};
  Picture cpu{
      "cpu-by-watchers", "CPU of the relay for one change", "watchers", "ms", {{"relay", {}}}};

  void Add(const Race& race, int watchers) {
    latency.series[0].points.emplace_back(watchers, race.ours().Median() * 1e3);
    latency.series[1].points.emplace_back(watchers, race.floor().Median() * 1e3);
    cpu.series[0].points.emplace_back(watchers, race.relay_cpu() * 1e3);
  }
};

}  // namespace

absl::StatusOr<Result> MeasureFanOut(const Options& options) {
  Result result;
  Pictures pictures;
  const int few = std::max(1, options.watchers / 5);
  std::vector<int> sizes = {few, options.watchers};
  if (!options.is_short) sizes.insert(sizes.begin(), {1, 10, 50});
  for (const int watchers : sizes) {
    const bool is_row = watchers == few || watchers == options.watchers;
    Race race;
    COLLIE_RETURN_IF_ERROR(race.Prepare(options, watchers));
    COLLIE_RETURN_IF_ERROR(race.Run(is_row ? options.seconds : options.seconds / 4));
    if (is_row) AddRows(race, watchers, result);
    pictures.Add(race, watchers);
  }
  if (options.is_short) return result;
  result.pictures = {std::move(pictures.latency), std::move(pictures.cpu)};
  return result;
}

}  // namespace collie::bench

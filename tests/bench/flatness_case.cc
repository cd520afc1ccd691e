#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/cases.h"
#include "tests/bench/edge_fleet.h"
#include "tests/bench/rounds.h"
#include "tests/bench/samples.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"
#include "tests/bench/watcher.h"

namespace collie::bench {
namespace {

constexpr int kWatchers = 10;
constexpr int kPanes = 10;
constexpr double kFlat = 1.5;  // what counts as no growth, with the noise of a shared machine
constexpr absl::Duration kSettle = absl::Seconds(2);
constexpr absl::Duration kMostForStart = absl::Minutes(3);
constexpr absl::Duration kMostForRound = absl::Seconds(20);

// What one change costs.
struct Cost {
  double latency_us = 0;  // p50, until the last watcher has it
  double cpu_us = 0;      // of the relay, without what it uses when idle
  double memory_mib = 0;
};

// A crew with a few watchers of all of it, and changes at one edge.
class QuietCrew {
 public:
  absl::Status Start(const Options& options, int edges, int panes) {
    COLLIE_ASSIGN_OR_RETURN(crew_, TestCrew::Start(options.programs));
    COLLIE_ASSIGN_OR_RETURN(auto members, crew_->Enroll(edges, "edge"));
    fleet_ = std::make_unique<EdgeFleet>(std::move(members), panes);
    COLLIE_RETURN_IF_ERROR(fleet_->Start(kMostForStart));
    COLLIE_ASSIGN_OR_RETURN(const auto devices, crew_->PairFor(kWatchers));
    audience_ = std::make_unique<Audience>(
        kWatchers, devices, WatchOf(crew_->address()),
        [this](const grpc::ByteBuffer& message) { rounds_.Received(message); });
    COLLIE_RETURN_IF_ERROR(audience_->Start(kMostForStart));
    Rest(kSettle);
    return absl::OkStatus();
  }

  absl::StatusOr<Cost> Measure(double seconds) {
    const double idle = MeasureIdle(seconds / 2);
    const double began = Now();
    const double before = UsageOf(crew_->relay()).cpu_seconds;
    Samples latencies;
    while (Now() < began + seconds) {
      COLLIE_ASSIGN_OR_RETURN(const double took, Change());
      latencies.Add(took);
    }
    const double used = UsageOf(crew_->relay()).cpu_seconds - before - idle * (Now() - began);
    return Cost{latencies.Median() * 1e6, used * 1e6 / static_cast<double>(latencies.size()),
                UsageOf(crew_->relay()).resident_mib};
  }

  // So many panes come and go.
  absl::Status MakeHistory(int changes) {
    constexpr int kAtOnce = 100;
    for (int done = 0; done < changes; done += kAtOnce) {
      for (int i = 0; i < kAtOnce; ++i) {
        fleet_->edge(0).Replace(1 + i % (kPanes - 1), "Look into the flaky test");
      }
      COLLIE_RETURN_IF_ERROR(Change().status());  // all before it has been taken too
    }
    return absl::OkStatus();
  }

 private:
  double MeasureIdle(double seconds) const {
    const double before = UsageOf(crew_->relay()).cpu_seconds;
    Rest(absl::Seconds(seconds));
    return (UsageOf(crew_->relay()).cpu_seconds - before) / seconds;
  }

  absl::StatusOr<double> Change() {
    fleet_->edge(0).Change(
        0, absl::StrCat("Fix the build of the release branch, ", rounds_.Begin(kWatchers)));
    const std::optional<double> took = rounds_.Await(kMostForRound);
    if (took) return *took;
    return absl::DeadlineExceededError("a change did not reach its watchers in 20 s");
  }

  Rounds rounds_;
  std::unique_ptr<TestCrew> crew_;
  std::unique_ptr<EdgeFleet> fleet_;
  std::unique_ptr<Audience> audience_;
};

absl::StatusOr<Cost> CostInCrewOf(const Options& options, int edges, int panes) {
  QuietCrew crew;
  COLLIE_RETURN_IF_ERROR(crew.Start(options, edges, panes));
  return crew.Measure(options.seconds / 2);
}

void Compare(const std::string& what, const Cost& few, const Cost& many, Result& result) {
  result.rows.push_back({absl::StrCat("CPU of the relay for one change to 10 watchers, ", what),
                         "µs", many.cpu_us, few.cpu_us, Bound::AtMost(kFlat)});
  result.rows.push_back(
      {"its latency, p50", "µs", many.latency_us, few.latency_us, Bound::AtMost(kFlat)});
}

void Draw(const std::string& by, const std::string& x,
          const std::vector<std::pair<double, Cost>>& costs, Result& result) {
  Picture cost{absl::StrCat("change-by-", by),
               "One change to 10 watchers",
               x,
               "µs",
               {{"until the last has it, p50", {}}, {"CPU of the relay", {}}}};
  Picture memory{
      absl::StrCat("memory-by-", by), "Memory of the relay", x, "MiB", {{"resident", {}}}};
  for (const auto& [size, one] : costs) {
    cost.series[0].points.emplace_back(size, one.latency_us);
    cost.series[1].points.emplace_back(size, one.cpu_us);
    memory.series[0].points.emplace_back(size, one.memory_mib);
  }
  result.pictures.push_back(std::move(cost));
  result.pictures.push_back(std::move(memory));
}

absl::Status CompareCrews(const Options& options, Result& result) {
  std::vector<std::pair<double, Cost>> costs;
  for (const int share : {50, 10, 3, 1}) {
    if (options.is_short && share != 50 && share != 1) continue;
    const int edges = std::max(1, options.edges / share);
    COLLIE_ASSIGN_OR_RETURN(const Cost cost, CostInCrewOf(options, edges, kPanes));
    costs.emplace_back(edges, cost);
  }
  Compare(absl::StrCat(costs.back().first, " edges against ", costs.front().first),
          costs.front().second, costs.back().second, result);
  Draw("edges", "edges", costs, result);
  return absl::OkStatus();
}

absl::Status ComparePanes(const Options& options, Result& result) {
  std::vector<std::pair<double, Cost>> costs;
  for (const int panes : {10, 100, 1000}) {
    if (options.is_short && panes == 100) continue;
    COLLIE_ASSIGN_OR_RETURN(const Cost cost, CostInCrewOf(options, 10, panes));
    costs.emplace_back(panes, cost);
  }
  Compare("10 edges of 1000 panes against 10", costs.front().second, costs.back().second, result);
  Draw("panes", "panes of each of 10 edges", costs, result);
  return absl::OkStatus();
}

absl::Status CompareHistory(const Options& options, Result& result) {
  QuietCrew crew;
  COLLIE_RETURN_IF_ERROR(crew.Start(options, 10, kPanes));
  COLLIE_RETURN_IF_ERROR(crew.MakeHistory(1000));  // as warm as later
  COLLIE_ASSIGN_OR_RETURN(const Cost young, crew.Measure(options.seconds / 2));
  const int changes = options.is_short ? 2000 : 100'000;
  COLLIE_RETURN_IF_ERROR(crew.MakeHistory(changes));
  COLLIE_ASSIGN_OR_RETURN(const Cost old, crew.Measure(options.seconds / 2));
  Compare(absl::StrCat("after ", changes, " panes came and went"), young, old, result);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Result> MeasureFlatness(const Options& options) {
  Result result;
  COLLIE_RETURN_IF_ERROR(CompareCrews(options, result));
  COLLIE_RETURN_IF_ERROR(ComparePanes(options, result));
  COLLIE_RETURN_IF_ERROR(CompareHistory(options, result));
  return result;
}

}  // namespace collie::bench

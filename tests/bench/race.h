#ifndef COLLIE_TESTS_BENCH_RACE_H_
#define COLLIE_TESTS_BENCH_RACE_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/bench/edge_fleet.h"
#include "tests/bench/floor.h"
#include "tests/bench/options.h"
#include "tests/bench/raw_stream.h"
#include "tests/bench/rounds.h"
#include "tests/bench/samples.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/watcher.h"

namespace collie::bench {

// One change at a time from an edge to watchers, through the product and through a floor in turn,
// so that both meet the same machine. One thread.
class Race {
 public:
  // Starts both sides with so many watchers each, and warms them up. Errors of any start.
  absl::Status Prepare(const Options& options, int watchers);

  // Changes in turn for so long.
  absl::Status Run(double seconds);

  // What so many changes a second cost the product.
  struct Paced {
    Samples latencies;     // seconds
    double cpu_share = 0;  // of a core, of the relay
  };
  absl::StatusOr<Paced> Pace(double rate, double seconds);

  // Seconds from a change until its last watcher had it.
  const Samples& ours() const { return ours_; }
  const Samples& floor() const { return floor_times_; }
  // CPU seconds of the relay for one change.
  double relay_cpu() const { return cpu_ / static_cast<double>(ours_.size()); }

 private:
  enum class Way { kProduct, kFloor };
  absl::Status StartProduct(const Options& options);
  absl::Status StartFloor();
  absl::Status Block(int rounds, Way way, Samples& into);
  absl::StatusOr<double> Round(Way way);

  int watchers_ = 0;
  Rounds rounds_;
  std::unique_ptr<TestCrew> crew_;
  std::unique_ptr<Floor> floor_;
  std::unique_ptr<EdgeFleet> fleet_;
  std::unique_ptr<Audience> audience_;
  std::unique_ptr<Audience> bare_audience_;
  std::shared_ptr<RawStream> publisher_;
  Samples ours_;
  Samples floor_times_;
  double cpu_ = 0;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_RACE_H_

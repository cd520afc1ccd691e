#ifndef COLLIE_TESTS_BENCH_CASES_H_
#define COLLIE_TESTS_BENCH_CASES_H_

#include "absl/status/statusor.h"
#include "tests/bench/options.h"
#include "tests/bench/result.h"

namespace collie::bench {

// The cases, one a file, by their letters. Each starts its own programs and ends them.

// a: a change at an edge until a dashboard has it, against two bare hops.
absl::StatusOr<Result> MeasureChange(const Options& options);
// b: one change to many watchers, against raw writes.
absl::StatusOr<Result> MeasureFanOut(const Options& options);
// c: durable acts, against a bare chain.
absl::StatusOr<Result> MeasureActs(const Options& options);
// d: reads of history, against NATS.
absl::StatusOr<Result> MeasureHistory(const Options& options);
// e: an edge with idle agents.
absl::StatusOr<Result> MeasureIdleEdge(const Options& options);
// f: a relay with a large crew, idle and after a SIGKILL.
absl::StatusOr<Result> MeasureLargeCrew(const Options& options);
// g: one change's cost by crew size and by history.
absl::StatusOr<Result> MeasureFlatness(const Options& options);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_CASES_H_

#ifndef COLLIE_TESTS_BENCH_RUN_H_
#define COLLIE_TESTS_BENCH_RUN_H_

#include "tests/bench/options.h"

namespace collie::bench {

// Runs the cases that are wanted, prints each table once it is known, and writes the reports that
// are wanted. The exit code: 0 when no value is past its bound by more than the slack.
int RunCases(const Options& options);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_RUN_H_

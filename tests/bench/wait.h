#ifndef COLLIE_TESTS_BENCH_WAIT_H_
#define COLLIE_TESTS_BENCH_WAIT_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace collie::bench {

// Seconds on the steady clock.
double Now();

// Looks every few milliseconds whether it holds. DEADLINE_EXCEEDED names `what`.
absl::Status Poll(absl::Duration most, absl::string_view what, absl::FunctionRef<bool()> holds);

// Measures for so long: nothing is waited for, the time itself is the experiment.
void Rest(absl::Duration span);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_WAIT_H_

#ifndef COLLIE_TESTS_BENCH_FREE_PORT_H_
#define COLLIE_TESTS_BENCH_FREE_PORT_H_

#include "absl/status/statusor.h"

namespace collie::bench {

// A port of the loopback that nobody listens on now, for a program that must be told one.
absl::StatusOr<int> FreePort();

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FREE_PORT_H_

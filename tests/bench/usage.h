#ifndef COLLIE_TESTS_BENCH_USAGE_H_
#define COLLIE_TESTS_BENCH_USAGE_H_

#include <sys/types.h>

namespace collie::bench {

// What a process has used, by the kernel's books.
struct Usage {
  double cpu_seconds = 0;  // of all its threads that live
  double resident_mib = 0;
  double peak_mib = 0;  // the most that was ever resident
  int threads = 0;
};

// Zero for a process that is gone.
Usage UsageOf(pid_t pid);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_USAGE_H_

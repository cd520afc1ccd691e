#ifndef COLLIE_TESTS_BENCH_MACHINE_H_
#define COLLIE_TESTS_BENCH_MACHINE_H_

#include <string>

namespace collie::bench {

// This machine in one line: cores, CPU, memory, kernel, and how the bench was built. It names no
// host and no folder.
std::string DescribeMachine();

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_MACHINE_H_

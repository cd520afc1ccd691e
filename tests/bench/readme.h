#ifndef COLLIE_TESTS_BENCH_README_H_
#define COLLIE_TESTS_BENCH_README_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "tests/bench/figures_file.h"

namespace collie::bench {

// The title of a case.
std::string TitleOf(char letter);

// The page that tells what the bench found: how to run it, the machine, a table and the pictures of
// each case.
std::string Readme(const Figures& figures);

// Writes README.md and the pictures into the folder. Errors: UNAVAILABLE.
absl::Status WriteReport(const std::filesystem::path& folder, const Figures& figures);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_README_H_

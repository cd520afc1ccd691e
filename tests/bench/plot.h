#ifndef COLLIE_TESTS_BENCH_PLOT_H_
#define COLLIE_TESTS_BENCH_PLOT_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "tests/bench/result.h"

namespace collie::bench {

// What tells gnuplot to draw the picture into this file as SVG. Axes are logarithmic where their
// values span two decades.
std::string PlotScript(const Picture& picture, const std::filesystem::path& svg);

// Draws it as FOLDER/FILE.svg. Errors: UNAVAILABLE (no gnuplot, or it failed).
absl::Status Draw(const Picture& picture, const std::filesystem::path& folder);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_PLOT_H_

#ifndef COLLIE_TESTS_BENCH_OPTIONS_H_
#define COLLIE_TESTS_BENCH_OPTIONS_H_

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace collie::bench {

// How the bench runs; from the command line.
struct Options {
  std::set<char> only;             // letters of cases; empty: all
  bool is_short = false;           // a minute in all, small crews, verdicts only on what is far off
  int edges = 5000;                // --edges: of the large crew
  int watchers = 1000;             // --watchers: of the large crew and the fan-out
  double seconds = 10;             // --seconds: of one measurement
  double slack = 1;                // --slack: how many times past a bound still passes
  std::filesystem::path programs;  // --bin: folder of collie-relay and collie-edge
  std::filesystem::path json;      // --json: file for the figures; empty: none
  std::filesystem::path report_dir;  // --report: folder for README.md and pictures; empty: none

  bool Wants(char letter) const { return only.empty() || only.contains(letter); }

  // `*exit_code` is set, and there are no options, when the program has to end at once: after
  // --help (0) and at wrong usage (2), which was printed.
  static std::optional<Options> Parse(int argc, char** argv, int* exit_code);
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_OPTIONS_H_

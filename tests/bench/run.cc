#include "tests/bench/run.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include "crew/status/status_macros.h"
#include "tests/bench/cases.h"
#include "tests/bench/figures_file.h"
#include "tests/bench/machine.h"
#include "tests/bench/readme.h"
#include "tests/bench/table.h"

namespace collie::bench {
namespace {

struct Case {
  char letter;
  absl::StatusOr<Result> (*measure)(const Options&);
};

constexpr Case kCases[] = {
    {'a', &MeasureChange},   {'b', &MeasureFanOut},   {'c', &MeasureActs},
    {'d', &MeasureHistory},  {'e', &MeasureIdleEdge}, {'f', &MeasureLargeCrew},
    {'g', &MeasureFlatness},
};

bool Passes(const Row& row, double slack) {
  const Verdict verdict = row.Judge(slack);
  return verdict == Verdict::kHeld || verdict == Verdict::kInformative ||
         (slack > 1 && verdict == Verdict::kMissed);
}

// What an earlier run left in the file, where there is one.
absl::StatusOr<Figures> Earlier(const Options& options) {
  if (options.json.empty()) return Figures{};
  absl::StatusOr<Figures> figures = LoadFigures(options.json);
  if (absl::IsNotFound(figures.status())) return Figures{};
  return figures;
}

// Whether all values are within their bounds.
bool RunCase(const Case& one, const Options& options, Figures& figures) {
  std::cout << "\n" << one.letter << ": " << TitleOf(one.letter) << "\n\n" << std::flush;
  absl::StatusOr<Result> result = one.measure(options);
  if (!result.ok()) {
    std::cout << "failed: " << result.status().message() << "\n" << std::flush;
    return false;
  }
  std::cout << Table(result->rows, options.slack);
  for (const std::string& note : result->notes) std::cout << "\n" << note << "\n";
  std::cout << std::flush;
  const bool passes =
      std::all_of(result->rows.begin(), result->rows.end(),
                  [&options](const Row& row) { return Passes(row, options.slack); });
  figures.cases[one.letter] = *std::move(result);
  return passes;
}

absl::Status Report(const Options& options, const Figures& figures) {
  if (!options.json.empty()) COLLIE_RETURN_IF_ERROR(SaveFigures(options.json, figures));
  if (options.report_dir.empty()) return absl::OkStatus();
  return WriteReport(options.report_dir, figures);
}

}  // namespace

int RunCases(const Options& options) {
  absl::StatusOr<Figures> figures = Earlier(options);
  if (!figures.ok()) {
    std::cerr << figures.status().message() << "\n";
    return 1;
  }
  figures->machine = DescribeMachine();
  std::cout << figures->machine << "\n";
  bool all_pass = true;
  for (const Case& one : kCases) {
    if (options.Wants(one.letter)) all_pass = RunCase(one, options, *figures) && all_pass;
  }
  if (const absl::Status reported = Report(options, *figures); !reported.ok()) {
    std::cerr << reported.message() << "\n";
    return 1;
  }
  return all_pass ? 0 : 1;
}

}  // namespace collie::bench

#ifndef COLLIE_TESTS_BENCH_FIGURES_FILE_H_
#define COLLIE_TESTS_BENCH_FIGURES_FILE_H_

#include <filesystem>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/bench/result.h"

namespace collie::bench {

// What was measured, by the letters of the cases: a run of some cases keeps the figures of the
// others.
struct Figures {
  std::string machine;
  std::map<char, Result> cases;
};

// As JSON, whole or not at all. Errors: UNAVAILABLE.
absl::Status SaveFigures(const std::filesystem::path& file, const Figures& figures);
// Errors: NOT_FOUND, INVALID_ARGUMENT (it holds something else).
absl::StatusOr<Figures> LoadFigures(const std::filesystem::path& file);

std::string ToJson(const Figures& figures);
absl::StatusOr<Figures> FromJson(const std::string& text);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FIGURES_FILE_H_

#ifndef COLLIE_TESTS_BENCH_FLOOR_COMMITS_H_
#define COLLIE_TESTS_BENCH_FLOOR_COMMITS_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "crew/journal/group_commit.h"

namespace collie::bench {

// The commits of a floor: one row each, by the same writer and with the same settings as the
// products' stores. Thread-safe.
class FloorCommits {
 public:
  static absl::StatusOr<std::unique_ptr<FloorCommits>> Open(const std::filesystem::path& file);

  // Commits so often, one after the other; then `done`, on the writer's thread.
  void Commit(int times, std::string bytes, std::function<void()> done);

 private:
  explicit FloorCommits(std::unique_ptr<journal::Database> database)
      : commits_(std::move(database)) {}

  journal::GroupCommit commits_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FLOOR_COMMITS_H_

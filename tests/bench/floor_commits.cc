#include "tests/bench/floor_commits.h"

#include <utility>

#include "crew/status/status_macros.h"

namespace collie::bench {

absl::StatusOr<std::unique_ptr<FloorCommits>> FloorCommits::Open(
    const std::filesystem::path& file) {
  COLLIE_ASSIGN_OR_RETURN(
      auto database,
      journal::Database::Open(file, {"CREATE TABLE acts (id INTEGER PRIMARY KEY, bytes BLOB)"}));
  return std::unique_ptr<FloorCommits>(new FloorCommits(std::move(database)));
}

void FloorCommits::Commit(int times, std::string bytes, std::function<void()> done) {
  if (times == 0) return done();
  commits_.Enqueue(
      [bytes](journal::Database& database) -> absl::Status {
        COLLIE_ASSIGN_OR_RETURN(auto insert,
                                database.Prepare("INSERT INTO acts (bytes) VALUES (?)"));
        return insert.BindBlob(1, bytes).Run();
      },
      [this, times, bytes, done = std::move(done)](absl::Status) {
        Commit(times - 1, bytes, done);
      });
}

}  // namespace collie::bench

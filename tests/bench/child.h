#ifndef COLLIE_TESTS_BENCH_CHILD_H_
#define COLLIE_TESTS_BENCH_CHILD_H_

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace collie::bench {

// A program that the bench started; it dies with it. Its output goes into a file. One thread.
class Child {
 public:
  // Errors: UNAVAILABLE.
  static absl::StatusOr<std::unique_ptr<Child>> Start(const std::filesystem::path& program,
                                                      std::vector<std::string> arguments,
                                                      const std::filesystem::path& output);
  // Kills it if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  bool IsRunning();
  // SIGKILL, and waits.
  void Kill();
  // SIGTERM, and waits.
  void Stop();

 private:
  explicit Child(pid_t pid) : pid_(pid) {}
  void Reap();

  const pid_t pid_;
  bool is_reaped_ = false;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_CHILD_H_

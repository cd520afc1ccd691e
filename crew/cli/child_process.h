#ifndef COLLIE_CREW_CLI_CHILD_PROCESS_H_
#define COLLIE_CREW_CLI_CHILD_PROCESS_H_

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/cli/signals.h"

namespace collie::cli {

// A program that this one started. It is in a process group of its own, so that Ctrl-C reaches this
// one alone, which then ends its children itself; it gets SIGTERM when the thread that started it
// is killed. Its output goes where this program's errors go. For one thread.
class ChildProcess {
 public:
  // Starts `program` with these arguments. `name` is for people. Errors: NOT_FOUND (no such
  // program), UNAVAILABLE (the system refuses).
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(std::string name,
                                                             const std::filesystem::path& program,
                                                             std::vector<std::string> arguments);

  // Kills it if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  const std::string& name() const { return name_; }
  // Whether it runs; checks each time.
  bool Running();
  // How it ended, once it does not run: `exit code 1`, `signal 9`.
  std::string HowItEnded() const;
  // Whether it exited cleanly, with exit code 0, once it does not run.
  bool EndedInOrder() const;
  // Asks it to end and waits; kills it when it did not in `most`, or when another signal asks this
  // program to end.
  void Stop(absl::Duration most, Signals& signals);

 private:
  ChildProcess(std::string name, pid_t pid) : name_(std::move(name)), pid_(pid) {}

  const std::string name_;
  const pid_t pid_;
  std::optional<int> status_;  // of waitpid, once it ended
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CHILD_PROCESS_H_

#ifndef COLLIE_TESTS_BENCH_TEST_CREW_H_
#define COLLIE_TESTS_BENCH_TEST_CREW_H_

#include <grpcpp/channel.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/identity/identity_folder.h"
#include "tests/bench/child.h"
#include "tests/support/temporary_folder.h"

namespace collie::bench {

// A crew of its own: the real relay, with its state in a temporary folder. One thread; the calls
// block.
class TestCrew {
 public:
  // Starts the relay of the folder `programs` and waits until it answers.
  static absl::StatusOr<std::unique_ptr<TestCrew>> Start(const std::filesystem::path& programs);

  // Enrols so many members, several at a time, as `collie up` does.
  absl::StatusOr<std::vector<identity::Identity>> Enroll(int count, const std::string& label);
  // Pairs a device that may act.
  absl::StatusOr<identity::Identity> Pair(const std::string& label);
  // Pairs as many devices as so many watchers need.
  absl::StatusOr<std::vector<identity::Identity>> PairFor(int watchers);

  // SIGKILL.
  void KillRelay();
  // The relay once more, at the same address. Waits until it answers.
  absl::Status RestartRelay();

  const std::string& address() const { return address_; }
  // 0 while it is killed. Any thread.
  pid_t relay() const { return relay_pid_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::filesystem::path state_dir() const { return folder_.path() / "s"; }
  const std::filesystem::path& programs() const { return programs_; }

 private:
  explicit TestCrew(std::filesystem::path programs) : programs_(std::move(programs)) {}
  absl::Status Launch(const std::string& grpc_address);
  absl::StatusOr<identity::Identity> EnrollOne(const std::string& label);

  const std::filesystem::path programs_;
  const tests::TemporaryFolder folder_;
  std::string address_;
  std::shared_ptr<grpc::Channel> local_;
  std::unique_ptr<Child> relay_;
  std::atomic<pid_t> relay_pid_ = 0;
  int labels_ = 0;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_TEST_CREW_H_

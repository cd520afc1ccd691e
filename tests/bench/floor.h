#ifndef COLLIE_TESTS_BENCH_FLOOR_H_
#define COLLIE_TESTS_BENCH_FLOOR_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/identity/identity_folder.h"
#include "tests/bench/child.h"
#include "tests/support/temporary_folder.h"

namespace collie::bench {

// What a floor's chain of an act is made of.
struct FloorChain {
  int commits_before = 1;  // at the relay's place, before the act leaves
  int commits_after = 0;   // there, before the reply
  bool reads_first = false;
};

// A floor: this program once more, as processes of their own where the products have theirs, with
// the same build, flags and kind of certificates.
class Floor {
 public:
  static absl::StatusOr<std::unique_ptr<Floor>> Start(const FloorChain& chain = {});
  // Starts the edge's place too; the agents' sockets are NAME/app.sock in this folder.
  absl::Status StartEdge(const std::filesystem::path& agents);

  const std::string& address() const { return client_.link_address; }
  const identity::Identity& client() const { return client_; }

 private:
  explicit Floor(const FloorChain& chain) : chain_(chain) {}
  absl::Status MakeIdentities();

  const FloorChain chain_;
  const tests::TemporaryFolder folder_;
  identity::Identity client_;
  std::unique_ptr<Child> relay_;
  std::unique_ptr<Child> edge_;
};

// If these are the arguments of a floor's process: runs it until it is killed. Else false.
bool RunAsFloor(int argc, char** argv);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FLOOR_H_

#ifndef COLLIE_TESTS_BENCH_FLOOR_SERVER_H_
#define COLLIE_TESTS_BENCH_FLOOR_SERVER_H_

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "crew/identity/identity_folder.h"
#include "tests/bench/floor_commits.h"

namespace collie::bench {

// What stands where the relay does in a floor: the same listener with the same TLS, and nothing but
// bytes handed on.
//   /floor/Publish  a stream in: each message goes to every watcher
//   /floor/Watch    a stream out; begins with an empty in_sync
//   /floor/Edge     one stream both ways: acts out, their ends back
//   /floor/Act      one call: commit, over the edge's stream and back, commit, reply
class FloorServer final : public grpc::CallbackGenericService {
 public:
  // How often an act is committed here before it leaves and after its end came.
  struct Steps {
    int before = 1;
    int after = 0;
  };

  FloorServer(FloorCommits& commits, Steps steps) : commits_(commits), steps_(steps) {}

  // `relay`: the server's own identity. The server must end before this does.
  absl::StatusOr<std::unique_ptr<grpc::Server>> Listen(const identity::Identity& relay, int* port);

 private:
  class Call;

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;
  void Publish(const grpc::ByteBuffer& message) ABSL_LOCKS_EXCLUDED(mu_);
  void BeginAct(const std::shared_ptr<Call>& call, const grpc::ByteBuffer& request);
  void EndAct(const grpc::ByteBuffer& message);
  void Forget(const std::shared_ptr<Call>& call) ABSL_LOCKS_EXCLUDED(mu_);

  FloorCommits& commits_;
  const Steps steps_;

  absl::Mutex mu_;
  std::set<std::shared_ptr<Call>> calls_ ABSL_GUARDED_BY(mu_);
  std::set<std::shared_ptr<Call>> watches_ ABSL_GUARDED_BY(mu_);
  std::shared_ptr<Call> edge_ ABSL_GUARDED_BY(mu_);
  int64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<int64_t, std::shared_ptr<Call>> acts_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FLOOR_SERVER_H_

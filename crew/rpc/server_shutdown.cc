#include "crew/rpc/server_shutdown.h"

#include <grpc/grpc.h>

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/named_thread.h"
#include "crew/threads/steady_condition.h"

namespace collie::rpc {
namespace {

// Cancels a server's calls after a time, unless it is destroyed before.
class Canceller {
 public:
  Canceller(grpc::Server& server, absl::Duration within)
      : within_(within), thread_(threads::StartNamed("shutdown", [this, &server] {
          if (!IsOverInTime()) grpc_server_cancel_all_calls(server.c_server());
        })) {}

  ~Canceller() {
    {
      absl::MutexLock lock(&mu_);
      over_ = true;
      changed_.NotifyAll();
    }
    thread_.join();
  }

 private:
  bool IsOverInTime() ABSL_LOCKS_EXCLUDED(mu_) {
    const auto is_over = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return over_; };
    absl::MutexLock lock(&mu_);
    return changed_.Await(mu_, is_over, within_);
  }

  const absl::Duration within_;
  absl::Mutex mu_;
  threads::SteadyCondition changed_;
  bool over_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_;  // last: it starts once the rest is there
};

}  // namespace

void ShutDown(grpc::Server& server, absl::Duration within) {
  const Canceller canceller(server, within);
  server.Shutdown();
}

}  // namespace collie::rpc

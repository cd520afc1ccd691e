#ifndef COLLIE_CREW_HTTP_SERVER_LOOP_H_
#define COLLIE_CREW_HTTP_SERVER_LOOP_H_

#include <functional>
#include <memory>
#include <string_view>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace collie::http_server {

// The one thread on which the sockets of a server live: what belongs to a connection is touched on
// it alone. Post is thread-safe, and harmless once the loop has ended.
class Loop {
 public:
  explicit Loop(std::string_view name);
  // Ends and drops.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Starts the thread. Once.
  void Start();
  // Runs the call on the loop's thread, after those that were posted before. False: the loop has
  // ended, and the call is dropped.
  bool Post(std::function<void()> call) ABSL_LOCKS_EXCLUDED(mu_);
  // Returns once the thread has ended; calls that wait will not be made. Not from the loop's
  // thread.
  void End() ABSL_LOCKS_EXCLUDED(mu_);
  // After End, and once the owner's sockets and timers are gone: drops the calls that wait and what
  // they keep.
  void Drop();

  // For sockets and timers; nobody waits on it but the loop's thread.
  boost::asio::io_context& io() { return *io_; }

 private:
  const std::string_view name_;
  std::unique_ptr<boost::asio::io_context> io_;
  std::thread thread_;
  absl::Mutex mu_;
  bool has_ended_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_LOOP_H_

#ifndef COLLIE_RELAY_HTTP_HTTP_FRONT_H_
#define COLLIE_RELAY_HTTP_HTTP_FRONT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "absl/status/statusor.h"
#include "relay/http/front_loop.h"
#include "relay/http/worker_pool.h"

namespace collie::relay {

// Serves HTTP: one thread holds the sockets and a bounded pool answers whole requests. When the
// pool is full a request is answered 503 with Retry-After at once. Thread-safe.
class HttpFront {
 public:
  struct Options {
    FrontLoop::Options loop;
    size_t workers = 32;
    size_t queue = 64;  // whole requests that wait for a worker
  };
  // Answers one request on a thread of the pool. May block; must not throw.
  using Handler = std::function<HttpReply(const HttpRequest& request)>;

  // Serves at once. UNAVAILABLE: the machine has no descriptors left.
  static absl::StatusOr<std::unique_ptr<HttpFront>> Start(DoorListener listener, Options options,
                                                          Handler handler,
                                                          const clock::Clock& clock);
  ~HttpFront();

  // Closes the listener first, then waits for running requests and their replies, `within` at most
  // for the sockets; ends when every handler has returned. Once.
  void Stop(absl::Duration within);

 private:
  HttpFront(DoorListener listener, Options options, Handler handler, const clock::Clock& clock);
  bool Submit(uint64_t connection, HttpRequest request);

  const Handler handler_;
  FrontLoop loop_;
  std::unique_ptr<WorkerPool> pool_;
  std::thread thread_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_HTTP_FRONT_H_

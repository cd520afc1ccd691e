#ifndef COLLIE_CREW_OPS_OPS_LISTENER_H_
#define COLLIE_CREW_OPS_OPS_LISTENER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "crew/config/address.h"
#include "crew/http_server/server.h"
#include "crew/threads/blocking_calls.h"

namespace collie::ops {

// The listener for who runs the machines (`--ops`): /metrics, /healthz, /readyz, to anybody who
// reaches it and by any name. It shows no people's labels or texts, so it may listen anywhere.
// Thread-safe.
class OpsListener {
 public:
  struct Answers {
    // The text of /metrics. May block.
    std::function<std::string()> metrics;
    // The reply to /readyz, or with `needs_writes` to /readyz?writes=1. May block.
    std::function<http_server::Reply(bool needs_writes)> readiness;
  };

  // Errors as of Server::Start, naming the flag. What `answers` uses outlives it.
  static absl::StatusOr<std::unique_ptr<OpsListener>> Open(const config::HostPort& address,
                                                           Answers answers);
  // Stops at once.
  ~OpsListener();

  uint16_t port() const { return server_->port(); }

 private:
  explicit OpsListener(Answers answers);
  void Handle(const http_server::Request& request, const http_server::Responder& responder);

  const Answers answers_;
  std::unique_ptr<http_server::Server> server_;
  threads::BlockingCalls pool_;  // ends first: what it runs uses the rest
};

}  // namespace collie::ops

#endif  // COLLIE_CREW_OPS_OPS_LISTENER_H_

#ifndef COLLIE_RELAY_API_HTTP_DISPATCHER_H_
#define COLLIE_RELAY_API_HTTP_DISPATCHER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "crew/http_server/server.h"
#include "crew/ids/random.h"
#include "crew/threads/blocking_calls.h"
#include "relay/api/http/act_calls.h"
#include "relay/api/http/api_call.h"
#include "relay/api/http/health_call.h"
#include "relay/api/http/origin_rules.h"
#include "relay/api/http/pair_call.h"
#include "relay/api/http/read_calls.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// The HTTP API without sockets: decides whether a request is let in, finds its route, and has it
// answered. What a stranger is told depends on the credential, the Host and the Origin, never on
// the path. Does not block; thread-safe.
class Dispatcher {
 public:
  struct Options {
    OriginRules::Options origins;
    absl::Duration read_wait = absl::Seconds(10);  // for a first read, or a page of history
    std::function<std::string()> why_not_accepting = [] { return std::string(); };
  };
  // Begins the event stream of a call whose role was checked.
  using Events = std::function<void(const ApiCall&)>;

  // What is named outlives it.
  Dispatcher(CrewApi& backend, std::shared_ptr<threads::BlockingCalls> pool,
             ids::RandomSource& random, const Options& options);

  // `events` is called in place of `answer` where the request is for the event stream.
  void Handle(http_server::Request request, http_server::Peer& peer, const Answer& answer,
              const Events& events);
  // As of HealthCall.
  http_server::Reply Readiness(bool needs_writes) { return health_->Readiness(needs_writes); }
  // Refuses acts from now on, and answers those that wait.
  void Drain() { acts_.Drain(); }

 private:
  // A request whose credential was shown.
  void HandleInside(ApiCall call, const Events& events);

  CrewApi& backend_;
  const std::shared_ptr<threads::BlockingCalls> pool_;
  const OriginRules origins_;
  ActCalls acts_;
  ReadCalls reads_;
  const std::shared_ptr<HealthCall> health_;
  const std::shared_ptr<PairCall> pair_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_DISPATCHER_H_

#ifndef COLLIE_RELAY_API_HTTP_API_CALL_H_
#define COLLIE_RELAY_API_HTTP_API_CALL_H_

#include <functional>
#include <utility>

#include "crew/http_server/message.h"
#include "relay/access/caller.h"
#include "relay/api/http/routes.h"
#include "relay/api/http/target.h"

namespace collie::relay {

// Answers one request, once, from any thread.
using Answer = std::function<void(http_server::Reply)>;

// A request that was let in, and what it names.
struct ApiCall {
  http_server::Request request;
  Target target;
  RouteMatch match;  // its route is there
  Caller caller;
  Answer answer;

  const Route& route() const { return *match.route; }
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_API_CALL_H_

#ifndef COLLIE_RELAY_HTTP_DOOR_SERVER_H_
#define COLLIE_RELAY_HTTP_DOOR_SERVER_H_

#include <functional>
#include <memory>

#include "relay/http/door_reply.h"
#include "relay/http/http_connection.h"

namespace collie::relay {

// Runs one whole request through cpp-httplib, in memory: it makes the reply's bytes, and its
// support for files and chunks serves pages and streams. It sees no socket, and of the request only
// what the front checked. Thread-safe.
class DoorServer {
 public:
  // May throw; that is answered 500.
  using Routes = std::function<DoorReply(const HttpRequest& request)>;

  explicit DoorServer(Routes routes);
  ~DoorServer();

  // The whole reply. Does not throw.
  HttpReply Answer(const HttpRequest& request);

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_SERVER_H_

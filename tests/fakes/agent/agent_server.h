#ifndef COLLIE_TESTS_FAKES_AGENT_AGENT_SERVER_H_
#define COLLIE_TESTS_FAKES_AGENT_AGENT_SERVER_H_

#include <memory>
#include <string>

#include "tests/fakes/agent/agent_model.h"

namespace collie::tests {

// What goes back over HTTP.
struct AgentReply {
  int status = 200;
  std::string content_type;
  std::string etag;
  std::string body;
  bool drop = false;   // close without a byte
  bool close = false;  // close after the reply, unannounced
};

// The HTTP server under a scripted agent.
class AgentServer {
 public:
  AgentServer();
  virtual ~AgentServer();

  void ListenOnSocket(const std::string& path);
  void ListenOnPort();
  int port() const { return port_; }
  // Closes every connection and waits for the handlers. Call before the subclass goes.
  void Stop();

 private:
  class Server;
  virtual AgentReply Handle(const WireRequest& request) = 0;
  void Run();

  int port_ = 0;
  std::unique_ptr<Server> server_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_FAKES_AGENT_AGENT_SERVER_H_

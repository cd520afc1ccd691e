#ifndef COLLIE_TESTS_CREW_HTTP_CLIENT_RAW_SERVER_H_
#define COLLIE_TESTS_CREW_HTTP_CLIENT_RAW_SERVER_H_

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::tests {

// A server that says exactly the bytes a test wants said, over a Unix socket or a loopback port.
class RawServer {
 public:
  // One accepted connection, in the hands of the test's script.
  class Connection {
   public:
    Connection(RawServer& server, int fd) : server_(server), fd_(fd) {}
    // Reads one whole request, head and announced body; empty when the other side closed.
    std::string ReadRequest();
    // False once the other side is gone.
    bool Write(const std::string& bytes);
    // Waits until the other side closes, or the server stops.
    void WaitForClose();

   private:
    RawServer& server_;
    const int fd_;
  };
  using Script = std::function<void(Connection&)>;

  // Runs `script` on each connection, then closes it. With a path: a Unix socket there, mode 0600.
  RawServer(const std::string& socket_path, Script script);
  explicit RawServer(Script script) : RawServer("", std::move(script)) {}
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  int port() const { return port_; }
  int accepted() const;
  // The requests read so far, whole.
  std::vector<std::string> requests() const;

 private:
  void Listen(const std::string& socket_path);
  void AcceptAll();

  const Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::thread acceptor_;
  mutable absl::Mutex mu_;
  bool stopped_ ABSL_GUARDED_BY(mu_) = false;
  int accepted_ ABSL_GUARDED_BY(mu_) = 0;
  std::vector<int> open_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> requests_ ABSL_GUARDED_BY(mu_);
  std::vector<std::thread> threads_;
};

// A reply with its length announced.
std::string HttpReply(int status, const std::string& body, const std::string& more_headers = "");

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_HTTP_CLIENT_RAW_SERVER_H_

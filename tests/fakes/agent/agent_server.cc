#include "tests/fakes/agent/agent_server.h"

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <set>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/strings/match.h"
#include "absl/synchronization/mutex.h"

namespace collie::tests {
namespace {

// A connection that can be dropped by the handler that runs on it.
class DroppableStream final : public httplib::Stream {
 public:
  explicit DroppableStream(int fd) : fd_(fd) {}

  bool WaitForRequest() const {
    pollfd waited{fd_, POLLIN, 0};
    return poll(&waited, 1, -1) > 0;
  }
  bool is_readable() const override { return true; }
  bool is_writable() const override { return !drop; }
  ssize_t read(char* bytes, size_t size) override { return recv(fd_, bytes, size, 0); }
  ssize_t write(const char* bytes, size_t size) override {
    return drop ? -1 : send(fd_, bytes, size, MSG_NOSIGNAL);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return fd_; }

  bool drop = false;
  bool close = false;

 private:
  const int fd_;
};

// Handlers are not told their connection; one thread serves one.
thread_local DroppableStream* current_stream = nullptr;

WireRequest ToWire(const httplib::Request& request) {
  WireRequest wire{request.method,
                   request.path,
                   {},
                   request.get_header_value("X-Collie-Session"),
                   request.get_header_value("If-None-Match"),
                   "",
                   request.body};
  for (const auto& [key, value] : request.params) wire.query[key] = value;
  const std::string authorization = request.get_header_value("Authorization");
  if (absl::StartsWith(authorization, "Bearer ")) wire.token = authorization.substr(7);
  return wire;
}

}  // namespace

class AgentServer::Server final : public httplib::Server {
 public:
  ~Server() override { CloseAll(); }

  void CloseAll() {
    stop();
    {
      absl::MutexLock lock(&mu_);
      stopped_ = true;
      for (const int fd : open_) shutdown(fd, SHUT_RDWR);
    }
    if (thread.joinable()) thread.join();
  }

  std::thread thread;

 private:
  bool process_and_close_socket(socket_t fd) override {
    {
      absl::MutexLock lock(&mu_);
      open_.insert(fd);
      if (stopped_) shutdown(fd, SHUT_RDWR);
    }
    DroppableStream stream(fd);
    current_stream = &stream;
    bool closed = false;
    while (!closed && !stream.drop && !stream.close && stream.WaitForRequest() &&
           process_request(stream, /*close_connection=*/false, closed, nullptr)) {
    }
    current_stream = nullptr;
    absl::MutexLock lock(&mu_);
    open_.erase(fd);
    ::close(fd);
    return true;
  }

  absl::Mutex mu_;
  bool stopped_ ABSL_GUARDED_BY(mu_) = false;
  std::set<int> open_ ABSL_GUARDED_BY(mu_);
};

AgentServer::AgentServer() : server_(std::make_unique<Server>()) {
  server_->new_task_queue = [] { return new httplib::ThreadPool(16); };
  const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
    const AgentReply reply = Handle(ToWire(request));
    current_stream->drop = reply.drop;
    current_stream->close = reply.close;
    response.status = reply.status;
    if (!reply.etag.empty()) response.set_header("ETag", reply.etag);
    if (reply.status != 304) response.set_content(reply.body, reply.content_type);
  };
  server_->Get(".*", handler);
  server_->Post(".*", handler);
}

AgentServer::~AgentServer() = default;

void AgentServer::ListenOnSocket(const std::string& path) {
  // Nobody must find the socket before its mode is right.
  const std::string unready = path + "~";
  ::unlink(unready.c_str());
  server_->set_address_family(AF_UNIX);
  server_->bind_to_port(unready, 80);
  chmod(unready.c_str(), 0600);
  std::rename(unready.c_str(), path.c_str());
  Run();
}

void AgentServer::ListenOnPort() {
  port_ = server_->bind_to_any_port("127.0.0.1");
  Run();
}

void AgentServer::Run() {
  server_->thread = std::thread([this] { server_->listen_after_bind(); });
  while (!server_->is_running()) std::this_thread::yield();
}

void AgentServer::Stop() { server_->CloseAll(); }

}  // namespace collie::tests

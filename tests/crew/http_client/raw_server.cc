#include "tests/crew/http_client/raw_server.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace collie::tests {
namespace {

size_t AnnouncedLength(const std::string& head) {
  const size_t at = head.find("Content-Length: ");
  size_t length = 0;
  if (at == std::string::npos) return 0;
  const size_t end = head.find('\r', at);
  if (!absl::SimpleAtoi(head.substr(at + 16, end - at - 16), &length)) return 0;
  return length;
}

}  // namespace

std::string RawServer::Connection::ReadRequest() {
  std::string request;
  size_t whole = std::string::npos;
  char bytes[4096];
  while (request.size() < whole) {
    const ssize_t count = read(fd_, bytes, sizeof bytes);
    if (count <= 0) return "";
    request.append(bytes, static_cast<size_t>(count));
    const size_t head = request.find("\r\n\r\n");
    if (head != std::string::npos) whole = head + 4 + AnnouncedLength(request.substr(0, head + 2));
  }
  absl::MutexLock lock(&server_.mu_);
  server_.requests_.push_back(request);
  return request;
}

bool RawServer::Connection::Write(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

void RawServer::Connection::WaitForClose() {
  char byte;
  while (read(fd_, &byte, 1) > 0) {
  }
}

RawServer::RawServer(const std::string& socket_path, Script script) : script_(std::move(script)) {
  Listen(socket_path);
  acceptor_ = std::thread([this] { AcceptAll(); });
}

void RawServer::Listen(const std::string& socket_path) {
  if (socket_path.empty()) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    bind(listener_, reinterpret_cast<sockaddr*>(&address), length);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
  } else {
    listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, socket_path.c_str(), sizeof address.sun_path - 1);
    bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    chmod(socket_path.c_str(), 0600);
  }
  listen(listener_, 16);
}

void RawServer::AcceptAll() {
  while (true) {
    const int fd = accept(listener_, nullptr, nullptr);
    if (fd < 0) return;
    absl::MutexLock lock(&mu_);
    if (stopped_) {
      close(fd);
      return;
    }
    ++accepted_;
    open_.push_back(fd);
    threads_.emplace_back([this, fd] {
      Connection connection(*this, fd);
      script_(connection);
      absl::MutexLock closing(&mu_);
      open_.erase(std::find(open_.begin(), open_.end(), fd));
      close(fd);
    });
  }
}

RawServer::~RawServer() {
  {
    absl::MutexLock lock(&mu_);
    stopped_ = true;
    shutdown(listener_, SHUT_RDWR);
    for (const int fd : open_) shutdown(fd, SHUT_RDWR);
  }
  acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
  close(listener_);
}

int RawServer::accepted() const {
  absl::MutexLock lock(&mu_);
  return accepted_;
}

std::vector<std::string> RawServer::requests() const {
  absl::MutexLock lock(&mu_);
  return requests_;
}

std::string HttpReply(int status, const std::string& body, const std::string& more_headers) {
  return absl::StrCat("HTTP/1.1 ", status,
                      " X\r\nContent-Type: application/json\r\nContent-Length: ", body.size(),
                      "\r\n", more_headers, "\r\n", body);
}

}  // namespace collie::tests

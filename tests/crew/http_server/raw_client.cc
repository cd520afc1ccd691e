#include "tests/crew/http_server/raw_client.h"

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace collie::tests {

RawClient::RawClient(uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{30, 0};
  setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  is_connected_ = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

RawClient::~RawClient() { close(fd_); }

size_t RawClient::Send(absl::string_view bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) break;
    sent += static_cast<size_t>(count);
  }
  return sent;
}

bool RawClient::AwaitDelivery() {
  for (int tries = 0; tries < 30'000; ++tries) {
    int unacknowledged = 0;
    if (ioctl(fd_, SIOCOUTQ, &unacknowledged) == 0 && unacknowledged == 0) return true;
    poll(nullptr, 0, 1);
  }
  return false;
}

bool RawClient::Receive() {
  std::array<char, 4096> bytes;
  const ssize_t count = recv(fd_, bytes.data(), bytes.size(), 0);
  if (count == 0) has_ended_ = true;
  if (count < 0) has_ended_ = errno == ECONNRESET;
  if (count <= 0) return false;
  in_.append(bytes.data(), static_cast<size_t>(count));
  return true;
}

std::string RawClient::ReadReply() {
  size_t end = std::string::npos;
  while ((end = in_.find("\r\n\r\n")) == std::string::npos) {
    if (!Receive()) return "";
  }
  size_t length = 0;
  (void)absl::SimpleAtoi(HeaderOf(in_, "Content-Length"), &length);
  const size_t whole = end + 4 + length;
  while (in_.size() < whole) {
    if (!Receive()) return "";
  }
  std::string reply = in_.substr(0, whole);
  in_.erase(0, whole);
  return reply;
}

std::string RawClient::ReadUntil(absl::string_view mark) {
  size_t end = std::string::npos;
  while ((end = in_.find(std::string(mark))) == std::string::npos) {
    if (!Receive()) return "";
  }
  std::string text = in_.substr(0, end + mark.size());
  in_.erase(0, text.size());
  return text;
}

std::string RawClient::ReadToEnd(bool* ended) {
  while (Receive()) {
  }
  *ended = has_ended_;
  return std::move(in_);
}

int StatusOf(absl::string_view reply) {
  int status = 0;
  (void)absl::SimpleAtoi(reply.substr(0, 12).substr(reply.size() < 9 ? 0 : 9), &status);
  return status;
}

std::string BodyOf(absl::string_view reply) {
  const size_t end = reply.find("\r\n\r\n");
  return end == absl::string_view::npos ? "" : std::string(reply.substr(end + 4));
}

std::string HeaderOf(absl::string_view reply, absl::string_view name) {
  const std::vector<absl::string_view> lines =
      absl::StrSplit(reply.substr(0, reply.find("\r\n\r\n")), "\r\n");
  for (const absl::string_view line : lines) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    if (absl::EqualsIgnoreCase(parts.first, name)) return std::string(parts.second);
  }
  return "";
}

}  // namespace collie::tests

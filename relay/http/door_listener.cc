#include "relay/http/door_listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr int kBacklog = 128;

struct Place {
  sockaddr_storage address{};
  socklen_t size = 0;
};

absl::Status NoSuchAddress(absl::string_view address) {
  return absl::InvalidArgumentError(
      absl::StrCat("The HTTP address \"", address, "\" is not host:port, such as 127.0.0.1:8787."));
}

absl::Status BeyondLoopback(absl::string_view address) {
  return absl::FailedPreconditionError(
      absl::StrCat("The HTTP API does not listen at ", address,
                   ": beyond 127.0.0.1 and [::1] it needs a certificate or a trusted proxy."));
}

absl::Status Failed(absl::string_view address, int error) {
  return absl::UnavailableError(absl::StrCat("The HTTP API cannot listen at ", address, ": ",
                                             std::strerror(error),
                                             "; name another address with --http."));
}

Place V4(in_addr host, uint16_t port) {
  Place place;
  auto& address = reinterpret_cast<sockaddr_in&>(place.address);
  address.sin_family = AF_INET;
  address.sin_addr = host;
  address.sin_port = htons(port);
  place.size = sizeof(address);
  return place;
}

Place V6(in6_addr host, uint16_t port) {
  Place place;
  auto& address = reinterpret_cast<sockaddr_in6&>(place.address);
  address.sin6_family = AF_INET6;
  address.sin6_addr = host;
  address.sin6_port = htons(port);
  place.size = sizeof(address);
  return place;
}

// Numbers and `localhost` only: a name that is looked up may lead anywhere.
absl::StatusOr<Place> ReadPlace(absl::string_view text) {
  const size_t colon = text.rfind(':');
  int port = 0;
  if (colon == absl::string_view::npos || !absl::SimpleAtoi(text.substr(colon + 1), &port) ||
      port < 0 || port > 65535) {
    return NoSuchAddress(text);
  }
  std::string host(text.substr(0, colon));
  if (host.empty()) return BeyondLoopback(text);
  if (host == "localhost") host = "127.0.0.1";
  in_addr v4{};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    if ((ntohl(v4.s_addr) >> 24) != 127) return BeyondLoopback(text);
    return V4(v4, static_cast<uint16_t>(port));
  }
  in6_addr v6{};
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (has_brackets && inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &v6) == 1) {
    if (!IN6_IS_ADDR_LOOPBACK(&v6)) return BeyondLoopback(text);
    return V6(v6, static_cast<uint16_t>(port));
  }
  return NoSuchAddress(text);
}

uint16_t PortOf(int fd) {
  Place bound;
  bound.size = sizeof(bound.address);
  getsockname(fd, reinterpret_cast<sockaddr*>(&bound.address), &bound.size);
  if (bound.address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<sockaddr_in6&>(bound.address).sin6_port);
  }
  return ntohs(reinterpret_cast<sockaddr_in&>(bound.address).sin_port);
}

}  // namespace

absl::StatusOr<DoorListener> ListenAt(absl::string_view address) {
  COLLIE_ASSIGN_OR_RETURN(const Place place, ReadPlace(address));
  DoorListener listener;
  listener.fd =
      OwnedFd(socket(place.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int fd = listener.fd.get();
  const int on = 1;
  if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      bind(fd, reinterpret_cast<const sockaddr*>(&place.address), place.size) != 0 ||
      listen(fd, kBacklog) != 0) {
    return Failed(address, errno);
  }
  listener.port = PortOf(fd);
  return listener;
}

}  // namespace collie::relay

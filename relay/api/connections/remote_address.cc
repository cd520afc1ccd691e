#include "relay/api/connections/remote_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace collie::relay {
namespace {

constexpr size_t kMappedAt = 12;  // where an IPv4 address stands in its IPv6 form

std::array<uint8_t, 16> Mapped(const in_addr& address) {
  std::array<uint8_t, 16> ip = {};
  ip[10] = ip[11] = 0xff;
  std::memcpy(ip.data() + kMappedAt, &address, sizeof(address));
  return ip;
}

// The address without brackets and scope.
std::string Bare(absl::string_view host) {
  std::string bare = absl::StrReplaceAll(host, {{"%5B", ""}, {"%5D", ""}, {"[", ""}, {"]", ""}});
  return bare.substr(0, bare.find('%'));
}

}  // namespace

std::optional<RemoteAddress> RemoteAddress::Of(int fd) {
  sockaddr_storage address = {};
  socklen_t length = sizeof(address);
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return std::nullopt;
  RemoteAddress remote;
  if (address.ss_family == AF_INET) {
    sockaddr_in v4 = {};
    std::memcpy(&v4, &address, sizeof(v4));
    remote.ip = Mapped(v4.sin_addr);
    remote.port = ntohs(v4.sin_port);
    return remote;
  }
  if (address.ss_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6 = {};
  std::memcpy(&v6, &address, sizeof(v6));
  std::copy(std::begin(v6.sin6_addr.s6_addr), std::end(v6.sin6_addr.s6_addr), remote.ip.begin());
  remote.port = ntohs(v6.sin6_port);
  return remote;
}

std::optional<RemoteAddress> RemoteAddress::Parse(std::string_view peer) {
  absl::string_view host(peer.data(), peer.size());
  const size_t colon = host.rfind(':');
  if (colon == absl::string_view::npos) return std::nullopt;
  int port = 0;
  if (!absl::SimpleAtoi(host.substr(colon + 1), &port) || port < 0 || port > 0xffff) {
    return std::nullopt;
  }
  host = host.substr(0, colon);
  RemoteAddress remote;
  remote.port = static_cast<uint16_t>(port);
  in_addr v4 = {};
  if (absl::ConsumePrefix(&host, "ipv4:")) {
    if (inet_pton(AF_INET, Bare(host).c_str(), &v4) != 1) return std::nullopt;
    remote.ip = Mapped(v4);
    return remote;
  }
  if (!absl::ConsumePrefix(&host, "ipv6:")) return std::nullopt;
  if (inet_pton(AF_INET6, Bare(host).c_str(), remote.ip.data()) != 1) return std::nullopt;
  return remote;
}

}  // namespace collie::relay

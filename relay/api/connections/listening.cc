#include "relay/api/connections/listening.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr int kBacklog = 1024;

struct Addresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, Addresses>;

absl::StatusOr<AddressList> Resolve(const std::string& host) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int failed = getaddrinfo(host.c_str(), "0", &hints, &list);
  if (failed != 0) return absl::UnavailableError(gai_strerror(failed));
  return AddressList(list);
}

void SetPort(sockaddr_storage& address, int port) {
  // The port stands at the same place for both families.
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address);
  v4->sin_port = htons(static_cast<uint16_t>(port));
}

absl::StatusOr<files::OwnedFd> ListenAt(const addrinfo& entry, int port) {
  sockaddr_storage address = {};
  std::memcpy(&address, entry.ai_addr, entry.ai_addrlen);
  SetPort(address, port);
  files::OwnedFd fd(socket(entry.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int on = 1;
  const int off = 0;
  if (entry.ai_family == AF_INET6) {
    // `::` takes IPv4 as well.
    setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
  }
  setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (fd.is_open() &&
      bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), entry.ai_addrlen) == 0 &&
      listen(fd.get(), kBacklog) == 0) {
    return fd;
  }
  return absl::UnavailableError(std::strerror(errno));
}

// A machine without IPv6 has no `::`.
absl::StatusOr<std::vector<files::OwnedFd>> ListenOnAll(const std::string& host, int port) {
  COLLIE_ASSIGN_OR_RETURN(const AddressList list, Resolve(host));
  std::vector<files::OwnedFd> listening;
  absl::Status failed;
  for (const addrinfo* entry = list.get(); entry != nullptr; entry = entry->ai_next) {
    absl::StatusOr<files::OwnedFd> fd = ListenAt(*entry, port);
    if (!fd.ok()) {
      failed = fd.status();
      continue;
    }
    if (port == 0) port = PortOf(*fd);
    listening.push_back(*std::move(fd));
  }
  if (listening.empty()) return failed;
  return listening;
}

}  // namespace

absl::StatusOr<std::vector<files::OwnedFd>> ListenOn(const config::HostPort& address) {
  if (!address.host.empty()) return ListenOnAll(address.host, address.port);
  absl::StatusOr<std::vector<files::OwnedFd>> both = ListenOnAll("::", address.port);
  return both.ok() ? std::move(both) : ListenOnAll("0.0.0.0", address.port);
}

int PortOf(const files::OwnedFd& listening) {
  sockaddr_storage address = {};
  socklen_t length = sizeof(address);
  if (getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

}  // namespace collie::relay

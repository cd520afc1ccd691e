#ifndef COLLIE_RELAY_API_CONNECTIONS_REMOTE_ADDRESS_H_
#define COLLIE_RELAY_API_CONNECTIONS_REMOTE_ADDRESS_H_

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace collie::relay {

// The far end of a TCP connection: address and port. An IPv4 address is kept in its IPv6 form, so
// that both notations of one peer are equal.
struct RemoteAddress {
  std::array<uint8_t, 16> ip = {};
  uint16_t port = 0;

  // Of a connected socket; none: it is no TCP connection, or it is closed already.
  static std::optional<RemoteAddress> Of(int fd);
  // As gRPC names the peer of a call: `ipv4:127.0.0.1:5000`, `ipv6:%5B::1%5D:5000`. None: it cannot
  // be read.
  static std::optional<RemoteAddress> Parse(std::string_view peer);

  friend auto operator<=>(const RemoteAddress&, const RemoteAddress&) = default;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_CONNECTIONS_REMOTE_ADDRESS_H_

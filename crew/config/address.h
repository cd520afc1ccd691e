#ifndef COLLIE_CREW_CONFIG_ADDRESS_H_
#define COLLIE_CREW_CONFIG_ADDRESS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace collie::config {

// A host and a port, as flags name them.
struct HostPort {
  std::string host;  // a name or an address, without brackets; empty: every address of this machine
  uint16_t port = 0;  // 0: any free one

  // Only this machine can reach it. A name other than `localhost` counts as reachable.
  bool is_loopback() const;
  // host:port, an IPv6 address in brackets; ParseHostPort reads it back.
  std::string ToString() const;

  friend bool operator==(const HostPort&, const HostPort&) = default;
};

// Reads `host:port`, `[::1]:port` or `:port`. Errors: INVALID_ARGUMENT, with a sentence that quotes
// the text.
absl::StatusOr<HostPort> ParseHostPort(std::string_view text);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_ADDRESS_H_

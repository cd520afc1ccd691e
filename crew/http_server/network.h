#ifndef COLLIE_CREW_HTTP_SERVER_NETWORK_H_
#define COLLIE_CREW_HTTP_SERVER_NETWORK_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace collie::http_server {

// A network of addresses, such as 10.0.0.0/8, ::1/128 or one address. IPv4 addresses that come as
// IPv6 (::ffff:10.0.0.1) count as IPv4.
class Network {
 public:
  // INVALID_ARGUMENT with one sentence: no network, or one that holds every address (/0).
  static absl::StatusOr<Network> Parse(std::string_view text);

  // `address` as numbers; what is no address is in no network.
  bool Contains(std::string_view address) const;
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::array<uint8_t, 16> bytes_{};
  int bits_ = 128;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_NETWORK_H_

#include "crew/http_server/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace collie::http_server {
namespace {

constexpr int kV4Prefix = 96;  // ::ffff:0:0/96

using Bytes = std::array<uint8_t, 16>;

std::optional<Bytes> ReadAddress(std::string_view text, bool* is_v4) {
  const std::string address(text);
  Bytes bytes{};
  in_addr v4{};
  in6_addr v6{};
  *is_v4 = inet_pton(AF_INET, address.c_str(), &v4) == 1;
  if (*is_v4) {
    bytes[10] = bytes[11] = 0xff;
    std::memcpy(&bytes[12], &v4, sizeof(v4));
    return bytes;
  }
  if (inet_pton(AF_INET6, address.c_str(), &v6) != 1) return std::nullopt;
  std::memcpy(bytes.data(), &v6, sizeof(v6));
  return bytes;
}

absl::Status NoNetwork(std::string_view text, const char* why) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", absl::CEscape(std::string(text.substr(0, 100))), "' ", why,
                   ": write an address and its bits, such as 10.0.0.0/8 or 127.0.0.1/32."));
}

}  // namespace

absl::StatusOr<Network> Network::Parse(std::string_view text) {
  const size_t slash = text.find('/');
  bool is_v4 = false;
  const std::optional<Bytes> bytes = ReadAddress(text.substr(0, slash), &is_v4);
  if (!bytes) return NoNetwork(text, "is no network");
  int bits = is_v4 ? 32 : 128;
  if (slash != std::string_view::npos) {
    int named = 0;
    const std::string_view digits = text.substr(slash + 1);
    if (!absl::SimpleAtoi(absl::string_view(digits.data(), digits.size()), &named) || named < 0 ||
        named > bits) {
      return NoNetwork(text, "is no network");
    }
    if (named == 0) return NoNetwork(text, "holds every address, so it trusts everybody");
    bits = named;
  }
  Network network;
  network.text_ = std::string(text);
  network.bytes_ = *bytes;
  network.bits_ = bits + (is_v4 ? kV4Prefix : 0);
  return network;
}

bool Network::Contains(std::string_view address) const {
  bool is_v4 = false;
  const std::optional<Bytes> bytes = ReadAddress(address, &is_v4);
  if (!bytes) return false;
  const int whole = bits_ / 8;
  if (!std::equal(bytes->begin(), bytes->begin() + whole, bytes_.begin())) return false;
  const int rest = bits_ % 8;
  if (rest == 0) return true;
  const int mask = 0xff << (8 - rest) & 0xff;
  return ((*bytes)[whole] & mask) == (bytes_[whole] & mask);
}

}  // namespace collie::http_server

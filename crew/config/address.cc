#include "crew/config/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collie::config {
namespace {

constexpr size_t kMostHostBytes = 253;  // the longest name that DNS carries

bool IsIpv6(const std::string& host) {
  in6_addr address = {};
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

bool IsHostCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_';
}

// A bare name or IPv4 address, or nothing.
bool IsPlainHost(std::string_view host) {
  return host.size() <= kMostHostBytes && std::all_of(host.begin(), host.end(), IsHostCharacter);
}

bool ReadPort(std::string_view text, uint16_t& port) {
  if (text.empty() || text.size() > 5) return false;
  uint32_t value = 0;
  for (char c : text) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) return false;
    value = value * 10 + static_cast<uint32_t>(c - '0');
  }
  port = static_cast<uint16_t>(value);
  return value <= 65535;
}

absl::Status Refuse(std::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", absl::CEscape(std::string(text.substr(0, 100))),
                   "' is no address: write host:port, such as 127.0.0.1:8787 or [::1]:8787."));
}

}  // namespace

bool HostPort::is_loopback() const {
  if (absl::EqualsIgnoreCase(host, "localhost")) return true;
  in_addr v4 = {};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  in6_addr v6 = {};
  if (inet_pton(AF_INET6, host.c_str(), &v6) != 1) return false;
  return IN6_IS_ADDR_LOOPBACK(&v6) || (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
}

std::string HostPort::ToString() const {
  const bool brackets = absl::StrContains(host, ':');
  return absl::StrCat(brackets ? "[" : "", host, brackets ? "]:" : ":", port);
}

absl::StatusOr<HostPort> ParseHostPort(std::string_view text) {
  const size_t colon = text.rfind(':');
  HostPort address;
  if (colon == std::string_view::npos || !ReadPort(text.substr(colon + 1), address.port)) {
    return Refuse(text);
  }
  std::string_view host = text.substr(0, colon);
  const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  address.host = std::string(brackets ? host.substr(1, host.size() - 2) : host);
  const bool valid = brackets ? IsIpv6(address.host) : IsPlainHost(address.host);
  if (!valid) return Refuse(text);
  return address;
}

}  // namespace collie::config

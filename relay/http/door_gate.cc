#include "relay/http/door_gate.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace collie::relay {
namespace {

constexpr size_t kLongestToken = 512;

// Addresses as numbers cannot be rebound by a name server; of names only localhost is ours.
bool IsLoopbackHost(absl::string_view host) {
  in_addr address{};
  return absl::EqualsIgnoreCase(host, "localhost") || host == "[::1]" ||
         (absl::StartsWith(host, "127.") &&
          inet_pton(AF_INET, std::string(host).c_str(), &address) == 1);
}

bool IsTokenChar(char c) {
  return absl::ascii_isalnum(c) || absl::StrContains("-._~+/=", absl::string_view(&c, 1));
}

// The bearer token of a request; "" when there is none that could be one.
absl::string_view TokenOf(const HttpRequest& request) {
  constexpr absl::string_view kScheme = "bearer ";
  const std::string* header = request.Header("authorization");
  if (header == nullptr || !absl::StartsWithIgnoreCase(*header, kScheme)) return "";
  const absl::string_view token =
      absl::StripAsciiWhitespace(absl::string_view(*header).substr(kScheme.size()));
  if (token.size() > kLongestToken || !std::all_of(token.begin(), token.end(), IsTokenChar)) {
    return "";
  }
  return token;
}

DoorReply Unauthorized() {
  DoorReply reply = ErrorReply(
      401, "unauthorized",
      "Show a device's token with Authorization: Bearer; `collie devices pair` makes one.");
  reply.headers.emplace_back("WWW-Authenticate", "Bearer");
  return reply;
}

}  // namespace

std::optional<DoorReply> DoorGate::Misdirected(const HttpRequest& request) const {
  const std::string* host = request.Header("host");
  absl::string_view name = host == nullptr ? absl::string_view() : *host;
  if (!absl::ConsumeSuffix(&name, absl::StrCat(":", port_)) || !IsLoopbackHost(name)) {
    return ErrorReply(421, "bad-host", "Reach this API as localhost or 127.0.0.1, with its port.");
  }
  const std::string* origin = request.Header("origin");
  if (origin != nullptr && !absl::EqualsIgnoreCase(*origin, absl::StrCat("http://", *host))) {
    return ErrorReply(403, "cross-origin", "Pages of another origin may not use this API.");
  }
  return std::nullopt;
}

std::variant<Caller, DoorReply> DoorGate::Admit(const HttpRequest& request) const {
  const absl::string_view token = TokenOf(request);
  if (token.empty()) return Unauthorized();
  std::optional<Caller> caller = backend_.Authenticate({token.data(), token.size()});
  if (!caller) return Unauthorized();
  return *std::move(caller);
}

}  // namespace collie::relay

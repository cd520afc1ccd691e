#include "relay/api/http/origin_rules.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {
namespace {

// The name of `host[:port]`, an IPv6 address in its brackets; "" where it is none.
absl::string_view NameOf(absl::string_view host) {
  const size_t bracket = host.find(']');
  const size_t colon = host.find(':', bracket == absl::string_view::npos ? 0 : bracket);
  const absl::string_view name = host.substr(0, colon);
  if (colon == absl::string_view::npos) return name;
  const absl::string_view port = host.substr(colon + 1);
  const bool is_port = !port.empty() && port.size() <= 5 &&
                       std::all_of(port.begin(), port.end(), absl::ascii_isdigit);
  return is_port ? name : absl::string_view();
}

// Addresses as numbers cannot be rebound by a name server; of names only localhost is ours.
bool IsLoopback(absl::string_view name) {
  in_addr address{};
  return absl::EqualsIgnoreCase(name, "localhost") || name == "[::1]" ||
         (absl::StartsWith(name, "127.") &&
          inet_pton(AF_INET, std::string(name).c_str(), &address) == 1);
}

// An origin in one form: lower case, without the port that its scheme has anyway.
std::string Canonical(absl::string_view origin) {
  std::string lower = absl::AsciiStrToLower(origin);
  absl::string_view text = lower;
  if (absl::StartsWith(text, "http://")) absl::ConsumeSuffix(&text, ":80");
  if (absl::StartsWith(text, "https://")) absl::ConsumeSuffix(&text, ":443");
  return std::string(text);
}

}  // namespace

absl::StatusOr<PublicUrl> PublicUrl::Parse(absl::string_view text) {
  PublicUrl url;
  absl::string_view rest = text;
  absl::ConsumeSuffix(&rest, "/");
  url.origin = Canonical(rest);
  rest = url.origin;
  url.is_https = absl::ConsumePrefix(&rest, "https://");
  const bool has_scheme = url.is_https || absl::ConsumePrefix(&rest, "http://");
  url.host = std::string(NameOf(rest));
  const bool is_host =
      !url.host.empty() && std::all_of(url.host.begin(), url.host.end(), [](char c) {
        return absl::ascii_isalnum(c) || absl::StrContains("-._[]:", absl::string_view(&c, 1));
      });
  if (has_scheme && is_host) return url;
  return absl::InvalidArgumentError(
      absl::StrCat("'", absl::CEscape(text.substr(0, 100)),
                   "' is no public URL: write its scheme and host alone, such as "
                   "https://collie.example.org."));
}

bool OriginRules::IsOurHost(absl::string_view host) const {
  if (options_.has_proxy) return true;
  const absl::string_view name = NameOf(host);
  return IsLoopback(name) ||
         (options_.public_url && absl::EqualsIgnoreCase(name, options_.public_url->host));
}

bool OriginRules::IsOurOrigin(absl::string_view origin, absl::string_view host) const {
  const std::string canonical = Canonical(origin);
  if (options_.public_url && canonical == options_.public_url->origin) return true;
  if (options_.has_proxy) return false;
  return canonical == Canonical(absl::StrCat(options_.has_tls ? "https://" : "http://", host));
}

std::optional<http_server::Reply> OriginRules::Misdirected(
    const http_server::Request& request) const {
  const std::string* host = request.Header("host");
  // Only HTTP/1.0 comes without one, and no browser speaks that.
  if (host != nullptr && !IsOurHost(*host)) {
    return ErrorReply(421, "bad-host",
                      "Reach this API as localhost or 127.0.0.1, or by its public URL.");
  }
  const std::string* origin = request.Header("origin");
  if (origin != nullptr && !IsOurOrigin(*origin, host == nullptr ? "" : *host)) {
    return ErrorReply(403, "cross-origin", "Pages of another origin may not use this API.");
  }
  return std::nullopt;
}

}  // namespace collie::relay

#ifndef COLLIE_RELAY_API_HTTP_ORIGIN_RULES_H_
#define COLLIE_RELAY_API_HTTP_ORIGIN_RULES_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crew/http_server/message.h"

namespace collie::relay {

// Where people reach the API from other machines, such as https://collie.example.org.
struct PublicUrl {
  std::string origin;  // scheme://host[:port], lower case, without a default port
  std::string host;    // without the port
  bool is_https = false;

  // INVALID_ARGUMENT with one sentence: no http or https URL, or one with a path.
  static absl::StatusOr<PublicUrl> Parse(absl::string_view text);
};

// Which Host and Origin a request may name. Pure; thread-safe.
//
// A name server may lead any name to this machine (DNS rebinding), so of names only those that are
// known to be ours are served: loopback ones, with any port or none, and the public URL's. From a
// trusted proxy any is, since it chose where to send the request.
class OriginRules {
 public:
  struct Options {
    bool has_tls = false;
    bool has_proxy = false;
    std::optional<PublicUrl> public_url;
  };

  explicit OriginRules(Options options) : options_(std::move(options)) {}

  // Why a request is refused, whoever sends it: 421 for its Host, 403 for a page of another origin
  // that made a browser send it.
  std::optional<http_server::Reply> Misdirected(const http_server::Request& request) const;

  // Whether browsers reach the API over TLS, so that a cookie may say so.
  bool is_secure() const {
    return options_.has_tls || (options_.public_url && options_.public_url->is_https);
  }

 private:
  bool IsOurHost(absl::string_view host) const;
  bool IsOurOrigin(absl::string_view origin, absl::string_view host) const;

  const Options options_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ORIGIN_RULES_H_

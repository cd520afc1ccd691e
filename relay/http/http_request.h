#ifndef COLLIE_RELAY_HTTP_HTTP_REQUEST_H_
#define COLLIE_RELAY_HTTP_HTTP_REQUEST_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace collie::relay {

// The limits of one connection.
struct HttpLimits {
  size_t head_bytes = 16 << 10;                       // request line and headers together
  size_t target_bytes = 2 << 10;                      // path and query
  size_t body_bytes = 128 << 10;                      // twice what an act may say to an agent
  absl::Duration request_within = absl::Seconds(10);  // from a request's first byte to its last
  absl::Duration idle = absl::Seconds(30);            // between two requests
  absl::Duration reply_within = absl::Seconds(30);    // from a reply's first byte to its last
  absl::Duration linger =
      absl::Seconds(1);             // reads on after the last reply, so that it is not lost
  size_t linger_bytes = 256 << 10;  // and no more than this
};

// One whole request. Its head was checked by ParseRequestHead.
struct HttpRequest {
  std::string method;
  std::string target;                                        // as it came, percent signs and all
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  bool keep_alive = true;

  // The first value of a header, named in lower case; nullptr when there is none.
  const std::string* Header(absl::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return &value;
    }
    return nullptr;
  }
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_HTTP_REQUEST_H_

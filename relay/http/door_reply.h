#ifndef COLLIE_RELAY_HTTP_DOOR_REPLY_H_
#define COLLIE_RELAY_HTTP_DOOR_REPLY_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace collie::relay {

// The reply to one request: JSON, or nothing.
struct DoorReply {
  int status = 200;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // besides those that every reply has
};

// `{"code", "message"}`: a word for programs, one sentence for a person.
DoorReply ErrorReply(int status, absl::string_view code, absl::string_view message);
// 503 with Retry-After: nothing was done, and a moment later it can be.
DoorReply OverloadedReply();

// The headers of every reply: no-store, no framing, no referrer, no sniffing.
const std::vector<std::pair<std::string, std::string>>& SecurityHeaders();

// A whole HTTP reply that ends its connection, for what is refused before routing.
std::string ClosingReplyBytes(const DoorReply& reply);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_REPLY_H_

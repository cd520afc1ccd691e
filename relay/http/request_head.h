#ifndef COLLIE_RELAY_HTTP_REQUEST_HEAD_H_
#define COLLIE_RELAY_HTTP_REQUEST_HEAD_H_

#include <cstddef>
#include <variant>

#include "absl/strings/string_view.h"
#include "relay/http/door_reply.h"
#include "relay/http/http_request.h"

// Reads the head of an HTTP/1.1 request so strictly that every reader sees the same request in its
// bytes. Pure; any thread.
namespace collie::relay {

// Where a head ends in what has arrived.
struct HeadEnd {
  enum class Found { kNotYet, kEnd, kBroken };
  Found found = Found::kNotYet;
  size_t size = 0;  // of the head with its empty line, when it ended
};

// Searches for the empty line; the bytes before `from` were searched earlier. kBroken: a line does
// not end in CR LF.
HeadEnd FindHeadEnd(absl::string_view bytes, size_t from);

struct RequestHead {
  HttpRequest request;    // without its body
  size_t body_bytes = 0;  // that follow
};

// Reads a whole head. The refusal is what to answer before closing. Refused: another version, a
// folded or malformed header line, a transfer coding, a Content-Length that is repeated, malformed
// or past the limit, an expectation, and a second Host, Authorization, Origin or Content-Type.
std::variant<RequestHead, DoorReply> ParseRequestHead(absl::string_view head,
                                                      const HttpLimits& limits);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_REQUEST_HEAD_H_

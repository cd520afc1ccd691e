#ifndef COLLIE_CREW_HTTP_SERVER_LIMITS_H_
#define COLLIE_CREW_HTTP_SERVER_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

namespace collie::http_server {

// What one connection may cost. All times are of the steady clock.
struct Limits {
  size_t head_bytes = 16 << 10;  // request line and headers together
  size_t headers = 100;
  size_t body_bytes = 128 << 10;  // after its chunks were joined
  absl::Duration handshake = absl::Seconds(10);
  absl::Duration head = absl::Seconds(10);   // from its first byte; also for the first one to come
  absl::Duration body = absl::Seconds(20);   // from the end of the head
  absl::Duration idle = absl::Seconds(75);   // between two requests
  absl::Duration write = absl::Seconds(30);  // for kWritePiece of a reply
  absl::Duration stream_write = absl::Minutes(2);  // for one piece of a stream
  size_t stream_bytes = 4 << 20;                   // that wait for the reader of one stream
  size_t owner_bytes = 64 << 20;  // of replies that wait for the readers of one owner
};

inline constexpr size_t kWritePiece = 256 << 10;

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_LIMITS_H_

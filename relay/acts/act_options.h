#ifndef COLLIE_RELAY_ACTS_ACT_OPTIONS_H_
#define COLLIE_RELAY_ACTS_ACT_OPTIONS_H_

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace collie::relay {

// The times of an act. Start from the defaults and change what is needed.
struct ActOptions {
  // From acceptance to "unknown", for an agent behind a private socket.
  absl::Duration socket_time = absl::Seconds(20);
  // The same for an agent behind a URL.
  absl::Duration url_time = absl::Seconds(35);
  // How long a stop waits for the lock before it goes on without it.
  absl::Duration stop_wait = absl::Seconds(3);
  // How long a caller waits before the reply is `pending`.
  absl::Duration reply_wait = absl::Seconds(25);
  // How soon a write that the store refused is retried.
  absl::Duration store_retry = absl::Seconds(1);
  // How often the edge is queried about an act that passed its deadline.
  absl::Duration reconcile_every = absl::Seconds(10);
  // For how long a conversation is read without a watcher, for an act that is unknown,
  // maybe-applied or not yet effective.
  absl::Duration heal_for = absl::Hours(1);

  // INVALID_ARGUMENT names the field that is out of its range.
  absl::Status Validate() const;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_OPTIONS_H_

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
  // How long a door waits before it answers `pending`.
  absl::Duration door_wait = absl::Seconds(25);
  // How soon a store that refused a write is asked again.
  absl::Duration store_again = absl::Seconds(1);
  // How often the edge is asked again about an act that passed its deadline.
  absl::Duration settle_again = absl::Seconds(10);
  // For how long a conversation is read, though nobody watches it, for an act that is unknown,
  // maybe-applied or not yet effective.
  absl::Duration heal_for = absl::Hours(1);

  // INVALID_ARGUMENT names the field that is out of its range.
  absl::Status Validate() const;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_OPTIONS_H_

#ifndef COLLIE_RELAY_ACCESS_NEW_DEVICE_H_
#define COLLIE_RELAY_ACCESS_NEW_DEVICE_H_

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "collie/v1/crew_admin.pb.h"

namespace collie::relay {

// What Devices::Pair is asked for. Exactly one of `token_hash` and `pin` is set.
struct NewDevice {
  std::string label;  // cleaned
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<absl::Duration> life;  // none: until revoked
  std::string token_hash;              // identity::HashToken
  std::string pin;                     // crew/identity/pin.h
  std::string paired_by;               // the label of the device that asks; empty for the owner
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_NEW_DEVICE_H_

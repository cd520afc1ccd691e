#ifndef COLLIE_RELAY_ENROLLMENT_LABEL_H_
#define COLLIE_RELAY_ENROLLMENT_LABEL_H_

#include <string>

#include "absl/status/status.h"

namespace collie::relay {

// Whether a person's name for a host or a device may be kept: one line of 1 to 63 characters that
// shows as what it is. Pure. Errors: INVALID_ARGUMENT.
absl::Status CheckLabel(const std::string& label);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ENROLLMENT_LABEL_H_

#ifndef COLLIE_RELAY_ACCESS_DEVICE_RECORD_H_
#define COLLIE_RELAY_ACCESS_DEVICE_RECORD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/crew_admin.pb.h"
#include "crew/journal/database.h"

namespace collie::relay {

// One row of the table of devices. The functions below run inside a change of the access store, on
// its writer's thread; their errors are the database's and what is named.
struct DeviceRecord {
  int64_t id = 0;              // of the row
  std::string device_id = {};  // what others know it by
  std::string label;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::string token_hash;
  std::string pin;
  absl::Time paired_at;
  absl::Time expires_at = absl::InfiniteFuture();
  absl::Duration ends_counted = absl::InfiniteDuration();  // the same in service time of the store
  bool revoked = false;

  v1::Device ToProto() const;
};

// All of them, the oldest first.
absl::StatusOr<std::vector<DeviceRecord>> ReadDevices(journal::Database& database);

// Writes the record and sets both of its ids. `paired_by` is a label, empty for the owner. Errors:
// those of Devices::Pair.
absl::Status InsertDevice(journal::Database& database, const std::string& paired_by,
                          DeviceRecord& device);

// Marks the device and all that came from it; returns the ids that were not revoked before. Errors:
// NOT_FOUND.
absl::StatusOr<std::vector<int64_t>> RevokeDevices(journal::Database& database,
                                                   const std::string& label);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_DEVICE_RECORD_H_

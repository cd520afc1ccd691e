#include "relay/access/device_record.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr int64_t kMostDevices = 1000;

int64_t ToMillis(absl::Time time) {
  return time == absl::InfiniteFuture() ? 0 : absl::ToUnixMillis(time);
}

absl::Time FromMillis(int64_t millis) {
  return millis == 0 ? absl::InfiniteFuture() : absl::FromUnixMillis(millis);
}

void SetTimestamp(absl::Time time, google::protobuf::Timestamp& timestamp) {
  const int64_t millis = absl::ToUnixMillis(time);
  timestamp.set_seconds(millis / 1000);
  timestamp.set_nanos(static_cast<int32_t>(millis % 1000) * 1'000'000);
}

// The first column of the first row, or 0.
absl::StatusOr<int64_t> Number(Database& database, const char* sql, const std::string& value) {
  COLLIE_ASSIGN_OR_RETURN(Statement statement, database.Prepare(sql));
  COLLIE_ASSIGN_OR_RETURN(bool found, statement.Bind(1, std::string_view(value)).Step());
  return found ? statement.Int(0) : 0;
}

absl::StatusOr<int64_t> Count(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement count,
                          database.Prepare("SELECT count(*) FROM device WHERE revoked = 0"));
  COLLIE_RETURN_IF_ERROR(count.Step().status());
  return count.Int(0);
}

absl::Status CheckFree(Database& database, const DeviceRecord& device) {
  COLLIE_ASSIGN_OR_RETURN(
      int64_t label,
      Number(database, "SELECT id FROM device WHERE label = ? AND revoked = 0", device.label));
  if (label != 0) {
    return absl::AlreadyExistsError(absl::StrCat("The label '", device.label,
                                                 "' is taken: revoke that device first, or choose "
                                                 "another label."));
  }
  COLLIE_ASSIGN_OR_RETURN(int64_t key, Number(database,
                                              "SELECT 1 FROM device WHERE pin = ?1 AND pin <> '' "
                                              "AND revoked = 0 UNION ALL SELECT 1 FROM member "
                                              "WHERE pin = ?1 AND removed = 0",
                                              device.pin));
  if (key != 0) return absl::AlreadyExistsError("This key is in use already: pair with a new key.");
  COLLIE_ASSIGN_OR_RETURN(int64_t count, Count(database));
  if (count < kMostDevices) return absl::OkStatus();
  return absl::ResourceExhaustedError("There are 1,000 devices: revoke one that is not used.");
}

absl::StatusOr<int64_t> WhoPairs(Database& database, const std::string& label) {
  if (label.empty()) return 0;
  COLLIE_ASSIGN_OR_RETURN(
      int64_t id, Number(database, "SELECT id FROM device WHERE label = ? AND revoked = 0", label));
  if (id != 0) return id;
  return absl::PermissionDeniedError(
      absl::StrCat("The device '", label, "' was revoked: it pairs nothing any more."));
}

}  // namespace

v1::Device DeviceRecord::ToProto() const {
  v1::Device device;
  device.set_label(label);
  device.set_role(role);
  SetTimestamp(paired_at, *device.mutable_paired_at());
  if (expires_at != absl::InfiniteFuture()) SetTimestamp(expires_at, *device.mutable_expires_at());
  device.set_revoked(revoked);
  device.set_id(device_id);
  return device;
}

absl::StatusOr<std::vector<DeviceRecord>> ReadDevices(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare("SELECT id, label, role, token_hash, pin, paired_at, expires_at, "
                       "ends_counted, revoked, device_id FROM device ORDER BY id"));
  std::vector<DeviceRecord> devices;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool more, row.Step());
    if (!more) return devices;
    devices.push_back({.id = row.Int(0),
                       .device_id = row.Text(9),
                       .label = row.Text(1),
                       .role = static_cast<v1::Role>(row.Int(2)),
                       .token_hash = row.Text(3),
                       .pin = row.Text(4),
                       .paired_at = FromMillis(row.Int(5)),
                       .expires_at = FromMillis(row.Int(6)),
                       .ends_counted = row.Int(7) == 0 ? absl::InfiniteDuration()
                                                       : absl::Milliseconds(row.Int(7)),
                       .revoked = row.Int(8) != 0});
  }
}

absl::Status InsertDevice(Database& database, const std::string& paired_by, DeviceRecord& device) {
  COLLIE_ASSIGN_OR_RETURN(int64_t pairing, WhoPairs(database, paired_by));
  COLLIE_RETURN_IF_ERROR(CheckFree(database, device));
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO device (label, role, token_hash, pin, paired_at, expires_at, "
                       "paired_by, ends_counted, device_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
                       "'d-' || lower(hex(randomblob(6)))) RETURNING id, device_id"));
  const bool ends = device.ends_counted != absl::InfiniteDuration();
  insert.Bind(1, std::string_view(device.label))
      .Bind(2, int64_t{device.role})
      .Bind(3, std::string_view(device.token_hash))
      .Bind(4, std::string_view(device.pin))
      .Bind(5, ToMillis(device.paired_at))
      .Bind(6, ToMillis(device.expires_at))
      .Bind(7, pairing)
      .Bind(8, ends ? std::max<int64_t>(1, absl::ToInt64Milliseconds(device.ends_counted)) : 0);
  COLLIE_ASSIGN_OR_RETURN(bool inserted, insert.Step());
  if (!inserted) return absl::InternalError("A new device got no number: report this.");
  device.id = insert.Int(0);
  device.device_id = insert.Text(1);
  return insert.Run();
}

absl::StatusOr<std::vector<int64_t>> RevokeDevices(Database& database, const std::string& label) {
  COLLIE_ASSIGN_OR_RETURN(int64_t known,
                          Number(database, "SELECT id FROM device WHERE label = ?", label));
  if (known == 0) {
    return absl::NotFoundError(absl::StrCat("No device '", label, "': see `collie devices list`."));
  }
  COLLIE_ASSIGN_OR_RETURN(Statement revoke, database.Prepare(R"sql(
    WITH RECURSIVE ended (id) AS (
      SELECT id FROM device WHERE label = ? AND revoked = 0
      UNION SELECT device.id FROM device JOIN ended ON device.paired_by = ended.id
    )
    UPDATE device SET revoked = 1 WHERE revoked = 0 AND id IN (SELECT id FROM ended) RETURNING id
  )sql"));
  revoke.Bind(1, std::string_view(label));
  std::vector<int64_t> ids;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool more, revoke.Step());
    if (!more) return ids;
    ids.push_back(revoke.Int(0));
  }
}

}  // namespace collie::relay

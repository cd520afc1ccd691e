#include "relay/access/access_store.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "crew/journal/service_time.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

// Times are milliseconds since the Unix epoch, 0 for never. A device has a token's hash or a pin;
// the other one is empty. `paired_by` is the device that paired it, 0 for the owner.
const char kFirstSchema[] = R"sql(
  CREATE TABLE member (
    id          TEXT PRIMARY KEY,
    label       TEXT NOT NULL,
    pin         TEXT NOT NULL,
    ephemeral   INTEGER NOT NULL,
    enrolled_at INTEGER NOT NULL,
    removed     INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX member_pin ON member (pin) WHERE removed = 0;

  CREATE TABLE device (
    id         INTEGER PRIMARY KEY,
    label      TEXT NOT NULL,
    role       INTEGER NOT NULL,
    token_hash TEXT NOT NULL,
    pin        TEXT NOT NULL,
    paired_at  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    paired_by  INTEGER NOT NULL,
    revoked    INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX device_label ON device (label) WHERE revoked = 0;
  CREATE UNIQUE INDEX device_pin ON device (pin) WHERE revoked = 0 AND pin <> '';
  CREATE UNIQUE INDEX device_token ON device (token_hash) WHERE token_hash <> '';
)sql";

// `ends_counted` is the service time (crew/journal/service_time.h), in milliseconds, at which a
// life ends if the wall clock has not ended it before; 0 for never. Devices of before get their
// whole life from now.
const char kCountedLives[] = R"sql(
  ALTER TABLE device ADD COLUMN ends_counted INTEGER NOT NULL DEFAULT 0;
  UPDATE device SET ends_counted = MAX(1, expires_at - paired_at) WHERE expires_at <> 0;
)sql";

// Who may join again as a member whose key was revoked, and the keys that were.
const char kRejoinSchema[] = R"sql(
  CREATE TABLE rejoin (
    member     TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE revoked_key (
    pin    TEXT PRIMARY KEY,
    member TEXT NOT NULL
  ) STRICT;
)sql";

// What receipts name a device by: a label may be given again, and a number too, once an older copy
// of this file was put back.
const char kDeviceIds[] = R"sql(
  ALTER TABLE device ADD COLUMN device_id TEXT NOT NULL DEFAULT '';
  UPDATE device SET device_id = 'd-' || lower(hex(randomblob(6)));
  CREATE UNIQUE INDEX device_id ON device (device_id) WHERE device_id <> '';
)sql";

}  // namespace

absl::StatusOr<std::unique_ptr<journal::GroupCommit>> OpenAccessStore(
    const std::filesystem::path& file) {
  const std::vector<std::string> migrations = {
      kFirstSchema, std::string(journal::kServiceTimeTable) + kCountedLives, kRejoinSchema,
      kDeviceIds};
  COLLIE_ASSIGN_OR_RETURN(std::unique_ptr<journal::Database> database,
                          journal::Database::Open(file, migrations));
  return std::make_unique<journal::GroupCommit>(std::move(database));
}

absl::Status CommitThen(journal::GroupCommit& store, journal::GroupCommit::Change change,
                        std::function<void()> apply) {
  absl::Status result;
  absl::Notification ended;
  store.Enqueue(std::move(change), [&](absl::Status status) {
    if (status.ok()) apply();
    result = std::move(status);
    ended.Notify();
  });
  ended.WaitForNotification();
  return result;
}

}  // namespace collie::relay

#ifndef COLLIE_RELAY_ACCESS_DEVICES_H_
#define COLLIE_RELAY_ACCESS_DEVICES_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/crew_admin.pb.h"
#include "crew/clock/clock.h"
#include "crew/journal/group_commit.h"
#include "crew/journal/service_time.h"
#include "relay/access/caller.h"
#include "relay/access/device_record.h"

namespace collie::relay {

// What Pair is asked for. Exactly one of `token_hash` and `pin` is set.
struct NewDevice {
  std::string label;  // cleaned
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<absl::Duration> life;  // none: until revoked
  std::string token_hash;              // identity::HashToken
  std::string pin;                     // crew/identity/pin.h
  std::string paired_by;               // the label of the device that asks; empty for the owner
};

// The credentials of people and programs. Look-ups are answered from memory; changes are on disk
// before they return, so they block. Thread-safe; no lock is held across the disk or a callback.
// Errors of changes: UNAVAILABLE (nothing was written: try again) and what is named.
class Devices {
 public:
  using Revoked = std::function<void(const std::string& label)>;

  // Both outlive the devices.
  static absl::StatusOr<std::unique_ptr<Devices>> Load(journal::GroupCommit& store,
                                                       const clock::Clock& clock);

  // Errors: INVALID_ARGUMENT (an unknown role, no secret or two, a reserved label), ALREADY_EXISTS
  // (the label or the key is taken by a device that was not revoked, or the key by a member),
  // PERMISSION_DENIED (who pairs was revoked meanwhile), RESOURCE_EXHAUSTED (1,000 devices are not
  // revoked).
  absl::Status Pair(const NewDevice& device);

  // Ends the device and all that it paired, and what those paired; each is passed to OnRevoked's
  // callbacks. The label is free again. May be repeated. Errors: NOT_FOUND (there never was one).
  absl::Status Revoke(const std::string& label);

  // Who holds this bearer token, or this key; none if it was revoked or its life is over, by the
  // wall clock or by the time that the store was in service.
  std::optional<Caller> ByToken(std::string_view token) const;
  std::optional<Caller> ByPin(std::string_view pin) const;
  // Whether a device of this label would be found now: a long stream asks it now and then, since a
  // life ends without a callback.
  bool IsLive(std::string_view label) const;

  // All, revoked ones too, the oldest first.
  std::vector<v1::Device> List() const;

  // Makes durable for how long the store has been in service, by which lives end too.
  absl::Status CountService();

  // Called on the thread that revokes, after look-ups stopped finding the device: ends its streams.
  // Must not block. A stream that registers itself asks IsLive after that, or a race could keep
  // it open.
  void OnRevoked(Revoked callback);

 private:
  Devices(journal::GroupCommit& store, journal::ServiceTime service, const clock::Clock& clock)
      : store_(store), service_(service), clock_(clock) {}

  void AddLocked(DeviceRecord device) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Marks these ids and returns their labels.
  std::vector<std::string> MarkRevoked(const std::vector<int64_t>& ids);
  bool IsOverLocked(const DeviceRecord& device) const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  std::optional<Caller> CallerLocked(size_t index) const ABSL_SHARED_LOCKS_REQUIRED(mu_);

  journal::GroupCommit& store_;
  const journal::ServiceTime service_;
  const clock::Clock& clock_;

  mutable absl::Mutex mu_;
  std::vector<DeviceRecord> devices_ ABSL_GUARDED_BY(mu_);
  // Indexes of those that are not revoked.
  absl::flat_hash_map<std::string, size_t> by_token_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, size_t> by_pin_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, size_t> by_label_ ABSL_GUARDED_BY(mu_);
  std::vector<Revoked> callbacks_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_DEVICES_H_

#include "relay/access/devices.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "crew/identity/pin.h"
#include "crew/identity/token.h"
#include "crew/status/status_macros.h"
#include "relay/access/access_store.h"

namespace collie::relay {
namespace {

constexpr size_t kMostTokenBytes = 256;  // a longer one is invalid

// What receipts call the owner of a local socket.
bool IsReserved(std::string_view label) {
  const std::string lower = absl::AsciiStrToLower(absl::string_view(label.data(), label.size()));
  return lower == "local" || absl::StartsWith(lower, "local@");
}

absl::Status Check(const NewDevice& device) {
  const bool is_role = v1::Role_IsValid(device.role) && device.role != v1::ROLE_UNSPECIFIED;
  if (!is_role) {
    return absl::InvalidArgumentError("The role must be viewer, operator or admin.");
  }
  if (IsReserved(device.label)) {
    return absl::InvalidArgumentError(
        "The labels 'local' and 'local@…' name the owner at a local socket: choose another.");
  }
  if (device.token_hash.empty() != device.pin.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("A device has one secret: a token, or a key of its own.");
}

}  // namespace

absl::StatusOr<std::unique_ptr<Devices>> Devices::Load(journal::GroupCommit& store,
                                                       const clock::Clock& clock) {
  std::vector<DeviceRecord> records;
  std::optional<journal::ServiceTime> service;
  COLLIE_RETURN_IF_ERROR(store.Run([&](journal::Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(records, ReadDevices(database));
    COLLIE_ASSIGN_OR_RETURN(service, journal::ServiceTime::Read(database, clock));
    return absl::OkStatus();
  }));
  std::unique_ptr<Devices> devices(new Devices(store, *service, clock));
  absl::MutexLock lock(&devices->mu_);
  for (DeviceRecord& record : records) devices->AddLocked(std::move(record));
  return devices;
}

void Devices::AddLocked(DeviceRecord device) {
  const size_t index = devices_.size();
  if (!device.revoked) {
    by_label_[device.label] = index;
    if (!device.token_hash.empty()) by_token_[device.token_hash] = index;
    if (!device.pin.empty()) by_pin_[device.pin] = index;
  }
  devices_.push_back(std::move(device));
}

absl::Status Devices::Pair(const NewDevice& device) {
  COLLIE_RETURN_IF_ERROR(Check(device));
  const absl::Time now = clock_.Wall();
  DeviceRecord record = {.label = device.label,
                         .role = device.role,
                         .token_hash = device.token_hash,
                         .pin = device.pin,
                         .paired_at = now};
  if (device.life.has_value()) {
    record.expires_at = now + *device.life;
    record.ends_counted = service_.Now() + *device.life;
  }
  auto change = [&](journal::Database& database) -> absl::Status {
    return InsertDevice(database, device.paired_by, record);
  };
  return CommitThen(store_, change, [&] {
    absl::MutexLock lock(&mu_);
    AddLocked(record);
  });
}

absl::Status Devices::Revoke(const std::string& label) {
  std::vector<int64_t> ids;
  std::vector<std::string> labels;
  auto change = [&](journal::Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(ids, RevokeDevices(database, label));
    return absl::OkStatus();
  };
  COLLIE_RETURN_IF_ERROR(CommitThen(store_, change, [&] { labels = MarkRevoked(ids); }));
  std::vector<Revoked> callbacks;
  {
    absl::MutexLock lock(&mu_);
    callbacks = callbacks_;
  }
  for (const std::string& ended : labels) {
    for (const Revoked& callback : callbacks) callback(ended);
  }
  return absl::OkStatus();
}

std::vector<std::string> Devices::MarkRevoked(const std::vector<int64_t>& ids) {
  absl::MutexLock lock(&mu_);
  std::vector<std::string> labels;
  for (DeviceRecord& device : devices_) {
    if (std::find(ids.begin(), ids.end(), device.id) == ids.end()) continue;
    device.revoked = true;
    by_label_.erase(device.label);
    by_token_.erase(device.token_hash);
    by_pin_.erase(device.pin);
    labels.push_back(device.label);
  }
  return labels;
}

bool Devices::IsOverLocked(const DeviceRecord& device) const {
  // The earlier of the two: a clock that is set back gives no longer life.
  return device.revoked || clock_.Wall() >= device.expires_at ||
         service_.Now() >= device.ends_counted;
}

std::optional<Caller> Devices::CallerLocked(size_t index) const {
  const DeviceRecord& device = devices_[index];
  if (IsOverLocked(device)) return std::nullopt;
  return Caller{.device = device.label, .role = device.role, .device_id = device.device_id};
}

std::optional<Caller> Devices::ByToken(std::string_view token) const {
  if (token.empty() || token.size() > kMostTokenBytes) return std::nullopt;
  absl::StatusOr<std::string> hash = identity::HashToken(token);
  if (!hash.ok()) return std::nullopt;
  absl::MutexLock lock(&mu_);
  auto found = by_token_.find(*hash);
  if (found == by_token_.end()) return std::nullopt;
  // The map compares hashes alone, in any time; the decision compares in constant time.
  if (!identity::SecretsMatch(devices_[found->second].token_hash, *hash)) return std::nullopt;
  return CallerLocked(found->second);
}

std::optional<Caller> Devices::ByPin(std::string_view pin) const {
  absl::MutexLock lock(&mu_);
  auto found = by_pin_.find(std::string(pin));
  return found == by_pin_.end() ? std::nullopt : CallerLocked(found->second);
}

bool Devices::IsLive(std::string_view label) const {
  absl::MutexLock lock(&mu_);
  auto found = by_label_.find(std::string(label));
  return found != by_label_.end() && CallerLocked(found->second).has_value();
}

std::vector<v1::Device> Devices::List() const {
  absl::MutexLock lock(&mu_);
  std::vector<v1::Device> list;
  for (const DeviceRecord& device : devices_) list.push_back(device.ToProto());
  return list;
}

absl::Status Devices::CountService() {
  return store_.Run([this](journal::Database& database) { return service_.Write(database); });
}

void Devices::OnRevoked(Revoked callback) {
  absl::MutexLock lock(&mu_);
  callbacks_.push_back(std::move(callback));
}

}  // namespace collie::relay

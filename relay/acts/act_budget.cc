#include "relay/acts/act_budget.h"

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

// An act is held by its machine, its callers and, on its way, by an effect or two.
constexpr size_t kAroundAct = 4 << 10;
constexpr size_t kCopies = 3;

size_t BytesOf(const ActRecord& record) {
  return kAroundAct + kCopies * (record.request.ByteSizeLong() + record.receipt.ByteSizeLong());
}

// A label may be given again; the owner has no id.
std::string DeviceOf(const ActRecord& record) {
  return absl::StrCat(record.receipt.device_id(), "/", record.receipt.device());
}

}  // namespace

bool ActBudget::HasRoom(const ActRecord& record) const {
  const size_t bytes = BytesOf(record);
  if (bytes_ + bytes > kBytes) return false;
  const auto device = devices_.find(DeviceOf(record));
  return device == devices_.end() || device->second + bytes <= kDeviceBytes;
}

void ActBudget::Hold(const ActRecord& record) {
  const auto [held, is_new] = acts_.try_emplace(record.receipt.request_id());
  if (!is_new) return;
  held->second = {DeviceOf(record), BytesOf(record)};
  bytes_ += held->second.bytes;
  devices_[held->second.device] += held->second.bytes;
}

void ActBudget::Release(const std::string& request_id) {
  const auto held = acts_.find(request_id);
  if (held == acts_.end()) return;
  bytes_ -= held->second.bytes;
  const auto device = devices_.find(held->second.device);
  device->second -= held->second.bytes;
  if (device->second == 0) devices_.erase(device);
  acts_.erase(held);
}

}  // namespace collie::relay

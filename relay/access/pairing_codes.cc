#include "relay/access/pairing_codes.h"

#include <utility>

#include "crew/identity/token.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr size_t kCodeBytes = 16;
constexpr size_t kMostCodeBytes = 128;  // a longer one is invalid

}  // namespace

absl::StatusOr<std::string> PairingCodes::Mint(NewDevice device, ids::RandomSource& random) {
  if (!v1::Role_IsValid(device.role) || device.role == v1::ROLE_UNSPECIFIED) {
    return absl::InvalidArgumentError("The role must be viewer, operator or admin.");
  }
  std::string code = random.Hex(kCodeBytes);
  COLLIE_ASSIGN_OR_RETURN(const std::string hash, identity::HashToken(code));
  absl::MutexLock lock(&mu_);
  DropEndedLocked();
  if (waiting_.size() >= kOutstanding) {
    return absl::ResourceExhaustedError(
        "Too many pairing codes wait to be used: use one, or try again in ten minutes.");
  }
  waiting_[hash] = {std::move(device), clock_.Now() + kLife, clock_.Wall() + kLife};
  return code;
}

std::optional<NewDevice> PairingCodes::Redeem(std::string_view code) {
  if (code.empty() || code.size() > kMostCodeBytes) return std::nullopt;
  const absl::StatusOr<std::string> hash = identity::HashToken(code);
  if (!hash.ok()) return std::nullopt;
  absl::MutexLock lock(&mu_);
  DropEndedLocked();
  auto found = waiting_.extract(*hash);
  if (found.empty()) return std::nullopt;
  return std::move(found.mapped().device);
}

void PairingCodes::DropEndedLocked() {
  const clock::Steady now = clock_.Now();
  const absl::Time wall = clock_.Wall();
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool is_over = now >= it->second.ends || wall >= it->second.ends_wall;
    it = is_over ? waiting_.erase(it) : std::next(it);
  }
}

}  // namespace collie::relay

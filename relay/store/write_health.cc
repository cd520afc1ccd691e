#include "relay/store/write_health.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"

namespace collie::relay {
namespace {

// Errors of the disk, not of what was asked.
bool IsOfDisk(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsDataLoss(status) || absl::IsInternal(status);
}

}  // namespace

void WriteHealth::Ended(const absl::Status& status) {
  const absl::Status now = IsOfDisk(status) ? status : absl::OkStatus();
  const clock::Steady at = clock_.Now();
  absl::Status before;
  absl::Duration failing;
  {
    absl::MutexLock lock(&mu_);
    before = newest_;
    newest_ = now;
    has_ended_ = true;
    is_probing_ = false;
    ended_at_ = at;
    ended_.NotifyAll();
    if (before.ok() && !now.ok()) failing_since_ = at;
    failing = at - failing_since_;
  }
  if (before.ok() && !now.ok()) {
    log::Error("store", absl::StrCat("Receipts cannot be written, so every act is refused: ",
                                     now.message()));
  } else if (!before.ok() && now.ok()) {
    log::Info("store", absl::StrCat("Receipts can be written again, after ",
                                    absl::ToInt64Seconds(failing), " s."));
  }
}

bool WriteHealth::IsFreshLocked() const { return has_ended_ && clock_.Now() - ended_at_ < kFresh; }

absl::Status WriteHealth::Check(absl::Duration most) {
  bool is_ours = false;
  {
    absl::MutexLock lock(&mu_);
    if (IsFreshLocked()) return newest_;
    is_ours = !is_probing_;
    is_probing_ = true;
  }
  if (is_ours) probe_();
  absl::MutexLock lock(&mu_);
  const auto has_ended = [this] {
    mu_.AssertHeld();
    return !is_probing_;
  };
  if (ended_.Await(mu_, has_ended, most)) return newest_;
  return absl::UnavailableError("The store has not ended a write for a while: check the disk.");
}

}  // namespace collie::relay

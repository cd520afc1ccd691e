#include "relay/acts/act_options.h"

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

absl::Status CheckRange(const char* name, absl::Duration value, absl::Duration most) {
  if (value > absl::ZeroDuration() && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the act option ", name, " is ", absl::FormatDuration(value),
                   ": it must be above 0 and at most ", absl::FormatDuration(most)));
}

}  // namespace

absl::Status ActOptions::Validate() const {
  absl::Status status = CheckRange("socket_time", socket_time, absl::Minutes(10));
  status.Update(CheckRange("url_time", url_time, absl::Minutes(10)));
  status.Update(CheckRange("stop_wait", stop_wait, socket_time));
  status.Update(CheckRange("reply_wait", reply_wait, absl::Minutes(10)));
  status.Update(CheckRange("store_retry", store_retry, absl::Minutes(1)));
  status.Update(CheckRange("reconcile_every", reconcile_every, absl::Minutes(10)));
  status.Update(CheckRange("heal_for", heal_for, absl::Hours(24)));
  return status;
}

}  // namespace collie::relay

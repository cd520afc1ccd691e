#ifndef COLLIE_RELAY_ENROLLMENT_LEAD_IDENTITY_H_
#define COLLIE_RELAY_ENROLLMENT_LEAD_IDENTITY_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crew/clock/clock.h"
#include "crew/identity/authority.h"
#include "crew/ids/random.h"

namespace collie::relay {

// What makes a relay the lead of its crew.
struct LeadIdentity {
  identity::Authority authority;
  std::string relay_key;          // PEM, a secret
  std::string relay_certificate;  // PEM, for identity::kRelayName and the names it was taken for
};

// Reads the identity in `folder` (authority.key, authority.crt, relay.key, relay.crt), or makes one
// where there is none. An authority is made once and whole: a crash while it is made leaves
// nothing, and every member trusts it, so one that is damaged is never replaced. The relay's own
// pair is made anew when it is missing or does not fit, and its certificate, over the same key,
// when it does not carry `names` (DNS names and addresses, by which programs reach it; what is
// neither is left out) beside `localhost`, 127.0.0.1 and ::1. Blocks on the disk. REQUIRES: the
// relay's instance lock. Errors: DATA_LOSS (the authority is damaged: restore it),
// PERMISSION_DENIED (others may read a key), UNAVAILABLE, INTERNAL.
absl::StatusOr<LeadIdentity> TakeLeadIdentity(const std::filesystem::path& folder,
                                              ids::RandomSource& random, const clock::Clock& clock,
                                              const std::vector<std::string>& names = {});

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ENROLLMENT_LEAD_IDENTITY_H_

#ifndef COLLIE_CREW_IDENTITY_LEAD_CERTIFICATE_H_
#define COLLIE_CREW_IDENTITY_LEAD_CERTIFICATE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace collie::identity {

// Whether this certificate is that of a relay of the crew: the key of the crew's authority signed
// it, for a relay (kRelayName, a server). The dates of either certificate decide nothing, so that
// no clock ends a link. Pure; thread-safe. Errors: PERMISSION_DENIED, INVALID_ARGUMENT (a text is
// no certificate).
absl::Status CheckLeadCertificate(std::string_view pem, std::string_view authority_pem);

// Whether a certificate names kRelayName and each of these DNS names and addresses. Pure.
bool CarriesNames(std::string_view pem, const std::vector<std::string>& names);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_LEAD_CERTIFICATE_H_

#include "tests/bench/floor_certificates.h"

#include <string>
#include <utility>

#include "crew/clock/clock.h"
#include "crew/identity/authority.h"
#include "crew/identity/certificate_request.h"
#include "crew/ids/random.h"
#include "crew/status/status_macros.h"

namespace collie::bench {
namespace {

absl::StatusOr<identity::Identity> IdentityOf(const identity::Authority& authority,
                                              const identity::Key& key,
                                              absl::StatusOr<std::string> certificate) {
  identity::Identity identity;
  COLLIE_ASSIGN_OR_RETURN(identity.key, key.ToPem());
  COLLIE_ASSIGN_OR_RETURN(identity.certificate, std::move(certificate));
  identity.authority = authority.certificate();
  identity.link_address = "127.0.0.1:1";  // known once the server listens
  return identity;
}

}  // namespace

absl::StatusOr<FloorCertificates> MakeFloorCertificates() {
  COLLIE_ASSIGN_OR_RETURN(const identity::Authority authority,
                          identity::Authority::Create(ids::SystemRandom(), clock::SystemClock()));
  FloorCertificates made;
  COLLIE_ASSIGN_OR_RETURN(const identity::Key server, identity::Key::Generate());
  COLLIE_ASSIGN_OR_RETURN(made.server, IdentityOf(authority, server, authority.SignRelay(server)));
  COLLIE_ASSIGN_OR_RETURN(const identity::Key client, identity::Key::Generate());
  COLLIE_ASSIGN_OR_RETURN(const std::string asked, identity::MakeCertificateRequest(client));
  COLLIE_ASSIGN_OR_RETURN(const auto request, identity::CertificateRequest::Parse(asked));
  COLLIE_ASSIGN_OR_RETURN(made.client,
                          IdentityOf(authority, client, authority.SignDevice(request, "bench")));
  return made;
}

}  // namespace collie::bench

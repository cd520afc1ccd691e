#ifndef COLLIE_CREW_IDENTITY_AUTHORITY_H_
#define COLLIE_CREW_IDENTITY_AUTHORITY_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "crew/clock/clock.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/key.h"
#include "crew/identity/openssl.h"
#include "crew/ids/random.h"

namespace collie::identity {

// The name that every relay's certificate carries, whatever the address it is reached at.
inline constexpr char kRelayName[] = "relay.collie.internal";

// The name that members ask for when they connect (TLS server name), by which their connections are
// told from those of devices before anybody is authenticated.
inline constexpr char kLinkName[] = "link.collie.internal";

// A crew's authority. Everything it signs lasts ten years and is back-dated a day, so that a clock
// that is behind does not refuse it; whom the crew trusts is decided by pins, not by dates. Of a
// request only its key is taken. Thread-safe. Errors of all: INTERNAL, and what is named.
class Authority {
 public:
  // A new key and a certificate that it signs itself.
  static absl::StatusOr<Authority> Create(ids::RandomSource& random, const clock::Clock& clock);
  // The one whose PEM texts these are. Errors: INVALID_ARGUMENT (unreadable, not an authority, or
  // the two do not belong together).
  static absl::StatusOr<Authority> Load(std::string_view key_pem, std::string_view certificate_pem,
                                        ids::RandomSource& random, const clock::Clock& clock);

  // The authority's certificate, PEM: what others check by.
  const std::string& certificate() const { return certificate_pem_; }
  const Key& key() const { return key_; }

  // A client certificate, PEM, of a member; its common name is the member's id.
  absl::StatusOr<std::string> SignMember(const CertificateRequest& request,
                                         std::string_view member) const;
  // A client certificate, PEM, of a device; its common name is the label, at most 63 characters.
  absl::StatusOr<std::string> SignDevice(const CertificateRequest& request,
                                         std::string_view label) const;
  // A server certificate, PEM, for kRelayName and for `names`: DNS names and addresses.
  absl::StatusOr<std::string> SignRelay(const Key& key,
                                        const std::vector<std::string>& names = {}) const;

 private:
  absl::StatusOr<std::string> SignClient(const CertificateRequest& request,
                                         std::string_view name) const;

  Authority(Key key, CertificatePtr certificate, std::string pem, ids::RandomSource& random,
            const clock::Clock& clock);

  Key key_;
  CertificatePtr certificate_;
  std::string certificate_pem_;
  ids::RandomSource* random_;
  const clock::Clock* clock_;
};

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_AUTHORITY_H_

#include "relay/api/grpc/pin_verifier.h"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_certificate_verifier.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <string_view>
#include <utility>
#include <vector>

#include "crew/identity/pin.h"

namespace collie::relay {
namespace {

using grpc::experimental::ExternalCertificateVerifier;
using grpc::experimental::TlsCustomVerificationCheckRequest;

class PinVerifier final : public ExternalCertificateVerifier {
 public:
  explicit PinVerifier(AdmitsPin admits) : admits_(std::move(admits)) {}

  bool Verify(TlsCustomVerificationCheckRequest* request, std::function<void(grpc::Status)>,
              grpc::Status* result) override {
    const grpc::string_ref pem = request->peer_cert();
    const absl::StatusOr<std::string> pin =
        identity::PinOfCertificate(std::string_view(pem.data(), pem.size()));
    const bool is_admitted = pin.ok() && admits_(*pin);
    *result = is_admitted ? grpc::Status::OK
                          : grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "not listed");
    return true;
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  const AdmitsPin admits_;
};

}  // namespace

std::shared_ptr<grpc::ServerCredentials> PinnedServerCredentials(const LeadIdentity& identity,
                                                                 AdmitsPin admits) {
  grpc::experimental::TlsServerCredentialsOptions options(
      std::make_shared<grpc::experimental::StaticDataCertificateProvider>(
          std::vector<grpc::experimental::IdentityKeyCertPair>{
              {identity.relay_key, identity.relay_certificate}}));
  options.watch_identity_key_cert_pairs();
  options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_BUT_DONT_VERIFY);
  options.set_certificate_verifier(
      ExternalCertificateVerifier::Create<PinVerifier>(std::move(admits)));
  return grpc::experimental::TlsServerCredentials(options);
}

}  // namespace collie::relay

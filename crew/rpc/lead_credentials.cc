#include "crew/rpc/lead_credentials.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_certificate_verifier.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crew/identity/lead_certificate.h"
#include "crew/status/grpc_status.h"

namespace collie::rpc {
namespace {

using grpc::experimental::ExternalCertificateVerifier;
using grpc::experimental::IdentityKeyCertPair;
using grpc::experimental::StaticDataCertificateProvider;
using grpc::experimental::TlsChannelCredentialsOptions;
using grpc::experimental::TlsCustomVerificationCheckRequest;

class LeadVerifier final : public ExternalCertificateVerifier {
 public:
  LeadVerifier(std::string authority, std::shared_ptr<std::atomic<bool>> has_met)
      : authority_(std::move(authority)), has_met_(std::move(has_met)) {}

  bool Verify(TlsCustomVerificationCheckRequest* request, std::function<void(grpc::Status)>,
              grpc::Status* result) override {
    const grpc::string_ref pem = request->peer_cert();
    const absl::Status checked =
        identity::CheckLeadCertificate(std::string_view(pem.data(), pem.size()), authority_);
    if (checked.ok()) has_met_->store(true);
    *result = status::ToGrpc(checked);
    return true;
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  const std::string authority_;
  const std::shared_ptr<std::atomic<bool>> has_met_;
};

}  // namespace

LeadCredentials MakeLeadCredentials(const identity::Identity& identity) {
  auto has_met = std::make_shared<std::atomic<bool>>(false);
  TlsChannelCredentialsOptions options;
  options.set_certificate_provider(std::make_shared<StaticDataCertificateProvider>(
      identity.authority, std::vector<IdentityKeyCertPair>{{identity.key, identity.certificate}}));
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  options.set_verify_server_certs(false);
  options.set_check_call_host(false);
  options.set_certificate_verifier(
      ExternalCertificateVerifier::Create<LeadVerifier>(identity.authority, has_met));
  return {grpc::experimental::TlsCredentials(options), has_met};
}

}  // namespace collie::rpc

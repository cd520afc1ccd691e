#ifndef COLLIE_CREW_RPC_LEAD_CREDENTIALS_H_
#define COLLIE_CREW_RPC_LEAD_CREDENTIALS_H_

#include <grpcpp/security/credentials.h>

#include <atomic>
#include <memory>

#include "crew/identity/identity_folder.h"

namespace collie::rpc {

// How a member or a device connects to its lead: with its own key, to a relay whose certificate the
// crew's authority signed (identity::CheckLeadCertificate); dates decide nothing. The name that the
// channel asks for is not compared.
struct LeadCredentials {
  std::shared_ptr<grpc::ChannelCredentials> credentials;
  // Set once a lead showed its certificate over these; the caller may clear it. A lead that ends
  // such a connection before any call does not know this key (any more).
  std::shared_ptr<std::atomic<bool>> has_met;
};
LeadCredentials MakeLeadCredentials(const identity::Identity& identity);

}  // namespace collie::rpc

#endif  // COLLIE_CREW_RPC_LEAD_CREDENTIALS_H_

#ifndef COLLIE_RELAY_API_GRPC_PIN_VERIFIER_H_
#define COLLIE_RELAY_API_GRPC_PIN_VERIFIER_H_

#include <grpcpp/security/server_credentials.h>

#include <functional>
#include <memory>
#include <string>

#include "relay/enrollment/lead_identity.h"

namespace collie::relay {

// Whether a peer with this pin gets beyond the handshake. On gRPC's threads; must not block.
using AdmitsPin = std::function<bool(const std::string& pin)>;

// TLS with the lead's certificate, where a client must prove a key and `admits` decides on its pin
// within the handshake: nobody else gets a byte of HTTP/2. Who signed the client's certificate, and
// its dates, decide nothing.
std::shared_ptr<grpc::ServerCredentials> PinnedServerCredentials(const LeadIdentity& identity,
                                                                 AdmitsPin admits);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_PIN_VERIFIER_H_

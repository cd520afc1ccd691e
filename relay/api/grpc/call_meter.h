#ifndef COLLIE_RELAY_API_GRPC_CALL_METER_H_
#define COLLIE_RELAY_API_GRPC_CALL_METER_H_

#include <grpcpp/support/server_interceptor.h>

#include <functional>
#include <memory>
#include <string>

#include "relay/api/grpc/call_budgets.h"
#include "relay/api/grpc/grpc_peer.h"

namespace collie::relay {

// A call of a listed peer came over the connection whose far end gRPC names so.
using OnPeerCall = std::function<void(const std::string& far_end, const std::string& pin)>;

// Measures every call of a server from its first byte to its last: the connection it came by, and
// for a call with one reply the bytes that are under way, which stay reserved until its peer has
// taken them. Before it is known, a reply counts with what its method answers at most. All outlive
// the server.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> CallMeter(
    const TlsPeerAuthenticator& peers, CallBudgets& budgets, OnPeerCall on_call);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_CALL_METER_H_

#include "tests/bench/dial.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include "crew/identity/authority.h"
#include "crew/rpc/channel_arguments.h"

namespace collie::bench {
namespace {

constexpr int kMostMessage = 64 << 20;  // bytes

// gRPC 1.51 ends the thread of its callbacks with the last channel that called back, even on that
// thread: the first channel stays, idle, for as long as the process lives.
void KeepCallbacks(const std::shared_ptr<grpc::Channel>& channel) {
  static const auto* const first = new std::shared_ptr<grpc::Channel>(channel);
  static_cast<void>(first);
}

}  // namespace

std::shared_ptr<grpc::Channel> Dial(const std::string& address,
                                    const identity::Identity& identity) {
  grpc::SslCredentialsOptions tls;
  tls.pem_root_certs = identity.authority;
  tls.pem_private_key = identity.key;
  tls.pem_cert_chain = identity.certificate;
  grpc::ChannelArguments arguments = rpc::DirectArguments();
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(kMostMessage);
  arguments.SetSslTargetNameOverride(identity::kRelayName);
  auto channel = grpc::CreateCustomChannel(address, grpc::SslCredentials(tls), arguments);
  KeepCallbacks(channel);
  return channel;
}

}  // namespace collie::bench

#include "relay/api/grpc/server_bounds.h"

#include <grpcpp/resource_quota.h>

namespace collie::relay {
namespace {

constexpr int kThreads = 16;  // of reflection, whose calls wait in threads

}  // namespace

void Bound(grpc::ServerBuilder& builder, const ServerBounds& bounds) {
  builder.SetMaxReceiveMessageSize(bounds.message);
  grpc::ResourceQuota quota(bounds.name);
  quota.Resize(bounds.memory);
  quota.SetMaxThreads(kThreads);
  builder.SetResourceQuota(quota);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, bounds.streams);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 2'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
}

}  // namespace collie::relay

#ifndef COLLIE_RELAY_API_GRPC_SERVER_BOUNDS_H_
#define COLLIE_RELAY_API_GRPC_SERVER_BOUNDS_H_

#include <grpcpp/server_builder.h>

#include <cstddef>

namespace collie::relay {

// What a gRPC server holds its peers to. Each server has memory of its own, so that devices cannot
// take that of the edges.
struct ServerBounds {
  const char* name;
  size_t memory;  // bytes of all connections together
  int message;    // bytes of one that a peer may send
  int streams;    // at once, of one connection
};
inline constexpr ServerBounds kMemberBounds = {"members", size_t{512} << 20, 4 << 20, 16};
inline constexpr ServerBounds kDeviceBounds = {"devices", size_t{256} << 20, 1 << 20, 128};
inline constexpr ServerBounds kOwnerBounds = {"owner", size_t{512} << 20, 4 << 20, 1024};

// Before BuildAndStart. Compressed messages are refused: one that is small on the wire may be huge.
void Bound(grpc::ServerBuilder& builder, const ServerBounds& bounds);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_SERVER_BOUNDS_H_

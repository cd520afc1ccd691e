#ifndef COLLIE_CREW_LOCAL_LOCAL_CHANNEL_H_
#define COLLIE_CREW_LOCAL_LOCAL_CHANNEL_H_

#include <grpcpp/channel.h>

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"

namespace collie::local {

// A channel to the relay's local socket, without retries: nothing that acts is repeated by a
// library. It connects at the first call. Errors: NOT_FOUND (no socket is there: nothing runs
// here), INVALID_ARGUMENT (the path is too long).
absl::StatusOr<std::shared_ptr<grpc::Channel>> RelayChannel(const std::filesystem::path& socket);

// The same to the edge's.
absl::StatusOr<std::shared_ptr<grpc::Channel>> EdgeChannel(const std::filesystem::path& socket);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_LOCAL_CHANNEL_H_

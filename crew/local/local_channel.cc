#include "crew/local/local_channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/local/socket_path.h"
#include "crew/rpc/channel_arguments.h"
#include "crew/status/status_macros.h"

namespace collie::local {
namespace {

// A whole conversation or one step of a large crew is more than gRPC's usual 4 MiB.
constexpr int kLargestMessage = 32 << 20;

absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const std::filesystem::path& socket,
                                                       absl::string_view program) {
  COLLIE_RETURN_IF_ERROR(SocketAddress(socket).status());
  std::error_code missing;
  if (!std::filesystem::is_socket(socket, missing)) {
    return absl::NotFoundError(absl::StrCat("No ", program, " is running here (no socket at ",
                                            socket.string(), "): start one with `collie up`."));
  }
  grpc::ChannelArguments arguments = rpc::DirectArguments();
  arguments.SetMaxReceiveMessageSize(kLargestMessage);
  return grpc::CreateCustomChannel(absl::StrCat("unix:", socket.string()),
                                   grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> RelayChannel(const std::filesystem::path& socket) {
  return Connect(socket, "relay");
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> EdgeChannel(const std::filesystem::path& socket) {
  return Connect(socket, "edge");
}

}  // namespace collie::local

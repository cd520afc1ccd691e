#include "crew/rpc/blocking_answer.h"

#include <utility>

#include "crew/status/grpc_status.h"

namespace collie::rpc {

grpc::ServerUnaryReactor* AnswerOn(threads::BlockingCalls& calls,
                                   grpc::CallbackServerContext& context,
                                   std::function<absl::Status()> answer) {
  grpc::ServerUnaryReactor* reactor = context.DefaultReactor();
  const bool is_taken = calls.Run(
      [reactor, answer = std::move(answer)] { reactor->Finish(status::ToGrpc(answer())); });
  if (!is_taken) {
    reactor->Finish(status::ToGrpc(
        absl::ResourceExhaustedError("Too many calls wait here already: try again in a moment.")));
  }
  return reactor;
}

}  // namespace collie::rpc

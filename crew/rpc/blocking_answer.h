#ifndef COLLIE_CREW_RPC_BLOCKING_ANSWER_H_
#define COLLIE_CREW_RPC_BLOCKING_ANSWER_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <functional>

#include "absl/status/status.h"
#include "crew/threads/blocking_calls.h"

namespace collie::rpc {

// Answers a unary call with what `answer` returns, which may wait for a disk or an agent: it runs
// on a thread of `calls`, since gRPC has no more than two on a small machine, and every stream of
// the process needs them. The request and the reply live as long. RESOURCE_EXHAUSTED: too many wait
// already.
grpc::ServerUnaryReactor* AnswerOn(threads::BlockingCalls& calls,
                                   grpc::CallbackServerContext& context,
                                   std::function<absl::Status()> answer);

}  // namespace collie::rpc

#endif  // COLLIE_CREW_RPC_BLOCKING_ANSWER_H_

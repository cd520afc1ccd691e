#include "crew/rpc/blocking_answer.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "collie/v1/edge_control.grpc.pb.h"

namespace collie::rpc {
namespace {

constexpr int kSlow = 24;  // more than gRPC has threads of its own

// Its first calls wait until they are told, all others are answered at once.
class WaitingControl final : public v1::EdgeControl::CallbackService {
 public:
  grpc::ServerUnaryReactor* ListSources(grpc::CallbackServerContext* context,
                                        const v1::ListSourcesRequest*,
                                        v1::ListSourcesReply*) override {
    if (++came_ <= kSlow) {
      return AnswerOn(calls_, *context, [this] {
        begun_.DecrementCount();
        go_on_.WaitForNotification();
        return absl::PermissionDeniedError("No sources for you.");
      });
    }
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  absl::BlockingCounter begun_{kSlow};
  absl::Notification go_on_;

 private:
  std::atomic<int> came_ = 0;
  threads::BlockingCalls calls_{kSlow};
};

TEST(BlockingAnswerTest, CallsThatWaitKeepNoOtherWaiting) {
  WaitingControl control;
  grpc::ServerBuilder builder;
  builder.RegisterService(&control);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto stub = v1::EdgeControl::NewStub(server->InProcessChannel({}));
  std::vector<std::thread> callers;
  for (int i = 0; i < kSlow; ++i) {
    callers.emplace_back([&stub] {
      grpc::ClientContext context;
      v1::ListSourcesReply reply;
      const grpc::Status status = stub->ListSources(&context, {}, &reply);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
      EXPECT_EQ(status.error_message(), "No sources for you.");
    });
  }
  control.begun_.Wait();
  grpc::ClientContext context;
  v1::ListSourcesReply reply;
  EXPECT_TRUE(stub->ListSources(&context, {}, &reply).ok());
  control.go_on_.Notify();
  for (std::thread& caller : callers) caller.join();
}

}  // namespace
}  // namespace collie::rpc

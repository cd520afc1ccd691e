#include "crew/rpc/server_shutdown.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "absl/synchronization/notification.h"
#include "collie/v1/edge_control.grpc.pb.h"

namespace collie::rpc {
namespace {

// Answers a call only once it is told to, or the call is cancelled.
class SlowControl final : public v1::EdgeControl::CallbackService {
 public:
  class Call final : public grpc::ServerUnaryReactor {
   public:
    void OnCancel() override { Finish(grpc::Status::CANCELLED); }
    void OnDone() override { delete this; }
  };

  grpc::ServerUnaryReactor* ListSources(grpc::CallbackServerContext*, const v1::ListSourcesRequest*,
                                        v1::ListSourcesReply*) override {
    auto* call = new Call;
    if (answers_) call->Finish(grpc::Status::OK);
    begun_.Notify();
    return call;
  }

  bool answers_ = false;
  absl::Notification begun_;
};

class ServerShutdownTest : public ::testing::Test {
 protected:
  ServerShutdownTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&control_);
    server_ = builder.BuildAndStart();
  }

  grpc::StatusCode Call() {
    auto stub = v1::EdgeControl::NewStub(server_->InProcessChannel({}));
    grpc::ClientContext context;
    v1::ListSourcesReply reply;
    return stub->ListSources(&context, {}, &reply).error_code();
  }

  SlowControl control_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(ServerShutdownTest, CancelsWhatIsUnderWayForTooLong) {
  std::thread caller([this] { EXPECT_EQ(Call(), grpc::StatusCode::UNAVAILABLE); });
  control_.begun_.WaitForNotification();
  ShutDown(*server_, absl::Milliseconds(50));
  caller.join();
}

TEST_F(ServerShutdownTest, WaitsForNothingWhenNothingIsUnderWay) {
  control_.answers_ = true;
  EXPECT_EQ(Call(), grpc::StatusCode::OK);
  ShutDown(*server_, absl::Hours(1));
}

}  // namespace
}  // namespace collie::rpc

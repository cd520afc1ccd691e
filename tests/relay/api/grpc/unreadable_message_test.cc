#include "relay/api/grpc/unreadable_message.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/stub_options.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/status/grpc_status.h"

namespace collie::relay {
namespace {

// Serves what the test asks for; its own UNIMPLEMENTED has a sentence.
class Reads final : public v1::Dashboard::CallbackService {
 public:
  grpc::ServerUnaryReactor* ListReceipts(grpc::CallbackServerContext* context,
                                         const v1::ListReceiptsRequest*,
                                         v1::ListReceiptsReply*) override {
    return Finish(*context, grpc::Status::OK);
  }
  grpc::ServerUnaryReactor* ReadHistory(grpc::CallbackServerContext* context,
                                        const v1::ReadHistoryRequest*,
                                        v1::ReadHistoryReply*) override {
    return Finish(*context, status::ToGrpc(absl::UnimplementedError("It keeps no history.")));
  }

 private:
  static grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext& context,
                                          const grpc::Status& status) {
    grpc::ServerUnaryReactor* reactor = context.DefaultReactor();
    reactor->Finish(status);
    return reactor;
  }
};

class UnreadableMessageTest : public ::testing::Test {
 protected:
  UnreadableMessageTest() {
    grpc::ServerBuilder builder;
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> creators;
    creators.push_back(UnreadableMessages());
    builder.experimental().SetInterceptorCreators(std::move(creators));
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = std::make_unique<grpc::GenericStub>(server_->InProcessChannel({}));
  }
  ~UnreadableMessageTest() override { server_->Shutdown(); }

  grpc::Status Call(const std::string& method, const std::string& bytes) {
    const grpc::Slice slice(bytes);
    const grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer reply;
    grpc::ClientContext context;
    grpc::Status status;
    absl::Notification done;
    stub_->UnaryCall(&context, method, grpc::StubOptions(), &request, &reply,
                     [&](grpc::Status end) {
                       status = std::move(end);
                       done.Notify();
                     });
    done.WaitForNotification();
    return status;
  }

  Reads service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<grpc::GenericStub> stub_;
};

constexpr char kGarbage[] = "\xff\xff\xff";

TEST_F(UnreadableMessageTest, IsABadRequestOfTheCaller) {
  for (const char* method : {"/collie.v1.Dashboard/ListReceipts", "/collie.v1.Dashboard/Watch"}) {
    const grpc::Status status = Call(method, kGarbage);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << method;
    EXPECT_EQ(status::ReasonOf(status), "bad-request") << method;
  }
  EXPECT_TRUE(Call("/collie.v1.Dashboard/ListReceipts", "").ok());
}

TEST_F(UnreadableMessageTest, AMethodThatIsNotThereStaysUnimplemented) {
  EXPECT_EQ(Call("/collie.v1.Dashboard/Erase", kGarbage).error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(UnreadableMessageTest, WhatAServiceItselfSaysIsLeftAsItIs) {
  const grpc::Status status = Call("/collie.v1.Dashboard/ReadHistory", "");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(status.error_message(), "It keeps no history.");
  EXPECT_EQ(status::ReasonOf(status), "unsupported");
}

}  // namespace
}  // namespace collie::relay

#include "crew/local/grpc_local.h"

#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "collie/v1/enrollment.grpc.pb.h"
#include "crew/local/local_channel.h"
#include "tests/support/temporary_folder.h"

namespace collie::local {
namespace {

namespace fs = std::filesystem;

class EchoingEnrollment final : public v1::Enrollment::CallbackService {
 public:
  grpc::ServerUnaryReactor* Join(grpc::CallbackServerContext* context,
                                 const v1::JoinRequest* request, v1::JoinReply* reply) override {
    reply->set_member(request->label());
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

class GrpcLocalTest : public ::testing::Test {
 protected:
  GrpcLocalTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~GrpcLocalTest() override {
    listener_.reset();
    server_->Shutdown();
  }

  void Listen() {
    listener_ = *LocalListener::Listen(socket_, lock_, /*agents=*/"", HandTo(*server_));
  }

  absl::StatusOr<std::string> Join(const std::string& label) {
    auto channel = RelayChannel(socket_);
    if (!channel.ok()) return channel.status();
    auto stub = v1::Enrollment::NewStub(*channel);
    grpc::ClientContext context;
    v1::JoinRequest request;
    request.set_label(label);
    v1::JoinReply reply;
    grpc::Status status = stub->Join(&context, request, &reply);
    if (!status.ok()) return absl::UnavailableError(status.error_message());
    return reply.member();
  }

  tests::TemporaryFolder temporary_;
  const fs::path socket_ = temporary_.path() / "relay" / "admin.sock";
  journal::InstanceLock lock_ = *journal::InstanceLock::Acquire(temporary_.path() / "lock");
  EchoingEnrollment service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<LocalListener> listener_;
};

TEST_F(GrpcLocalTest, ServesCallsOfSeveralConnections) {
  Listen();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(*Join(std::to_string(i)), std::to_string(i));
}

TEST_F(GrpcLocalTest, SaysHowToStartWhatIsNotRunning) {
  absl::Status status = Join("a").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "No relay is running here (no socket at " + socket_.string() +
                                  "): start one with `collie up`.");
  EXPECT_NE(EdgeChannel(socket_).status().message().find("No edge"), std::string::npos);
}

TEST_F(GrpcLocalTest, ServesAgainAfterTheSocketWasReopened) {
  Listen();
  EXPECT_TRUE(Join("a").ok());
  listener_.reset();
  EXPECT_EQ(Join("a").status().code(), absl::StatusCode::kNotFound);
  Listen();
  EXPECT_EQ(*Join("b"), "b");
}

}  // namespace
}  // namespace collie::local

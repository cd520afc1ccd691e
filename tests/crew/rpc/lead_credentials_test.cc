#include "crew/rpc/lead_credentials.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "crew/identity/authority.h"
#include "crew/rpc/channel_arguments.h"
#include "tests/support/simulated_clock.h"

namespace collie::rpc {
namespace {

using identity::Authority;
using identity::Key;

// A server that anybody may call, with a certificate of the test's.
class LeadCredentialsTest : public ::testing::Test {
 protected:
  void Serve(const std::string& key, const std::string& certificate) {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::SslServerCredentialsOptions options(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
    options.pem_key_cert_pairs.push_back({key, certificate});
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(options), &port_);
    server_ = builder.BuildAndStart();
  }
  ~LeadCredentialsTest() override { server_->Shutdown(); }

  grpc::StatusCode Ask() {
    const auto request = *identity::CertificateRequest::Parse(*MakeCertificateRequest(own_));
    LeadCredentials lead = MakeLeadCredentials(
        {*own_.ToPem(), *crew_.SignMember(request, "deck"), crew_.certificate(), "", "deck"});
    EXPECT_FALSE(*lead.has_met);
    grpc::GenericStub stub(grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port_),
                                                     lead.credentials, DirectArguments()));
    grpc::CompletionQueue queue;
    grpc::ClientContext context;
    auto call =
        stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", grpc::ByteBuffer(), &queue);
    grpc::ByteBuffer reply;
    grpc::Status status;
    call->StartCall();
    call->Finish(&reply, &status, this);
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue.Next(&tag, &ok));
    has_met_ = *lead.has_met;
    return status.error_code();
  }

  tests::SimulatedClock clock_;
  Authority crew_ = *Authority::Create(ids::SystemRandom(), clock_);
  const Key own_ = *Key::Generate();
  const Key relay_ = *Key::Generate();
  bool has_met_ = false;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(LeadCredentialsTest, CallsALeadOfTheCrewAndKnowsThatItMetOne) {
  Serve(*relay_.ToPem(), *crew_.SignRelay(relay_));
  EXPECT_NE(Ask(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(has_met_);
}

TEST_F(LeadCredentialsTest, CallsALeadWhoseCertificateIsOfAnotherCentury) {
  clock_.JumpWall(absl::Hours(-24 * 365 * 50));
  Serve(*relay_.ToPem(), *crew_.SignRelay(relay_));
  EXPECT_NE(Ask(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(LeadCredentialsTest, CallsNoStranger) {
  const Authority other = *Authority::Create(ids::SystemRandom(), clock_);
  Serve(*relay_.ToPem(), *other.SignRelay(relay_));
  EXPECT_EQ(Ask(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_FALSE(has_met_);
}

}  // namespace
}  // namespace collie::rpc

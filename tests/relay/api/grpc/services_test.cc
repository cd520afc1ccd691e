#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "crew/identity/pin.h"
#include "crew/local/grpc_local.h"
#include "crew/local/local_channel.h"
#include "crew/status/grpc_status.h"
#include "relay/access/access_store.h"
#include "relay/api/grpc/crew_admin_service.h"
#include "relay/api/grpc/enrollment_service.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using grpc::StatusCode;
using identity::Key;

// Both services behind a real local socket, with their stores on disk.
class ServicesTest : public ::testing::Test {
 protected:
  ServicesTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&enrollment_);
    builder.RegisterService(&admin_);
    server_ = builder.BuildAndStart();
    listener_ = *local::LocalListener::Listen(socket_, lock_, folder_.path() / "agents",
                                              local::HandTo(*server_));
    auto channel = *local::RelayChannel(socket_);
    enrollment_stub_ = v1::Enrollment::NewStub(channel);
    admin_stub_ = v1::CrewAdmin::NewStub(channel);
  }
  ~ServicesTest() override {
    listener_.reset();
    server_->Shutdown();
  }

  grpc::Status Join(const v1::JoinRequest& request, v1::JoinReply& reply) {
    grpc::ClientContext context;
    return enrollment_stub_->Join(&context, request, &reply);
  }
  grpc::Status Pair(const v1::PairDeviceRequest& request, v1::PairDeviceReply& reply) {
    grpc::ClientContext context;
    return admin_stub_->PairDevice(&context, request, &reply);
  }
  grpc::Status Revoke(const std::string& label) {
    grpc::ClientContext context;
    v1::RevokeDeviceRequest request;
    request.set_label(label);
    v1::RevokeDeviceReply reply;
    return admin_stub_->RevokeDevice(&context, request, &reply);
  }

  grpc::Status GiveUp(const std::string& request_id, v1::Receipt& receipt) {
    grpc::ClientContext context;
    v1::GiveUpActRequest request;
    request.set_request_id(request_id);
    return admin_stub_->GiveUpAct(&context, request, &receipt);
  }
  // The act flow's answers from here on come on another thread, as the store's do.
  void AnswerGivenUp(ActReply answer) {
    give_up_ = [this, answer = std::move(answer)](const std::string& request_id, ActDone done) {
      given_up_.push_back(request_id);
      std::thread([answer, done = std::move(done)] { done(answer); }).detach();
    };
  }
  grpc::Status GiveUpWithout(v1::Reason reason) {
    AnswerGivenUp({std::nullopt, reason, false, "A sentence."});
    v1::Receipt receipt;
    return GiveUp("r-1", receipt);
  }

  static v1::JoinRequest JoinOf(const std::string& label, const Key& key) {
    v1::JoinRequest request;
    request.set_label(label);
    request.set_certificate_request(*identity::MakeCertificateRequest(key));
    return request;
  }
  static v1::PairDeviceRequest TokenOf(const std::string& label, v1::Role role) {
    v1::PairDeviceRequest request;
    request.set_label(label);
    request.set_role(role);
    request.set_token(true);
    return request;
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  identity::Authority authority_ = *identity::Authority::Create(ids::SystemRandom(), clock_);
  std::unique_ptr<journal::GroupCommit> store_ = *OpenAccessStore(folder_.path() / "access.db");
  std::unique_ptr<Roster> roster_ = *Roster::Load(*store_, ids::SystemRandom(), clock_);
  std::unique_ptr<Devices> devices_ = *Devices::Load(*store_, clock_);
  std::unique_ptr<SqliteStore> acts_ = *SqliteStore::Open(folder_.path() / "relay.db", clock_);
  std::vector<std::string> ended_;  // members whose links were
  MemberUnlock unlock_{*roster_, acts_->Members(), ids::SystemRandom(), clock_,
                       [this](const std::string& member) { ended_.push_back(member); }};
  LocalPeerAuthenticator peers_;
  threads::BlockingCalls blocking_{2};
  EnrollmentService enrollment_{peers_,  *roster_, authority_, "lead.example.com:8786",
                                unlock_, blocking_};
  CrewAdminService::GiveUp give_up_;
  std::vector<std::string> given_up_;
  CrewAdminService admin_{peers_,
                          *devices_,
                          authority_,
                          ids::SystemRandom(),
                          "lead.example.com:8786",
                          [this](const std::string& request_id, ActDone done) {
                            give_up_(request_id, std::move(done));
                          },
                          unlock_,
                          blocking_};
  journal::InstanceLock lock_ = *journal::InstanceLock::Acquire(folder_.path() / "lock");
  const std::filesystem::path socket_ = folder_.path() / "relay" / "admin.sock";
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<local::LocalListener> listener_;
  std::unique_ptr<v1::Enrollment::Stub> enrollment_stub_;
  std::unique_ptr<v1::CrewAdmin::Stub> admin_stub_;
};

TEST_F(ServicesTest, EnrolsTheOwnersEdgeWithoutAToken) {
  Key key = *Key::Generate();
  v1::JoinReply reply;
  grpc::Status status = Join(JoinOf("deck", key), reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(reply.authority(), authority_.certificate());
  EXPECT_EQ(reply.link_address(), "lead.example.com:8786");
  EXPECT_EQ(roster_->ByPin(*identity::PinOfCertificate(reply.certificate()))->id, reply.member());
}

TEST_F(ServicesTest, EndsARepeatedJoinAsTheSameMember) {
  Key key = *Key::Generate();
  v1::JoinReply first;
  v1::JoinReply second;
  ASSERT_TRUE(Join(JoinOf("deck", key), first).ok());
  ASSERT_TRUE(Join(JoinOf("deck", key), second).ok());
  EXPECT_EQ(first.member(), second.member());
  EXPECT_EQ(roster_->List().size(), 1u);
}

TEST_F(ServicesTest, RefusesToEnrolByToken) {
  v1::JoinRequest request = JoinOf("deck", *Key::Generate());
  request.set_token("some-token");
  v1::JoinReply reply;
  grpc::Status status = Join(request, reply);
  EXPECT_EQ(status.error_code(), StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(status.error_message().find("some-token"), std::string::npos);
  EXPECT_TRUE(roster_->List().empty());
}

TEST_F(ServicesTest, RefusesBadLabelsAndRequests) {
  v1::JoinReply reply;
  EXPECT_EQ(Join(JoinOf("a\nb", *Key::Generate()), reply).error_code(),
            StatusCode::INVALID_ARGUMENT);
  v1::JoinRequest request = JoinOf("deck", *Key::Generate());
  request.set_certificate_request("no request");
  EXPECT_EQ(Join(request, reply).error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(roster_->List().empty());
}

TEST_F(ServicesTest, PairsByTokenAndRevokes) {
  v1::PairDeviceReply reply;
  grpc::Status status = Pair(TokenOf("phone", v1::ROLE_OPERATOR), reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(devices_->ByToken(reply.token())->role, v1::ROLE_OPERATOR);
  EXPECT_TRUE(reply.certificate().empty());
  EXPECT_TRUE(Revoke("phone").ok());
  EXPECT_FALSE(devices_->ByToken(reply.token()).has_value());
  EXPECT_EQ(Revoke("nobody").error_code(), StatusCode::NOT_FOUND);
}

TEST_F(ServicesTest, PairsByCertificateRequest) {
  Key key = *Key::Generate();
  v1::PairDeviceRequest request;
  request.set_label("bot");
  request.set_role(v1::ROLE_VIEWER);
  request.set_ttl_ms(60'000);
  request.set_certificate_request(*identity::MakeCertificateRequest(key));
  v1::PairDeviceReply reply;
  grpc::Status status = Pair(request, reply);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(reply.token().empty());
  EXPECT_EQ(reply.authority(), authority_.certificate());
  const std::string pin = *identity::PinOfCertificate(reply.certificate());
  EXPECT_EQ(devices_->ByPin(pin)->device, "bot");
  clock_.Advance(absl::Minutes(1));
  EXPECT_FALSE(devices_->ByPin(pin).has_value());
}

TEST_F(ServicesTest, TellsNoSecretWhenItDoesNotPair) {
  v1::PairDeviceReply reply;
  ASSERT_TRUE(Pair(TokenOf("phone", v1::ROLE_VIEWER), reply).ok());
  v1::PairDeviceReply again;
  EXPECT_EQ(Pair(TokenOf("phone", v1::ROLE_ADMIN), again).error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_TRUE(again.token().empty());
}

TEST_F(ServicesTest, RefusesPairingsThatBreakARule) {
  v1::PairDeviceRequest no_secret = TokenOf("a", v1::ROLE_VIEWER);
  no_secret.set_token(false);
  v1::PairDeviceRequest no_role = TokenOf("a", v1::ROLE_UNSPECIFIED);
  v1::PairDeviceRequest no_label = TokenOf("", v1::ROLE_VIEWER);
  v1::PairDeviceRequest ended = TokenOf("a", v1::ROLE_VIEWER);
  ended.set_ttl_ms(-1);
  v1::PairDeviceRequest endless = TokenOf("a", v1::ROLE_VIEWER);
  endless.set_ttl_ms(std::numeric_limits<int64_t>::max());
  for (const v1::PairDeviceRequest& request : {no_secret, no_role, no_label, ended, endless}) {
    v1::PairDeviceReply reply;
    EXPECT_EQ(Pair(request, reply).error_code(), StatusCode::INVALID_ARGUMENT)
        << request.ShortDebugString();
  }
  EXPECT_TRUE(devices_->List().empty());
}

TEST_F(ServicesTest, ListsDevicesOldestFirst) {
  v1::PairDeviceReply reply;
  ASSERT_TRUE(Pair(TokenOf("a", v1::ROLE_VIEWER), reply).ok());
  ASSERT_TRUE(Pair(TokenOf("b", v1::ROLE_ADMIN), reply).ok());
  ASSERT_TRUE(Revoke("a").ok());
  grpc::ClientContext context;
  v1::ListDevicesReply list;
  ASSERT_TRUE(admin_stub_->ListDevices(&context, {}, &list).ok());
  ASSERT_EQ(list.devices_size(), 2);
  EXPECT_EQ(list.devices(0).label(), "a");
  EXPECT_TRUE(list.devices(0).revoked());
  EXPECT_EQ(list.devices(1).role(), v1::ROLE_ADMIN);
}

TEST_F(ServicesTest, GivesAnActUpAndAnswersItsReceipt) {
  v1::Receipt kept;
  kept.set_request_id("r-1");
  kept.set_outcome(v1::OUTCOME_UNKNOWN);
  kept.set_reason(v1::REASON_GIVEN_UP);
  AnswerGivenUp({kept, v1::REASON_UNSPECIFIED, false, ""});
  testing::internal::CaptureStderr();
  v1::Receipt receipt;
  const grpc::Status status = GiveUp("r-1", receipt);
  const std::string log = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(receipt.SerializeAsString(), kept.SerializeAsString());
  EXPECT_EQ(given_up_, std::vector<std::string>{"r-1"});
  EXPECT_NE(log.find("local asked to give up request r-1: it is unknown."), std::string::npos)
      << log;
}

TEST_F(ServicesTest, SaysWhyAnActWasNotGivenUp) {
  const grpc::Status nobody = GiveUpWithout(v1::REASON_UNKNOWN_REQUEST);
  EXPECT_EQ(nobody.error_code(), StatusCode::NOT_FOUND);
  EXPECT_NE(nobody.error_message().find("This request id is unknown"), std::string::npos);
  EXPECT_EQ(status::ReasonOf(nobody), "unknown-request");
  const grpc::Status full = GiveUpWithout(v1::REASON_STORE_UNAVAILABLE);
  EXPECT_EQ(full.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(status::ReasonOf(full), "store-unavailable");
  const grpc::Status fenced = GiveUpWithout(v1::REASON_FENCED);
  EXPECT_EQ(fenced.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(status::ReasonOf(fenced), "fenced");
  AnswerGivenUp({std::nullopt, v1::REASON_UNSPECIFIED, true, "Not dispatched yet."});
  v1::Receipt receipt;
  const grpc::Status early = GiveUp("r-1", receipt);
  EXPECT_EQ(early.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(early.error_message(), "Not dispatched yet.");
  EXPECT_EQ(status::ReasonOf(early), "not-now");
}

TEST_F(ServicesTest, WhatIsNoRequestIdIsKnownToNobody) {
  AnswerGivenUp({});
  v1::Receipt receipt;
  for (const std::string& id : {std::string(), std::string("a b"), std::string(129, 'x')}) {
    EXPECT_EQ(GiveUp(id, receipt).error_code(), StatusCode::NOT_FOUND) << id;
  }
  EXPECT_TRUE(given_up_.empty());
}

}  // namespace
}  // namespace collie::relay

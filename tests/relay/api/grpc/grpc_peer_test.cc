#include "relay/api/grpc/grpc_peer.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/identity/authority.h"
#include "crew/status/grpc_status.h"
#include "relay/access/access_store.h"
#include "relay/api/grpc/pin_verifier.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using identity::CertificateRequest;
using identity::Key;

constexpr char kList[] = "/collie.v1.CrewAdmin/ListDevices";

// Answers with what the authenticator says of the caller.
class Mirror final : public v1::CrewAdmin::CallbackService {
 public:
  explicit Mirror(const PeerAuthenticator& peers) : peers_(peers) {}
  grpc::ServerUnaryReactor* ListDevices(grpc::CallbackServerContext* context,
                                        const v1::ListDevicesRequest*,
                                        v1::ListDevicesReply* reply) override {
    absl::StatusOr<PeerIdentity> peer = peers_.Admit(kList, *context);
    if (peer.ok()) reply->add_devices()->set_label(peer->member + peer->caller.device);
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(status::ToGrpc(peer.status()));
    return reactor;
  }

 private:
  const PeerAuthenticator& peers_;
};

class GrpcPeerTest : public ::testing::Test {
 protected:
  GrpcPeerTest() {
    Key relay = *Key::Generate();
    std::string certificate = *authority_.SignRelay(relay);
    // Nobody is refused in the handshake: what is asked here is what becomes of a call.
    auto credentials = PinnedServerCredentials(
        {*identity::Authority::Load(*authority_.key().ToPem(), authority_.certificate(),
                                    ids::SystemRandom(), clock_),
         *relay.ToPem(), std::move(certificate)},
        [](const std::string&) { return true; });
    credentials->SetAuthMetadataProcessor(std::make_shared<TlsCallAuthenticator>(
        peers_, budgets_, [this](const std::string& pin) { ended_.push_back(pin); }));
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", credentials, &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~GrpcPeerTest() override { server_->Shutdown(); }

  struct Holder {
    std::string key;
    std::string certificate;
    std::string pin;
  };

  Holder Make(identity::Authority& authority) {
    Key key = *Key::Generate();
    CertificateRequest request = *CertificateRequest::Parse(*identity::MakeCertificateRequest(key));
    return {*key.ToPem(), *authority.SignMember(request, "a"), request.pin()};
  }

  std::shared_ptr<grpc::Channel> Dial(const Holder& holder) {
    grpc::ChannelArguments arguments;
    arguments.SetSslTargetNameOverride(identity::kRelayName);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(
        absl::StrCat("127.0.0.1:", port_),
        grpc::SslCredentials({authority_.certificate(), holder.key, holder.certificate}),
        arguments);
  }

  // What the mirror saw, or the error's code.
  std::string Ask(const Holder& holder) { return Ask(Dial(holder)); }
  static std::string Ask(const std::shared_ptr<grpc::Channel>& channel) {
    auto stub = v1::CrewAdmin::NewStub(channel);
    grpc::ClientContext context;
    v1::ListDevicesReply reply;
    grpc::Status status = stub->ListDevices(&context, {}, &reply);
    if (status.ok()) return reply.devices(0).label();
    return absl::StrCat("error ", static_cast<int>(status.error_code()));
  }

  grpc::StatusCode AskForUnknown(const Holder& holder) {
    grpc::GenericStub stub(Dial(holder));
    grpc::CompletionQueue queue;
    grpc::ClientContext context;
    auto call = stub.PrepareUnaryCall(&context, "/other.Service/Call", grpc::ByteBuffer(), &queue);
    grpc::ByteBuffer reply;
    grpc::Status status;
    call->StartCall();
    call->Finish(&reply, &status, this);
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue.Next(&tag, &ok));
    return status.error_code();
  }

  static std::string Error(grpc::StatusCode code) {
    return absl::StrCat("error ", static_cast<int>(code));
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  identity::Authority authority_ = *identity::Authority::Create(ids::SystemRandom(), clock_);
  std::unique_ptr<journal::GroupCommit> store_ = *OpenAccessStore(folder_.path() / "access.db");
  std::unique_ptr<Roster> roster_ =
      *Roster::Load(*store_, ids::SystemRandom(), clock::SystemClock());
  std::unique_ptr<Devices> devices_ = *Devices::Load(*store_, clock::SystemClock());
  static CallBudgets::Limits Few() {
    CallBudgets::Limits limits;
    limits.calls = {6, 0};
    limits.refused = 2;
    limits.bytes = 1000;
    return limits;
  }
  CallBudgets budgets_{Few(), clock_};
  std::vector<std::string> ended_;
  TlsPeerAuthenticator peers_{*roster_, *devices_, budgets_};
  Mirror service_{peers_};
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(GrpcPeerTest, KnowsADeviceByItsKey) {
  Holder admin = Make(authority_);
  ASSERT_TRUE(devices_->Pair({.label = "root", .role = v1::ROLE_ADMIN, .pin = admin.pin}).ok());
  EXPECT_EQ(Ask(admin), "root");
  ASSERT_TRUE(devices_->Revoke("root").ok());
  EXPECT_EQ(Ask(admin), Error(grpc::StatusCode::UNAUTHENTICATED));
}

TEST_F(GrpcPeerTest, RefusesACertificateThatIsSignedButNotListed) {
  EXPECT_EQ(Ask(Make(authority_)), Error(grpc::StatusCode::UNAUTHENTICATED));
}

TEST_F(GrpcPeerTest, WhoMakesTooManyCallsIsRefusedAndThenEnded) {
  Holder viewer = Make(authority_);
  ASSERT_TRUE(devices_->Pair({.label = "wall", .role = v1::ROLE_VIEWER, .pin = viewer.pin}).ok());
  const auto channel = Dial(viewer);
  for (int i = 0; i < 6; ++i) EXPECT_NE(Ask(channel), Error(grpc::StatusCode::RESOURCE_EXHAUSTED));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Ask(channel), Error(grpc::StatusCode::RESOURCE_EXHAUSTED));
  EXPECT_TRUE(ended_.empty());
  EXPECT_EQ(Ask(channel), Error(grpc::StatusCode::RESOURCE_EXHAUSTED));
  EXPECT_EQ(ended_, std::vector<std::string>{viewer.pin});
}

TEST_F(GrpcPeerTest, WhoseRepliesWaitUnreadIsRefused) {
  Holder admin = Make(authority_);
  ASSERT_TRUE(devices_->Pair({.label = "root", .role = v1::ROLE_ADMIN, .pin = admin.pin}).ok());
  budgets_.Reserve(admin.pin, 2000);
  EXPECT_EQ(Ask(admin), Error(grpc::StatusCode::RESOURCE_EXHAUSTED));
  budgets_.Release(admin.pin, 2000);
  EXPECT_EQ(Ask(admin), "root");
}

TEST_F(GrpcPeerTest, KeepsMembersAndViewersFromManaging) {
  Holder member = Make(authority_);
  ASSERT_TRUE(roster_->Enroll("deck", ids::Pin(member.pin), false).ok());
  EXPECT_EQ(Ask(member), Error(grpc::StatusCode::PERMISSION_DENIED));
  Holder viewer = Make(authority_);
  ASSERT_TRUE(devices_->Pair({.label = "wall", .role = v1::ROLE_VIEWER, .pin = viewer.pin}).ok());
  EXPECT_EQ(Ask(viewer), Error(grpc::StatusCode::PERMISSION_DENIED));
}

TEST_F(GrpcPeerTest, ADeviceHearsThatAMethodIsUnknownAndAStrangerDoesNot) {
  Holder viewer = Make(authority_);
  EXPECT_EQ(AskForUnknown(viewer), grpc::StatusCode::UNAUTHENTICATED);
  ASSERT_TRUE(devices_->Pair({.label = "wall", .role = v1::ROLE_VIEWER, .pin = viewer.pin}).ok());
  EXPECT_EQ(AskForUnknown(viewer), grpc::StatusCode::UNIMPLEMENTED);
}

// The local server trusts its listener; it is built without TLS here only to reach a service.
TEST(LocalPeerAuthenticatorTest, TakesEveryCallAsTheOwners) {
  LocalPeerAuthenticator peers;
  Mirror service(peers);
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  auto server = builder.BuildAndStart();
  auto stub = v1::CrewAdmin::NewStub(server->InProcessChannel({}));
  grpc::ClientContext context;
  v1::ListDevicesReply reply;
  ASSERT_TRUE(stub->ListDevices(&context, {}, &reply).ok());
  EXPECT_EQ(reply.devices(0).label(), "local");
  server->Shutdown();
}

}  // namespace
}  // namespace collie::relay

// Each RPC of the relay asks for the caller's rights in its own name, and a refusal is data.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/empty.pb.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/stub_options.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "crew/status/grpc_status.h"
#include "relay/access/access_store.h"
#include "relay/api/grpc/crew_admin_service.h"
#include "relay/api/grpc/dashboard_service.h"
#include "relay/api/grpc/edge_link_service.h"
#include "relay/api/grpc/enrollment_service.h"
#include "tests/relay/api/grpc/scripted_peers.h"
#include "tests/relay/api/http/fake_backend.h"
#include "tests/relay/link/link_components.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using google::protobuf::Empty;

std::vector<std::string> Methods() {
  std::vector<std::string> methods;
  for (const google::protobuf::FileDescriptor* file :
       {v1::ListDevicesRequest::descriptor()->file(), v1::WatchRequest::descriptor()->file(),
        v1::EdgeFrame::descriptor()->file(), v1::JoinRequest::descriptor()->file()}) {
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        methods.push_back("/" + file->service(s)->full_name() + "/" +
                          file->service(s)->method(m)->name());
      }
    }
  }
  return methods;
}

// All services of the relay at one server within this process.
class EveryMethodTest : public ::testing::Test {
 protected:
  EveryMethodTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&link_);
    builder.RegisterService(&dashboard_);
    builder.RegisterService(&admin_);
    builder.RegisterService(&enrollment_);
    server_ = builder.BuildAndStart();
    stub_ =
        std::make_unique<grpc::TemplatedGenericStub<Empty, Empty>>(server_->InProcessChannel({}));
  }
  ~EveryMethodTest() override { server_->Shutdown(); }

  grpc::Status Call(const std::string& method) {
    grpc::ClientContext context;
    const Empty request;
    Empty reply;
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

  tests::TemporaryFolder folder_;
  LinkComponents components_;
  identity::Authority authority_ =
      *identity::Authority::Create(ids::SystemRandom(), components_.clock);
  std::unique_ptr<journal::GroupCommit> store_ = *OpenAccessStore(folder_.path() / "access.db");
  std::unique_ptr<Roster> roster_ = *Roster::Load(*store_, ids::SystemRandom(), components_.clock);
  std::unique_ptr<Devices> devices_ = *Devices::Load(*store_, components_.clock);
  MemberUnlock unlock_{*roster_, components_.members, ids::SystemRandom(), components_.clock,
                       [](const std::string&) {}};
  Notifier notifier_{components_.executor};
  ReceiptNews receipts_;
  tests::FakeBackend backend_;
  threads::BlockingCalls blocking_{1};
  ScriptedPeers peers_;
  EdgeLinkService link_{components_.Targets(), peers_, [](const std::string&) {}};
  DashboardService dashboard_{{components_.view, components_.cache, components_.interest, notifier_,
                               receipts_, backend_, blocking_, components_.clock},
                              peers_};
  CrewAdminService admin_{peers_,      *devices_,
                          authority_,  ids::SystemRandom(),
                          "lead:8786", [](const std::string&, const ActDone& done) { done({}); },
                          unlock_,     blocking_};
  EnrollmentService enrollment_{peers_, *roster_, authority_, "lead:8786", unlock_, blocking_};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<grpc::TemplatedGenericStub<Empty, Empty>> stub_;
};

TEST_F(EveryMethodTest, IsRefusedByItsOwnRuleWithTheReasonAsData) {
  int refused = 0;
  for (const PeerIdentity& peer :
       {MemberPeer(), DevicePeer(v1::ROLE_UNSPECIFIED), DevicePeer(v1::ROLE_VIEWER),
        DevicePeer(v1::ROLE_OPERATOR), DevicePeer(v1::ROLE_ADMIN), PeerIdentity::Owner()}) {
    peers_.Set(peer);
    for (const std::string& method : Methods()) {
      if (Authorize(method, peer).ok()) continue;
      const grpc::Status status = Call(method);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED) << method;
      EXPECT_EQ(status::ReasonOf(status), "not-allowed") << method;
      EXPECT_EQ(status.error_message(), Authorize(method, peer).message()) << method;
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST_F(EveryMethodTest, OneThatNobodyServesIsUnimplemented) {
  const grpc::Status status = Call("/collie.v1.Dashboard/Erase");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(status::ReasonOf(status), "");
}

}  // namespace
}  // namespace collie::relay

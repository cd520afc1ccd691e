#ifndef COLLIE_TESTS_RELAY_API_GRPC_LISTENERS_FIXTURE_H_
#define COLLIE_TESTS_RELAY_API_GRPC_LISTENERS_FIXTURE_H_

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "crew/identity/certificate_request.h"
#include "crew/identity/key.h"
#include "crew/rpc/channel_arguments.h"
#include "crew/rpc/lead_credentials.h"
#include "relay/access/access_store.h"
#include "relay/api/grpc/grpc_listeners.h"
#include "tests/relay/http/fake_backend.h"
#include "tests/relay/link/link_components.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {

// The relay's real listeners on free ports, with their access store on disk, over a crew that a
// test scripts.
class ListenersFixture : public ::testing::Test {
 protected:
  // A key with a certificate, as its holder has it.
  struct Holder {
    std::string key;
    std::string certificate;
    std::string pin;
  };

  ListenersFixture() {
    GrpcListeners::Options options{{.host = "127.0.0.1", .port = 0}, "", folder_.path() / "sock"};
    listeners_ = *GrpcListeners::Open(
        options, {.identity = lead_,
                  .roster = *roster_,
                  .devices = *devices_,
                  .link = parts_.Targets(),
                  .watch = {parts_.view, parts_.cache, parts_.interest, notifier_, receipts_,
                            backend_, blocking_},
                  .lock = lock_,
                  .clock = parts_.clock,
                  .random = ids::SystemRandom(),
                  .give_up = [](const std::string&, const ActDone& done) { done({}); },
                  .on_member = [](const RosterMember&) {}});
    devices_->OnRevoked([this](const std::string& device) { listeners_->EndDevice(device); });
  }
  ~ListenersFixture() override { listeners_->Stop(); }

  static LeadIdentity MakeLead(const clock::Clock& clock) {
    identity::Authority authority = *identity::Authority::Create(ids::SystemRandom(), clock);
    const identity::Key key = *identity::Key::Generate();
    std::string certificate = *authority.SignRelay(key);
    return {std::move(authority), *key.ToPem(), std::move(certificate)};
  }

  static Holder Make(const identity::Authority& authority) {
    const identity::Key key = *identity::Key::Generate();
    const identity::CertificateRequest request =
        *identity::CertificateRequest::Parse(*identity::MakeCertificateRequest(key));
    return {*key.ToPem(), *authority.SignMember(request, "a"), request.pin()};
  }
  Holder Make() const { return Make(lead_.authority); }
  Holder Device(const std::string& label, v1::Role role) {
    Holder holder = Make();
    EXPECT_TRUE(devices_->Pair({.label = label, .role = role, .pin = holder.pin}).ok());
    return holder;
  }
  Holder Member(const std::string& label) {
    Holder holder = Make();
    EXPECT_TRUE(roster_->Enroll(label, ids::Pin(holder.pin), false).ok());
    return holder;
  }

  // A connection of its own; without a certificate where the holder has none. `name`: what the
  // client asks for.
  std::shared_ptr<grpc::Channel> Dial(const Holder& holder, const char* name = "localhost") const {
    grpc::ChannelArguments arguments = rpc::DirectArguments();
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetSslTargetNameOverride(holder.key.empty() ? identity::kRelayName : name);
    const std::string& authority = lead_.authority.certificate();
    const auto credentials = holder.key.empty()
                                 ? grpc::SslCredentials({authority, "", ""})
                                 : rpc::MakeLeadCredentials({holder.key, holder.certificate,
                                                             authority, listeners_->address(), ""})
                                       .credentials;
    return grpc::CreateCustomChannel(listeners_->address(), credentials, arguments);
  }

  // How a call with these bytes as its request ends, at the latest after `most`.
  static grpc::Status Call(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           absl::Duration most = absl::Seconds(20), const std::string& bytes = "") {
    grpc::GenericStub stub(channel);
    grpc::CompletionQueue queue;
    grpc::ClientContext context;
    context.set_deadline(gpr_time_from_millis(absl::ToInt64Milliseconds(most), GPR_TIMESPAN));
    const grpc::Slice slice(bytes);
    auto call = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(&slice, 1), &queue);
    grpc::ByteBuffer reply;
    grpc::Status status;
    call->StartCall();
    call->Finish(&reply, &status, &queue);
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue.Next(&tag, &ok));
    return status;
  }

  tests::TemporaryFolder folder_;
  LinkComponents parts_;
  LeadIdentity lead_ = MakeLead(parts_.clock);
  std::unique_ptr<journal::GroupCommit> store_ = *OpenAccessStore(folder_.path() / "access.db");
  std::unique_ptr<Roster> roster_ = *Roster::Load(*store_, ids::SystemRandom(), parts_.clock);
  std::unique_ptr<Devices> devices_ = *Devices::Load(*store_, parts_.clock);
  journal::InstanceLock lock_ = *journal::InstanceLock::Acquire(folder_.path() / "lock");
  Notifier notifier_{parts_.executor};
  ReceiptNews receipts_;
  tests::FakeBackend backend_;
  threads::BlockingCalls blocking_{2};
  std::unique_ptr<GrpcListeners> listeners_;
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_API_GRPC_LISTENERS_FIXTURE_H_

#include "relay/api/grpc/grpc_listeners.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "crew/status/grpc_status.h"
#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

using grpc::StatusCode;

constexpr char kHealth[] = "/grpc.health.v1.Health/Check";
constexpr char kUnknown[] = "/collie.v1.Dashboard/Erase";
constexpr absl::Duration kAMoment = absl::Milliseconds(400);

std::vector<std::string> Methods() {
  std::vector<std::string> methods = {kHealth, kUnknown};
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

bool IsStream(const std::string& method) {
  return absl::StrContains(method, "/Watch") || method == method::kAttach;
}

bool IsOfMembers(const std::string& method) { return method == method::kAttach; }
bool IsOfDevices(const std::string& method) {
  return absl::StrContains(method, ".Dashboard/") || absl::StrContains(method, ".CrewAdmin/");
}

class GrpcListenersTest : public ListenersFixture {
 protected:
  struct Kind {
    std::string name;
    Holder holder;
    const char* asks_for = "localhost";
    std::optional<PeerIdentity> peer = {};  // none: no byte of HTTP/2
  };

  std::vector<Kind> Kinds() {
    std::vector<Kind> kinds = {
        {"viewer", Device("wall", v1::ROLE_VIEWER), "localhost", DevicePeer(v1::ROLE_VIEWER)},
        {"operator", Device("phone", v1::ROLE_OPERATOR), "lead.example",
         DevicePeer(v1::ROLE_OPERATOR)},
        {"admin", Device("root", v1::ROLE_ADMIN), identity::kRelayName, DevicePeer(v1::ROLE_ADMIN)},
        {"member", Member("deck"), identity::kLinkName, MemberPeer()},
        {"member among the devices", Member("loft")},
        {"device among the members", Device("stray", v1::ROLE_ADMIN), identity::kLinkName},
        {"signed but not listed", Make()},
        {"revoked", Device("lost", v1::ROLE_ADMIN)},
        {"expired", Device("guest", v1::ROLE_ADMIN)},
        {"foreign", Make(*identity::Authority::Create(ids::SystemRandom(), parts_.clock))},
        {"without a certificate", {}}};
    EXPECT_TRUE(devices_->Revoke("lost").ok());
    EXPECT_TRUE(devices_->Revoke("guest").ok());
    const std::string pin = kinds[8].holder.pin;
    EXPECT_TRUE(
        devices_
            ->Pair({.label = "guest", .role = v1::ROLE_ADMIN, .life = absl::Minutes(1), .pin = pin})
            .ok());
    parts_.clock.Advance(absl::Minutes(2));
    return kinds;
  }

  static PeerIdentity MemberPeer() {
    return {.kind = PeerIdentity::Kind::kMember, .member = "deck", .caller = {}};
  }
  static PeerIdentity DevicePeer(v1::Role role) {
    return {.kind = PeerIdentity::Kind::kDevice, .member = "", .caller = {"a", role}};
  }

  static StatusCode Expected(const Kind& kind, const std::string& method) {
    if (!kind.peer.has_value()) return StatusCode::UNAVAILABLE;
    if (method == kHealth) return StatusCode::OK;
    const bool is_member = kind.peer->kind == PeerIdentity::Kind::kMember;
    const bool is_served = is_member ? IsOfMembers(method) : IsOfDevices(method);
    if (!is_served || method == kUnknown) return StatusCode::UNIMPLEMENTED;
    return Authorize(method, *kind.peer).ok() ? StatusCode::OK : StatusCode::PERMISSION_DENIED;
  }
};

TEST_F(GrpcListenersTest, EachKindOfCallerMayCallWhatTheTableSays) {
  for (const Kind& kind : Kinds()) {
    const auto channel = Dial(kind.holder, kind.asks_for);
    for (const std::string& method : Methods()) {
      const StatusCode expected = Expected(kind, method);
      const bool stays = expected == StatusCode::OK && IsStream(method);
      const grpc::Status status = stays ? Call(channel, method, kAMoment) : Call(channel, method);
      if (expected != StatusCode::OK) {
        EXPECT_EQ(status.error_code(), expected)
            << kind.name << " " << method << ": " << status.error_message();
        continue;
      }
      for (const StatusCode refused :
           {StatusCode::UNAVAILABLE, StatusCode::UNIMPLEMENTED, StatusCode::PERMISSION_DENIED,
            StatusCode::UNAUTHENTICATED}) {
        EXPECT_NE(status.error_code(), refused)
            << kind.name << " " << method << ": " << status.error_message();
      }
    }
  }
}

TEST_F(GrpcListenersTest, AnAdminDevicePairsAnotherOne) {
  const auto admin = v1::CrewAdmin::NewStub(Dial(Device("root", v1::ROLE_ADMIN)));
  v1::PairDeviceRequest request;
  request.set_label("phone");
  request.set_role(v1::ROLE_VIEWER);
  request.set_token(true);
  v1::PairDeviceReply reply;
  grpc::ClientContext pairing;
  ASSERT_TRUE(admin->PairDevice(&pairing, request, &reply).ok());
  EXPECT_TRUE(devices_->ByToken(reply.token()).has_value());
  EXPECT_EQ(reply.grpc_address(), listeners_->address());
  ASSERT_TRUE(devices_->Revoke("root").ok());
  EXPECT_FALSE(devices_->ByToken(reply.token()).has_value());
}

TEST_F(GrpcListenersTest, BytesThatAreNoMessageAreABadRequest) {
  const auto channel = Dial(Device("wall", v1::ROLE_VIEWER));
  const grpc::Status status =
      Call(channel, method::kListReceipts, absl::Seconds(20), "\xff\xff\xff");
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status::ReasonOf(status), "bad-request");
}

TEST_F(GrpcListenersTest, TheConnectionOfARevokedDeviceEnds) {
  const auto channel = Dial(Device("phone", v1::ROLE_VIEWER));
  ASSERT_TRUE(Call(channel, kHealth).ok());
  EXPECT_EQ(listeners_->connections().of_peers, 1u);
  ASSERT_TRUE(devices_->Revoke("phone").ok());
  EXPECT_EQ(Call(channel, kHealth).error_code(), StatusCode::UNAUTHENTICATED);
  listeners_->Tick();
  EXPECT_EQ(listeners_->connections().of_peers, 1u);
  listeners_->Tick();
  EXPECT_EQ(listeners_->connections().of_peers, 0u);
  EXPECT_EQ(Call(channel, kHealth).error_code(), StatusCode::UNAVAILABLE);
}

TEST_F(GrpcListenersTest, RefusesAPortThatIsInUse) {
  const config::HostPort taken = *config::ParseHostPort(listeners_->address());
  const auto second = TlsAcceptor::Open({taken, {}}, parts_.clock, nullptr);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace collie::relay

#include "relay/api/grpc/tls_server.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

constexpr char kHealth[] = "/grpc.health.v1.Health/Check";

class TlsServerTest : public ListenersFixture {};

TEST_F(TlsServerTest, APeerThatCallsOnThoughItIsRefusedLosesItsConnections) {
  const Holder member = Member("deck");
  const auto channel = Dial(member, identity::kLinkName);
  const auto device = Dial(Device("phone", v1::ROLE_VIEWER));
  int refused = 0;
  grpc::Status status;
  for (int i = 0; i < 1000 && status.error_code() != grpc::StatusCode::UNAVAILABLE; ++i) {
    status = Call(channel, kHealth);
    if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) ++refused;
  }
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_GE(refused, 50);
  // It may not connect for a while; others are served.
  EXPECT_EQ(Call(Dial(member, identity::kLinkName), kHealth).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(Call(device, kHealth).ok());
  parts_.clock.Advance(absl::Seconds(10));
  EXPECT_TRUE(Call(Dial(member, identity::kLinkName), kHealth).ok());
}

TEST_F(TlsServerTest, BeginsOnlySoManyStreamsInAMoment) {
  const auto channel = Dial(Device("phone", v1::ROLE_VIEWER));
  int refused = 0;
  for (int i = 0; i < 140; ++i) {
    grpc::ClientContext context;
    v1::WatchRequest request;
    auto stream = v1::Dashboard::NewStub(channel)->Watch(&context, request);
    v1::WatchEvent event;
    const bool began = stream->Read(&event);
    context.TryCancel();
    const grpc::Status status = stream->Finish();
    if (!began && status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) ++refused;
  }
  EXPECT_GE(refused, 12);
}

}  // namespace
}  // namespace collie::relay

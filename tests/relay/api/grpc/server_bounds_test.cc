#include "relay/api/grpc/server_bounds.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

class ServerBoundsTest : public ListenersFixture {};

TEST_F(ServerBoundsTest, RefusesCompressedMessages) {
  const auto dashboard = v1::Dashboard::NewStub(Dial(Device("phone", v1::ROLE_OPERATOR)));
  v1::ActRequest request;
  request.set_request_id(std::string(500'000, 'x'));
  for (const auto algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    grpc::ClientContext context;
    context.set_compression_algorithm(algorithm);
    v1::Receipt reply;
    const grpc::Status status = dashboard->Act(&context, request, &reply);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << status.error_message();
  }
  grpc::ClientContext plain;
  v1::Receipt reply;
  EXPECT_NE(dashboard->Act(&plain, request, &reply).error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(ServerBoundsTest, RefusesAMessagePastItsBound) {
  const auto dashboard = v1::Dashboard::NewStub(Dial(Device("phone", v1::ROLE_OPERATOR)));
  v1::ActRequest request;
  request.set_request_id(std::string(kDeviceBounds.message + 1, 'x'));
  grpc::ClientContext context;
  v1::Receipt reply;
  EXPECT_EQ(dashboard->Act(&context, request, &reply).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace collie::relay

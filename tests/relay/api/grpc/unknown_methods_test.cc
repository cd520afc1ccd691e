#include "relay/api/grpc/unknown_methods.h"

#include <gtest/gtest.h>

#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

class UnknownMethodsTest : public ListenersFixture {};

TEST_F(UnknownMethodsTest, AreUnimplementedWithASentence) {
  const auto channel = Dial(Device("phone", v1::ROLE_VIEWER));
  for (const char* method : {"/other.Service/Call", "/collie.v1.Dashboard/Erase"}) {
    const grpc::Status status = Call(channel, method, absl::Seconds(20), "any bytes");
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << method;
    EXPECT_NE(status.error_message(), "") << method;
  }
}

}  // namespace
}  // namespace collie::relay

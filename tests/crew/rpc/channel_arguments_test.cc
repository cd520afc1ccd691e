#include "crew/rpc/channel_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace collie::rpc {
namespace {

using ::testing::Contains;
using ::testing::Pair;

TEST(ChannelArgumentsTest, NoProxyAndNoRetries) {
  const grpc::ChannelArguments arguments = DirectArguments();
  const grpc_channel_args all = arguments.c_channel_args();
  std::map<std::string, int> numbers;
  for (size_t i = 0; i < all.num_args; ++i) {
    if (all.args[i].type == GRPC_ARG_INTEGER) numbers[all.args[i].key] = all.args[i].value.integer;
  }
  EXPECT_THAT(numbers, Contains(Pair(GRPC_ARG_ENABLE_HTTP_PROXY, 0)));
  EXPECT_THAT(numbers, Contains(Pair(GRPC_ARG_ENABLE_RETRIES, 0)));
}

}  // namespace
}  // namespace collie::rpc

#include "relay/http/door_server.h"

#include <stdexcept>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(DoorServerTest, WhatAHandlerThrowsIsInTheLogAndNotInTheReply) {
  DoorServer server([](const HttpRequest&) -> DoorReply {
    throw std::runtime_error("the table\x1b[2J is gone");
  });
  HttpRequest request;
  request.method = "GET";
  request.target = "/api/snapshot";
  testing::internal::CaptureStderr();
  const HttpReply reply = server.Answer(request);
  const std::string logged = testing::internal::GetCapturedStderr();
  EXPECT_THAT(reply.bytes,
              AllOf(HasSubstr("500"), HasSubstr("its log says what"), Not(HasSubstr("the table"))));
  EXPECT_THAT(logged, AllOf(HasSubstr("the table"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace collie::relay

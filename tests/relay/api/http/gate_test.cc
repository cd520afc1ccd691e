#include "relay/api/http/gate.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

std::string Token(http_server::Headers headers) {
  http_server::Request request;
  request.headers = std::move(headers);
  return TokenOf(request);
}

TEST(GateTest, ReadsABearerToken) {
  EXPECT_EQ(Token({{"authorization", "Bearer abc.-_~+/="}}), "abc.-_~+/=");
  EXPECT_EQ(Token({{"authorization", "BEARER   abc "}}), "abc");
  for (const char* header :
       {"Basic abc", "Bearer", "Bearer ", "Bearer a b", "Bearer a\tb", "abc"}) {
    EXPECT_EQ(Token({{"authorization", header}}), "") << header;
  }
  EXPECT_EQ(Token({{"authorization", "Bearer " + std::string(513, 'a')}}), "");
}

TEST(GateTest, ACookieIsHalfOfAToken) {
  EXPECT_EQ(Token({{"cookie", "collie=a"}, {"x-collie-page", "b"}}), PageToken("a", "b"));
  EXPECT_EQ(Token({{"cookie", "x=1;collie=a; y=2"}, {"x-collie-page", "b"}}), PageToken("a", "b"));
  EXPECT_EQ(Token({{"cookie", "x=1"}, {"cookie", "collie=a"}, {"x-collie-page", "b"}}),
            PageToken("a", "b"));
  EXPECT_EQ(Token({{"cookie", "collie=a"}}), "");
  EXPECT_EQ(Token({{"x-collie-page", "b"}}), "");
  EXPECT_EQ(Token({{"cookie", "collie="}, {"x-collie-page", "b"}}), "");
  EXPECT_EQ(Token({{"cookie", "colliex=a"}, {"x-collie-page", "b"}}), "");
  EXPECT_EQ(Token({{"cookie", "collie=a"}, {"x-collie-page", "b;c"}}), "");
}

}  // namespace
}  // namespace collie::relay

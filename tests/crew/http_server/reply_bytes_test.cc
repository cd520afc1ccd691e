#include "crew/http_server/reply_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::http_server {
namespace {

using testing::HasSubstr;
using testing::Not;

const Headers kCommon = {{"Cache-Control", "no-store"}};

TEST(ReplyBytesTest, SaysHowItsReaderFindsTheEnd) {
  Reply reply{200, "text/plain", "hello", {}};
  EXPECT_THAT(HeadBytes(reply, {}, BodyEnd::kLength, true),
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
              "Connection: keep-alive\r\n\r\n");
  EXPECT_THAT(HeadBytes(reply, {}, BodyEnd::kChunks, false),
              HasSubstr("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"));
  EXPECT_THAT(HeadBytes(reply, {}, BodyEnd::kClosing, false), Not(HasSubstr("Length")));
}

TEST(ReplyBytesTest, AReplyWithoutABodyHasNoLength) {
  EXPECT_THAT(HeadBytes({304, "", "", {}}, {}, BodyEnd::kLength, true), Not(HasSubstr("Length")));
  EXPECT_THAT(HeadBytes({204, "", "", {}}, {}, BodyEnd::kLength, true), Not(HasSubstr("Length")));
}

TEST(ReplyBytesTest, AReplyMayReplaceACommonHeader) {
  EXPECT_THAT(HeadBytes({200, "", "", {}}, kCommon, BodyEnd::kLength, true),
              HasSubstr("Cache-Control: no-store\r\n"));
  const std::string own =
      HeadBytes({200, "", "", {{"cache-control", "no-cache"}}}, kCommon, BodyEnd::kLength, true);
  EXPECT_THAT(own, HasSubstr("cache-control: no-cache\r\n"));
  EXPECT_THAT(own, Not(HasSubstr("no-store")));
}

TEST(ReplyBytesTest, NoHeaderBeginsAnother) {
  EXPECT_THAT(HeadBytes({200, "", "", {{"X", "a\r\nSet-Cookie: b"}}}, {}, BodyEnd::kLength, true),
              HasSubstr("X: a  Set-Cookie: b\r\n"));
}

TEST(ReplyBytesTest, AChunkBeginsWithItsSizeInHex) { EXPECT_EQ(ChunkStart(255), "ff\r\n"); }

}  // namespace
}  // namespace collie::http_server

// What a proxy and a server may read as two different requests is refused, whole.
#include <gtest/gtest.h>

#include <string>

#include "crew/http_server/request_parser.h"

namespace collie::http_server {
namespace {

void ExpectRefused(const std::string& head, const std::string& body = "") {
  const Limits limits;
  RequestParser parser(limits);
  std::string bytes = "POST / HTTP/1.1\r\nHost: x\r\n" + head + "\r\n\r\n" + body;
  EXPECT_EQ(parser.Feed(bytes), RequestParser::State::kRefused) << head;
  EXPECT_TRUE(parser.refusal().status == 400 || parser.refusal().status == 501)
      << head << parser.refusal().status;
}

TEST(SmugglingTest, TwoLengths) {
  ExpectRefused("Content-Length: 0\r\nContent-Length: 10");
  ExpectRefused("Content-Length: 5\r\nContent-Length: 5", "12345");
  ExpectRefused("Content-Length: 5, 5", "12345");
}

TEST(SmugglingTest, BothFramings) {
  ExpectRefused("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n");
}

TEST(SmugglingTest, TwoOrHiddenCodings) {
  ExpectRefused("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding: chunked, chunked", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding: chunked, identity", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding: xchunked", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding : chunked", "0\r\n\r\n");
  ExpectRefused("Transfer-Encoding: \vchunked", "0\r\n\r\n");
}

TEST(SmugglingTest, AFoldedHeader) {
  ExpectRefused("X: a\r\n Content-Length: 5", "12345");
  ExpectRefused("Transfer-Encoding:\r\n chunked", "0\r\n\r\n");
}

TEST(SmugglingTest, ABareLineFeedOrCr) {
  ExpectRefused("X: a\nContent-Length: 5", "12345");
  ExpectRefused("X: a\rContent-Length: 5", "12345");
  ExpectRefused("Content-Length: 5\n", "12345");
}

TEST(SmugglingTest, ALengthThatIsNoPlainNumber) {
  for (const char* length : {"+5", "-5", "0x5", "5 5", "", "99999999999999999999999", "5;"}) {
    ExpectRefused("Content-Length: " + std::string(length), "12345");
  }
}

TEST(SmugglingTest, ABlankBeforeTheColonOrAnEmptyName) {
  ExpectRefused("Content-Length : 5", "12345");
  ExpectRefused(": 5", "12345");
  ExpectRefused("Host: y");
}

TEST(SmugglingTest, AChunkThatIsNotWhatItsSizeSays) {
  const std::string chunked = "Transfer-Encoding: chunked";
  ExpectRefused(chunked, "5\r\nhello!\r\n0\r\n\r\n");
  ExpectRefused(chunked, "5\nhello\r\n0\r\n\r\n");
  ExpectRefused(chunked, "-1\r\nhello\r\n0\r\n\r\n");
  ExpectRefused(chunked, "0x5\r\nhello\r\n0\r\n\r\n");
  ExpectRefused(chunked, "ffffffffffffffff1\r\nhello\r\n0\r\n\r\n");
}

TEST(SmugglingTest, ChunksOverHttp10) {
  const Limits limits;
  RequestParser parser(limits);
  std::string bytes = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  EXPECT_EQ(parser.Feed(bytes), RequestParser::State::kRefused);
  EXPECT_EQ(parser.refusal().status, 400);
}

}  // namespace
}  // namespace collie::http_server

#include "crew/http_server/request_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace collie::http_server {
namespace {

using State = RequestParser::State;
using testing::HasSubstr;

class RequestParserTest : public testing::Test {
 protected:
  State Feed(absl::string_view bytes) {
    in_.append(bytes.data(), bytes.size());
    return parser_.Feed(in_);
  }
  Limits limits_;
  RequestParser parser_{limits_};
  std::string in_;
};

TEST_F(RequestParserTest, ReadsARequestWhereverItsBytesAreCut) {
  const std::string whole =
      "POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Y:  z \r\nContent-Length: 5\r\n\r\nhello";
  for (size_t cut = 0; cut < whole.size(); ++cut) {
    RequestParser parser(limits_);
    std::string first = whole.substr(0, cut);
    EXPECT_NE(parser.Feed(first), State::kDone) << cut;
    std::string rest = first + whole.substr(cut);
    ASSERT_EQ(parser.Feed(rest), State::kDone) << cut;
    EXPECT_EQ(rest, "");
    EXPECT_TRUE(parser.keeps_alive());
    const Request request = parser.Take();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "/a?b=c");
    EXPECT_EQ(*request.Header("x-y"), "z");
    EXPECT_EQ(request.body, "hello");
  }
}

TEST_F(RequestParserTest, JoinsTheChunksOfABodyAndDropsItsTrailers) {
  const std::string whole =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;extension=1\r\nhello\r\n1\r\n!\r\n0\r\nAuthorization: Bearer smuggled\r\n\r\nGET";
  for (size_t cut = 0; cut + 3 < whole.size(); ++cut) {
    RequestParser parser(limits_);
    std::string bytes = whole.substr(0, cut);
    ASSERT_NE(parser.Feed(bytes), State::kDone) << cut;
    bytes += whole.substr(cut);
    ASSERT_EQ(parser.Feed(bytes), State::kDone) << cut << parser.refusal().sentence;
    EXPECT_EQ(bytes, "GET");
    const Request request = parser.Take();
    EXPECT_EQ(request.body, "hello!");
    EXPECT_EQ(request.Header("authorization"), nullptr);
  }
}

TEST_F(RequestParserTest, LeavesTheNextRequestWhereItIs) {
  ASSERT_EQ(Feed("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"),
            State::kDone);
  EXPECT_EQ(parser_.Take().target, "/1");
  ASSERT_EQ(Feed(""), State::kDone);
  EXPECT_EQ(parser_.Take().target, "/2");
  EXPECT_FALSE(parser_.has_begun());
}

TEST_F(RequestParserTest, TakesHttp10) {
  ASSERT_EQ(Feed("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nok"), State::kDone);
  EXPECT_FALSE(parser_.keeps_alive());
  Request request = parser_.Take();
  EXPECT_TRUE(request.is_http_1_0);
  EXPECT_EQ(request.body, "ok");
  ASSERT_EQ(Feed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), State::kDone);
  EXPECT_TRUE(parser_.keeps_alive());
}

TEST_F(RequestParserTest, TellsWhenASenderWaitsForContinue) {
  ASSERT_EQ(Feed("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"),
            State::kBody);
  EXPECT_TRUE(parser_.TakeExpectsContinue());
  EXPECT_FALSE(parser_.TakeExpectsContinue());
  ASSERT_EQ(Feed("x"), State::kDone);
}

TEST_F(RequestParserTest, BoundsTheHead) {
  limits_.head_bytes = 200;
  limits_.headers = 3;
  struct {
    std::string bytes;
    int status;
  } cases[] = {
      {absl::StrCat("GET /", std::string(300, 'a')), 414},
      {absl::StrCat("GET / HTTP/1.1\r\nX: ", std::string(300, 'a')), 431},
      {absl::StrCat("GET / HTTP/1.1\r\nX: ", std::string(300, 'a'), "\r\n\r\n"), 431},
      {"GET / HTTP/1.1\r\nHost: x\r\na: 1\r\nb: 2\r\nc: 3\r\n", 431},
  };
  for (auto& [bytes, status] : cases) {
    RequestParser parser(limits_);
    EXPECT_EQ(parser.Feed(bytes), State::kRefused);
    EXPECT_EQ(parser.refusal().status, status) << parser.refusal().sentence;
  }
  EXPECT_EQ(Feed("GET / HTTP/1.1\r\nHost: x\r\na: 1\r\nb: 2\r\n\r\n"), State::kDone);
}

TEST_F(RequestParserTest, BoundsTheBodyHoweverItIsFramed) {
  limits_.body_bytes = 10;
  EXPECT_EQ(Feed("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n"), State::kRefused);
  EXPECT_EQ(parser_.refusal().status, 413);
  RequestParser chunked(limits_);
  std::string bytes =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
      "chunked\r\n\r\n6\r\n123456\r\n5\r\n12345\r\n";
  EXPECT_EQ(chunked.Feed(bytes), State::kRefused);
  EXPECT_EQ(chunked.refusal().status, 413);
  RequestParser endless(limits_);
  bytes = absl::StrCat("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;",
                       std::string(8 << 10, 'x'));
  EXPECT_EQ(endless.Feed(bytes), State::kRefused) << "a chunk's extension has no end";
}

TEST_F(RequestParserTest, RefusesWhatItDoesNotSpeak) {
  const std::pair<const char*, int> cases[] = {
      {"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505},
      {"GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505},
      {"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET /#a HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"\x16\x03\x01\x02\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n", 417},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n", 501},
  };
  for (const auto& [text, status] : cases) {
    RequestParser parser(limits_);
    std::string bytes = text;
    EXPECT_EQ(parser.Feed(bytes), State::kRefused) << text;
    EXPECT_EQ(parser.refusal().status, status) << text << parser.refusal().sentence;
    EXPECT_FALSE(parser.refusal().sentence.empty());
  }
}

}  // namespace
}  // namespace collie::http_server

#include "relay/http/request_head.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

std::string Head(absl::string_view extra, absl::string_view line = "GET /api/snapshot HTTP/1.1") {
  return std::string(line) + "\r\nHost: localhost:1\r\n" + std::string(extra) + "\r\n";
}

// The status that a head is refused with; 0: it is taken.
int RefusedWith(absl::string_view head) {
  const auto parsed = ParseRequestHead(head, HttpLimits());
  const auto* refusal = std::get_if<DoorReply>(&parsed);
  return refusal == nullptr ? 0 : refusal->status;
}

TEST(RequestHeadTest, ReadsARequest) {
  const auto parsed = ParseRequestHead(
      Head("Content-Length: 12\r\nX-Thing:  two words \t\r\n", "POST /api/send?a=b HTTP/1.1"),
      HttpLimits());
  const auto& head = std::get<RequestHead>(parsed);
  EXPECT_EQ(head.request.method, "POST");
  EXPECT_EQ(head.request.target, "/api/send?a=b");
  EXPECT_EQ(head.body_bytes, 12u);
  EXPECT_TRUE(head.request.keep_alive);
  ASSERT_NE(head.request.Header("x-thing"), nullptr);
  EXPECT_EQ(*head.request.Header("x-thing"), "two words");
}

TEST(RequestHeadTest, HearsConnectionClose) {
  const auto parsed = ParseRequestHead(Head("Connection: Close\r\n"), HttpLimits());
  EXPECT_FALSE(std::get<RequestHead>(parsed).request.keep_alive);
}

TEST(RequestHeadTest, RefusesWhatTwoReadersCouldReadDifferently) {
  EXPECT_EQ(RefusedWith(Head("Transfer-Encoding: chunked\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Transfer-Encoding: identity\r\nContent-Length: 3\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: 3\r\nContent-Length: 3\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: 3, 3\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: +3\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: -1\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: 0x3\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length:\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Content-Length: 99999999999999999999\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("X-A: 1\r\n folded\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("X-A : 1\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("no colon\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head(": empty\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Host: other\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head("Authorization: a\r\nauthorization: b\r\n")), 400);
  EXPECT_EQ(RefusedWith(Head(std::string("X-A: a\0b\r\n", 10))), 400);
  EXPECT_EQ(RefusedWith(Head("X-A: a\rb\r\n")), 400);
  EXPECT_EQ(RefusedWith("GET / HTTP/1.1\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(RefusedWith("\r\n"), 400);
}

TEST(RequestHeadTest, RefusesOtherRequestLines) {
  EXPECT_EQ(RefusedWith(Head("", "GET /  HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", "GET\t/ HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", " GET / HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", "GET http://x/ HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", "GET /a#b HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", "GET /\xc3\xa4 HTTP/1.1")), 400);
  EXPECT_EQ(RefusedWith(Head("", "GET / HTTP/1.0")), 505);
  EXPECT_EQ(RefusedWith(Head("", "GET / HTTP/2.0")), 505);
  EXPECT_EQ(RefusedWith(Head("", "PRI / HTTP/1.1")), 501);
  EXPECT_EQ(RefusedWith(Head("", "GET /" + std::string(3000, 'a') + " HTTP/1.1")), 414);
}

TEST(RequestHeadTest, RefusesLargeBodiesAndExpectations) {
  EXPECT_EQ(RefusedWith(Head("Content-Length: 131072\r\n")), 0);
  EXPECT_EQ(RefusedWith(Head("Content-Length: 131073\r\n")), 413);
  EXPECT_EQ(RefusedWith(Head("Expect: 100-continue\r\n")), 417);
}

TEST(FindHeadEndTest, FindsTheEmptyLineWhereverTheLookBegins) {
  const std::string bytes = "GET / HTTP/1.1\r\nA: b\r\n\r\nbody\nmore";
  const size_t size = bytes.find("body");
  for (size_t from = 0; from < size; ++from) {
    const HeadEnd end = FindHeadEnd(bytes, from);
    EXPECT_EQ(end.found, HeadEnd::Found::kEnd) << from;
    EXPECT_EQ(end.size, size) << from;
  }
}

TEST(FindHeadEndTest, IsBrokenByABareLineFeed) {
  EXPECT_EQ(FindHeadEnd("GET / HTTP/1.1\nHost: a\n\n", 0).found, HeadEnd::Found::kBroken);
  EXPECT_EQ(FindHeadEnd("\n", 0).found, HeadEnd::Found::kBroken);
  EXPECT_EQ(FindHeadEnd("GET / HTTP/1.1\r\nHost", 0).found, HeadEnd::Found::kNotYet);
}

}  // namespace
}  // namespace collie::relay

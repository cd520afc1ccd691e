#include "crew/http_client/exchange.h"

#include <sys/stat.h>

#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/crew/http_client/raw_server.h"
#include "tests/support/temporary_folder.h"

namespace collie::http_client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::HttpReply;
using tests::RawServer;

class ExchangeTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path() / "a.sock"; }
  config::SourceEntry Entry() const { return {.name = "deck", .socket = path()}; }
  static config::SourceEntry UrlEntry(int port) {
    return {
        .name = "edge", .url = absl::StrCat("http://127.0.0.1:", port), .token = "secret-token"};
  }
  static Call Hello(absl::Duration deadline = absl::Seconds(10)) {
    return {.path = "/session/v1/hello", .deadline = deadline};
  }
  static Call Send(absl::Duration deadline = absl::Seconds(10)) {
    return {.path = "/session/v1/panes/p/send",
            .body = "{\"requestId\":\"r-1\"}",
            .version = 1,
            .deadline = deadline};
  }
  static void ServeOk(RawServer::Connection& connection) {
    while (!connection.ReadRequest().empty()) connection.Write(HttpReply(200, "{}"));
  }

  tests::TemporaryFolder folder_;
};

TEST_F(ExchangeTest, BringsStatusTypeEtagAndBody) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, "{\"a\":1}", "ETag: \"e-1-4\"\r\n"));
  });
  Exchange exchange(Entry());
  Call call = Hello();
  call.version = 1;
  call.if_none_match = "\"e-1-3\"";
  const Reply reply = exchange.Get(call);
  EXPECT_EQ(reply.end, ExchangeEnd::kReplied) << reply.detail;
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(IsJson(reply.content_type));
  EXPECT_EQ(reply.etag, "\"e-1-4\"");
  EXPECT_EQ(reply.body, "{\"a\":1}");
  const std::string request = server.requests().at(0);
  EXPECT_THAT(request, HasSubstr("GET /session/v1/hello HTTP/1.1\r\n"));
  EXPECT_THAT(request, HasSubstr("X-Collie-Session: 1\r\n"));
  EXPECT_THAT(request, HasSubstr("If-None-Match: \"e-1-3\"\r\n"));
  EXPECT_THAT(request, Not(HasSubstr("Authorization")));
  EXPECT_THAT(request, Not(HasSubstr("Accept-Encoding")));
}

TEST_F(ExchangeTest, TheFirstHelloHasNoVersionHeader) {
  RawServer server(path(), ServeOk);
  Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Hello()).status, 200);
  EXPECT_THAT(server.requests().at(0), Not(HasSubstr("X-Collie-Session")));
}

TEST_F(ExchangeTest, TheTokenGoesOverAUrlAndNoProxyOfTheEnvironmentSeesIt) {
  RawServer proxy(ServeOk);
  RawServer server(ServeOk);
  setenv("http_proxy", absl::StrCat("http://127.0.0.1:", proxy.port()).c_str(), 1);
  Exchange exchange(UrlEntry(server.port()));
  const Reply reply = exchange.Get(Hello());
  unsetenv("http_proxy");
  EXPECT_EQ(reply.status, 200) << reply.detail;
  EXPECT_EQ(proxy.accepted(), 0);
  EXPECT_THAT(server.requests().at(0), HasSubstr("Authorization: Bearer secret-token\r\n"));
}

TEST_F(ExchangeTest, APathStaysAsItIs) {
  RawServer server(path(), ServeOk);
  Exchange exchange(Entry());
  Call call = Hello();
  call.path = "/session/v1/panes/a%3Ab/../x?cursor=e%3A1";
  exchange.Get(call);
  EXPECT_THAT(server.requests().at(0), HasSubstr("GET " + call.path + " HTTP/1.1"));
}

TEST_F(ExchangeTest, ReadsReuseTheirConnectionAndAPostNeverDoes) {
  RawServer server(path(), ServeOk);
  Exchange exchange(Entry());
  exchange.Get(Hello());
  exchange.Get(Hello());
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(exchange.Post(Send()).status, 200);
  EXPECT_EQ(exchange.Post(Send()).status, 200);
  EXPECT_EQ(server.accepted(), 3);
  exchange.Get(Hello());
  EXPECT_LE(server.accepted(), 4);
}

TEST_F(ExchangeTest, AReadIsRepeatedWhenItsOldConnectionTurnsOutClosed) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, "{}"));
    connection.ReadRequest();  // taken from the kept connection, and never answered
  });
  Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Hello()).status, 200);
  EXPECT_EQ(exchange.Get(Hello()).status, 200);
  EXPECT_EQ(server.accepted(), 2);
}

TEST_F(ExchangeTest, APostIsNeverRepeatedWhenItsConnectionClosesWithoutAByte) {
  RawServer server(path(), [](auto& connection) {
    const std::string request = connection.ReadRequest();
    if (absl::StartsWith(request, "POST")) return;
    connection.Write(HttpReply(200, "{}"));
    connection.WaitForClose();
  });
  Exchange exchange(Entry());
  ASSERT_EQ(exchange.Get(Hello()).status, 200);
  const Reply reply = exchange.Post(Send());
  EXPECT_EQ(reply.end, ExchangeEnd::kLost);
  EXPECT_TRUE(reply.left);
  int posts = 0;
  for (const std::string& request : server.requests()) posts += absl::StartsWith(request, "POST");
  EXPECT_EQ(posts, 1);
  EXPECT_EQ(server.accepted(), 2);
}

TEST_F(ExchangeTest, APostIsNotRepeatedAfterA417) {
  RawServer server(path(), [](auto& connection) {
    while (!connection.ReadRequest().empty()) connection.Write(HttpReply(417, "{}"));
  });
  Exchange exchange(Entry());
  Call call = Send();
  call.body = "{\"text\":\"" + std::string(60 << 10, 'x') + "\"}";
  EXPECT_EQ(exchange.Post(call).status, 417);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(ExchangeTest, ARedirectIsNotFollowed) {
  RawServer elsewhere(ServeOk);
  RawServer server(path(), [&elsewhere](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(
        307, "{}", absl::StrCat("Location: http://127.0.0.1:", elsewhere.port(), "/x\r\n")));
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Post(Send()).status, 307);
  EXPECT_EQ(elsewhere.accepted(), 0);
}

TEST_F(ExchangeTest, ACompressedBodyIsNotUnpacked) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, "not gzip", "Content-Encoding: gzip\r\n"));
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).body, "not gzip");
}

TEST_F(ExchangeTest, ADrippingReplyEndsAtTheDeadline) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n");
    while (connection.Write("x")) absl::SleepFor(absl::Milliseconds(5));
  });
  Exchange exchange(Entry());
  const absl::Time begin = absl::Now();
  const Reply reply = exchange.Get(Hello(absl::Milliseconds(200)));
  EXPECT_EQ(reply.end, ExchangeEnd::kDeadline);
  EXPECT_THAT(reply.detail, HasSubstr("200ms"));
  EXPECT_LT(absl::Now() - begin, absl::Seconds(5));
}

TEST_F(ExchangeTest, DrippingHeadersEndAtTheDeadline) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nX: ");
    while (connection.Write("x")) absl::SleepFor(absl::Milliseconds(5));
  });
  Exchange exchange(Entry());
  const Reply reply = exchange.Post(Send(absl::Milliseconds(200)));
  EXPECT_EQ(reply.end, ExchangeEnd::kDeadline);
  EXPECT_TRUE(reply.left);
}

TEST_F(ExchangeTest, ManyHeadersAreNotRead) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\n");
    while (connection.Write("X-Filler: " + std::string(500, 'x') + "\r\n")) {
    }
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).end, ExchangeEnd::kTooLarge);
}

TEST_F(ExchangeTest, OneEndlessHeaderIsNotRead) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nX-Filler: ");
    while (connection.Write(std::string(4096, 'x'))) {
    }
  });
  Exchange exchange(Entry());
  const Reply reply = exchange.Get(Hello());
  EXPECT_NE(reply.end, ExchangeEnd::kReplied);
  EXPECT_NE(reply.end, ExchangeEnd::kDeadline);
}

TEST_F(ExchangeTest, ABodyOverItsLimitIsNotRead) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    while (connection.Write("400\r\n" + std::string(1024, 'x') + "\r\n")) {
    }
  });
  Exchange exchange(Entry());
  Call call = Hello();
  call.body_limit = 4096;
  EXPECT_EQ(exchange.Get(call).end, ExchangeEnd::kTooLarge);
}

TEST_F(ExchangeTest, ABodyAnnouncedOverItsLimitIsNotRead) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n");
    connection.WaitForClose();
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).end, ExchangeEnd::kTooLarge);
}

TEST_F(ExchangeTest, ABodyOfExactlyTheLimitIsRead) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write(HttpReply(200, std::string(4096, 'x')));
  });
  Exchange exchange(Entry());
  Call call = Hello();
  call.body_limit = 4096;
  EXPECT_EQ(exchange.Get(call).body.size(), 4096u);
}

TEST_F(ExchangeTest, ACutBodyIsALostExchange) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort");
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).end, ExchangeEnd::kLost);
}

TEST_F(ExchangeTest, WhatIsNoHttpIsALostExchange) {
  RawServer server(path(), [](auto& connection) {
    connection.ReadRequest();
    connection.Write("hello, this is no http\r\n\r\n");
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).end, ExchangeEnd::kLost);
}

TEST_F(ExchangeTest, AnEtagThatCouldBreakOutOfItsHeaderIsDropped) {
  RawServer server(path(), [](auto& connection) {
    while (!connection.ReadRequest().empty()) {
      connection.Write(HttpReply(200, "{}", "ETag: \"" + std::string(400, 'e') + "\"\r\n"));
    }
  });
  Exchange exchange(Entry());
  EXPECT_EQ(exchange.Get(Hello()).etag, "");
}

TEST_F(ExchangeTest, AConnectionThatFailedProvesThatNothingLeft) {
  Exchange nobody(Entry());
  Reply reply = nobody.Post(Send());
  EXPECT_EQ(reply.end, ExchangeEnd::kNotConnected);
  EXPECT_FALSE(reply.left);
  EXPECT_THAT(reply.detail, HasSubstr("start the agent"));

  int port = 0;
  { port = RawServer(ServeOk).port(); }
  Exchange closed(UrlEntry(port));
  reply = closed.Post(Send());
  EXPECT_EQ(reply.end, ExchangeEnd::kNotConnected);
  EXPECT_FALSE(reply.left);
  EXPECT_THAT(reply.detail, Not(HasSubstr("secret-token")));
}

TEST_F(ExchangeTest, AnAddressThatBreaksTheRulesIsNotDialled) {
  RawServer server(path(), ServeOk);
  chmod(path().c_str(), 0666);
  EXPECT_EQ(Exchange(Entry()).Post(Send()).end, ExchangeEnd::kSocketNotPrivate);
  EXPECT_EQ(Exchange({.name = "x", .url = "http://example.com"}).Get(Hello()).end,
            ExchangeEnd::kBadAddress);
  EXPECT_EQ(server.accepted(), 0);
}

TEST_F(ExchangeTest, CancelEndsAHangingExchangeFromAnotherThread) {
  absl::Notification asked;
  RawServer server(path(), [&asked](auto& connection) {
    connection.ReadRequest();
    asked.Notify();
    connection.WaitForClose();
  });
  Exchange exchange(Entry());
  std::thread stopper([&] {
    asked.WaitForNotification();
    exchange.Cancel();
  });
  const absl::Time begin = absl::Now();
  EXPECT_EQ(exchange.Get(Hello(absl::Seconds(30))).end, ExchangeEnd::kCancelled);
  EXPECT_LT(absl::Now() - begin, absl::Seconds(10));
  stopper.join();
  EXPECT_EQ(exchange.Get(Hello()).end, ExchangeEnd::kCancelled);
}

TEST(IsJsonTest, TakesParametersAndAnyCase) {
  EXPECT_TRUE(IsJson("application/json"));
  EXPECT_TRUE(IsJson("Application/JSON ; charset=utf-8"));
  EXPECT_FALSE(IsJson("text/html"));
  EXPECT_FALSE(IsJson("application/json-seq"));
  EXPECT_FALSE(IsJson(""));
}

}  // namespace
}  // namespace collie::http_client

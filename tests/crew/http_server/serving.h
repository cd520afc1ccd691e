#ifndef COLLIE_TESTS_CREW_HTTP_SERVER_SERVING_H_
#define COLLIE_TESTS_CREW_HTTP_SERVER_SERVING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "crew/http_server/server.h"
#include "tests/crew/http_server/raw_client.h"

namespace collie::tests {

// A server on a free port: `/echo` answers with the body, `/held` is answered by the test,
// `/stream` streams what the test writes, all else is 200. Who sends `Owner: x` is x's friend.
class ServingTest : public testing::Test {
 protected:
  static http_server::Server::Options Options() {
    http_server::Server::Options options;
    options.address.host = "127.0.0.1";
    return options;
  }
  void Open(http_server::Server::Options options = Options()) {
    auto server = http_server::Server::Start(
        std::move(options), [this](http_server::Request request, http_server::Peer& peer,
                                   const http_server::Responder& responder) {
          Handle(std::move(request), peer, responder);
        });
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  static std::string Get(const std::string& target, const std::string& headers = "") {
    return absl::StrCat("GET ", target, " HTTP/1.1\r\nHost: x\r\n", headers, "\r\n");
  }
  std::string Exchange(const std::string& bytes) {
    RawClient client(server_->port());
    client.Send(bytes);
    return client.ReadReply();
  }

  // The requests for `/held` and the streams, once there are as many. Fails after half a minute.
  std::vector<http_server::Responder> AwaitHeld(size_t count) {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return held_.size() >= count; };
    EXPECT_TRUE(mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(30)));
    return held_;
  }
  void ReleaseHeld() {
    absl::MutexLock lock(&mu_);
    held_.clear();
  }
  std::shared_ptr<http_server::ReplyStream> AwaitStream() {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return stream_ != nullptr; };
    EXPECT_TRUE(mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(30)));
    return stream_;
  }
  bool AwaitDrained(int times) {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return drained_ >= times; };
    return mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(30));
  }
  bool AwaitStreamClosed() {
    absl::MutexLock lock(&mu_);
    return mu_.AwaitWithTimeout(absl::Condition(&is_stream_closed_), absl::Seconds(30));
  }
  // Until the server counts so many connections of strangers and friends.
  bool AwaitCounts(size_t strangers, size_t friends) {
    for (int tries = 0; tries < 30'000; ++tries) {
      const http_server::ServerStats stats = server_->stats();
      if (stats.strangers == strangers && stats.friends == friends) return true;
      absl::MutexLock lock(&mu_);
      mu_.AwaitWithTimeout(absl::Condition(
                               +[](bool* b) { return *b; }, &never_),
                           absl::Milliseconds(1));
    }
    return false;
  }
  std::vector<std::string> requests() {
    absl::MutexLock lock(&mu_);
    return requests_;
  }

  std::unique_ptr<http_server::Server> server_;

 private:
  void Handle(http_server::Request request, http_server::Peer& peer,
              const http_server::Responder& responder) {
    const std::string* owner = request.Header("owner");
    if (owner != nullptr && !peer.Befriend(*owner)) return responder.Send({503, "", "", {}});
    absl::MutexLock lock(&mu_);
    requests_.push_back(absl::StrCat(request.method, " ", request.target, " ", request.address));
    if (request.target == "/held") {
      held_.push_back(responder);
    } else if (request.target == "/stream") {
      stream_ = responder.BeginStream({200, "text/plain", "", {}}, {[this] {
                                                                      absl::MutexLock called(&mu_);
                                                                      ++drained_;
                                                                    },
                                                                    [this] {
                                                                      absl::MutexLock called(&mu_);
                                                                      is_stream_closed_ = true;
                                                                    }});
    } else {
      responder.Send({200, "text/plain", request.body, {}});
    }
  }

  absl::Mutex mu_;
  std::vector<http_server::Responder> held_ ABSL_GUARDED_BY(mu_);
  std::shared_ptr<http_server::ReplyStream> stream_ ABSL_GUARDED_BY(mu_);
  int drained_ ABSL_GUARDED_BY(mu_) = 0;
  bool is_stream_closed_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::string> requests_ ABSL_GUARDED_BY(mu_);
  bool never_ = false;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_HTTP_SERVER_SERVING_H_

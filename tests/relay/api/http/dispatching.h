#ifndef COLLIE_TESTS_RELAY_API_HTTP_DISPATCHING_H_
#define COLLIE_TESTS_RELAY_API_HTTP_DISPATCHING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "crew/json/json.h"
#include "relay/api/http/dispatcher.h"
#include "tests/relay/api/http/fake_backend.h"

namespace collie::relay {
using http_server::Reply;
using http_server::Request;
using json::Json;

class FakePeer final : public http_server::Peer {
 public:
  bool Befriend(const std::string& owner) override {
    owner_ = owner;
    return has_place_;
  }
  std::string owner_;
  bool has_place_ = true;
};

// What a request was answered with, now or later.
struct Answered {
  absl::Notification done;
  Reply reply;
  bool is_events = false;

  const Reply& Wait() {
    done.WaitForNotification();
    return reply;
  }
};

// The API without sockets, over a fake relay.
class DispatchingTest : public testing::Test {
 protected:
  static Request Make(std::string method, std::string target, const std::string& token = "") {
    Request request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.headers = {{"host", "localhost:8787"}};
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    return request;
  }
  std::shared_ptr<Answered> Begin(Request request) {
    auto answered = std::make_shared<Answered>();
    dispatcher_.Handle(
        std::move(request), peer_,
        [answered](Reply reply) {
          answered->reply = std::move(reply);
          answered->done.Notify();
        },
        [answered](const ApiCall&) {
          answered->is_events = true;
          answered->done.Notify();
        });
    return answered;
  }
  Reply Answer(Request request) { return Begin(std::move(request))->Wait(); }
  Reply Get(std::string target, const std::string& token = tests::kViewerToken) {
    return Answer(Make("GET", std::move(target), token));
  }
  static Request MakePost(std::string target, std::string body,
                          const std::string& token = tests::kOperatorToken) {
    Request request = Make("POST", std::move(target), token);
    request.headers.emplace_back("content-type", "application/json; charset=utf-8");
    request.body = std::move(body);
    return request;
  }
  Reply Post(std::string target, std::string body,
             const std::string& token = tests::kOperatorToken) {
    return Answer(MakePost(std::move(target), std::move(body), token));
  }
  static std::string CodeOf(const Reply& reply) {
    return Json::parse(reply.body)["code"].get<std::string>();
  }
  static std::string HeaderOf(const Reply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.headers) {
      if (key == name) return value;
    }
    return "";
  }
  v1::ActRequest OnlyAct() {
    const auto acts = backend_.acts();
    EXPECT_EQ(acts.size(), 1u);
    return acts.empty() ? v1::ActRequest() : acts.back().second;
  }

  tests::FakeBackend backend_;
  FakePeer peer_;
  std::shared_ptr<threads::BlockingCalls> pool_ = std::make_shared<threads::BlockingCalls>(2);
  Dispatcher dispatcher_{backend_, pool_, ids::SystemRandom(), Dispatcher::Options()};
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_API_HTTP_DISPATCHING_H_

#ifndef COLLIE_TESTS_RELAY_API_HTTP_SERVED_API_H_
#define COLLIE_TESTS_RELAY_API_HTTP_SERVED_API_H_

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/threads/serial_executor.h"
#include "relay/api/http/http_api.h"
#include "tests/crew/http_server/raw_client.h"
#include "tests/relay/api/http/fake_backend.h"

namespace collie::tests {

// The API on a free port, over a fake relay and a real crew.
class ServedApiTest : public testing::Test {
 protected:
  ServedApiTest() {
    view_.OnChange([this](const std::vector<ids::ConversationKey>& keys) {
      notifier_.Notify(relay::Topic::kRows, keys);
    });
  }
  ~ServedApiTest() override { api_.reset(); }

  static relay::HttpApi::Options Options() {
    relay::HttpApi::Options options;
    options.server.address.host = "127.0.0.1";
    return options;
  }
  absl::StatusOr<std::unique_ptr<relay::HttpApi>> TryOpen(relay::HttpApi::Options options) {
    return relay::HttpApi::Open(std::move(options), backend_,
                                {view_, receipts_, notifier_, interest_, clock::SystemClock(),
                                 [this](const std::string&) { return is_live_.load(); }},
                                ids::SystemRandom());
  }
  void Open(relay::HttpApi::Options options = Options()) {
    auto api = TryOpen(std::move(options));
    ASSERT_TRUE(api.ok()) << api.status();
    api_ = *std::move(api);
  }

  std::string Head(absl::string_view method, absl::string_view target,
                   absl::string_view extra = "") {
    return absl::StrCat(method, " ", target, " HTTP/1.1\r\nHost: 127.0.0.1:", api_->port(), "\r\n",
                        extra);
  }
  std::string Get(absl::string_view target, absl::string_view token = kViewerToken,
                  absl::string_view extra = "") {
    return absl::StrCat(Head("GET", target),
                        token.empty() ? "" : absl::StrCat("Authorization: Bearer ", token, "\r\n"),
                        extra, "\r\n");
  }
  std::string Close(absl::string_view request_id) {
    const std::string body = absl::StrCat(R"({"requestId":")", request_id, R"("})");
    return absl::StrCat(
        Head("POST", "/api/conversations/m/s/p/close"), "Authorization: Bearer ", kOperatorToken,
        "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
  }
  std::string Exchange(absl::string_view bytes) {
    RawClient client(api_->port());
    client.Send(bytes);
    return client.ReadReply();
  }
  void AddMember(const std::string& id) {
    view_.PutMember(ids::MemberId(id), "label of " + id, false);
  }

  FakeBackend backend_;
  std::atomic<bool> is_live_ = true;
  threads::SerialExecutor notifying_{"notify"};
  relay::Notifier notifier_{notifying_};
  relay::ReceiptNews receipts_;
  relay::Interest interest_{clock::SystemClock()};
  relay::CrewView view_{{"inc-1", "crew-1", "collie crew", std::string(32, 'k')},
                        clock::SystemClock(),
                        [](const relay::ViewChanges&) {}};
  std::unique_ptr<relay::HttpApi> api_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_API_HTTP_SERVED_API_H_

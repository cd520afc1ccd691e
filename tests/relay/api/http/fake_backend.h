#ifndef COLLIE_TESTS_RELAY_API_HTTP_FAKE_BACKEND_H_
#define COLLIE_TESTS_RELAY_API_HTTP_FAKE_BACKEND_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "relay/service/crew_api.h"

namespace collie::tests {

inline constexpr char kViewerToken[] = "viewer-token-0123456789";
inline constexpr char kOperatorToken[] = "operator-token-0123456789";
inline constexpr char kAdminToken[] = "admin-token-0123456789";

// A relay that says what the test put into it. Thread-safe.
class FakeBackend final : public relay::CrewApi {
 public:
  using Done = relay::ActDone;

  std::optional<relay::Caller> Authenticate(std::string_view token) override {
    if (token == kViewerToken) return relay::Caller{"wall", v1::ROLE_VIEWER};
    if (token == kOperatorToken) return relay::Caller{"phone", v1::ROLE_OPERATOR};
    if (token == kAdminToken) return relay::Caller{"owner", v1::ROLE_ADMIN};
    absl::MutexLock lock(&mu_);
    if (token == page_token_) return relay::Caller{"tablet", v1::ROLE_OPERATOR};
    return std::nullopt;
  }
  relay::CrewSnapshot Snapshot() override {
    absl::MutexLock lock(&mu_);
    return crew_;
  }
  std::string SnapshotTag() override {
    absl::MutexLock lock(&mu_);
    return crew_.incarnation + "-" + std::to_string(crew_.revision);
  }
  absl::StatusOr<v1::ConversationEvent> ReadConversation(const v1::Conversation& conversation,
                                                         const std::string& cursor,
                                                         absl::Duration) override {
    absl::MutexLock lock(&mu_);
    read_ = conversation.member() + "/" + conversation.source() + "/" + conversation.pane() + "?" +
            cursor;
    return event_;
  }
  absl::StatusOr<v1::ReadHistoryReply> ReadHistory(const v1::ReadHistoryRequest& request,
                                                   absl::Duration) override {
    absl::MutexLock lock(&mu_);
    history_request_ = request;
    return v1::ReadHistoryReply();
  }
  void ReadConversation(const v1::Conversation& conversation, const std::string& cursor,
                        absl::Duration most,
                        std::function<void(absl::StatusOr<v1::ConversationEvent>)> done) override {
    {
      absl::MutexLock lock(&mu_);
      if (holds_reads_) {
        held_reads_.push_back(std::move(done));
        return;
      }
    }
    done(ReadConversation(conversation, cursor, most));
  }
  void ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most,
                   std::function<void(absl::StatusOr<v1::ReadHistoryReply>)> done) override {
    done(request.before() == "nope" ? absl::InvalidArgumentError("Unknown cursor.")
                                    : ReadHistory(request, most));
  }
  relay::CrewOverview Overview() override {
    relay::CrewOverview overview;
    overview.crew = Snapshot();
    overview.devices.emplace_back().set_label("phone");
    return overview;
  }
  absl::StatusOr<relay::Caller> Redeem(const std::string& code, const std::string& token) override {
    absl::MutexLock lock(&mu_);
    if (code != "good-code") return absl::PermissionDeniedError("This pairing code is unknown.");
    page_token_ = token;
    return relay::Caller{"tablet", v1::ROLE_OPERATOR};
  }
  void Act(const relay::Caller& caller, v1::ActRequest request, Done done) override {
    {
      absl::MutexLock lock(&mu_);
      acts_.emplace_back(caller.device, std::move(request));
      if (holds_acts_) {
        held_.push_back(std::move(done));
        return;
      }
    }
    done(Answer());
  }
  absl::StatusOr<std::vector<v1::Receipt>> ListReceipts(
      const v1::ListReceiptsRequest& request) override {
    absl::MutexLock lock(&mu_);
    receipts_request_ = request;
    return std::vector<v1::Receipt>(1);
  }
  absl::Status Ready() override {
    absl::MutexLock lock(&mu_);
    return ready_;
  }
  absl::Status CanWrite() override {
    absl::MutexLock lock(&mu_);
    return can_write_;
  }

  relay::ActReply Answer() {
    absl::MutexLock lock(&mu_);
    return answer_;
  }
  void SetAnswer(relay::ActReply answer) {
    absl::MutexLock lock(&mu_);
    answer_ = std::move(answer);
  }
  void SetCrew(relay::CrewSnapshot crew) {
    absl::MutexLock lock(&mu_);
    crew_ = std::move(crew);
  }
  void SetEvent(absl::StatusOr<v1::ConversationEvent> event) {
    absl::MutexLock lock(&mu_);
    event_ = std::move(event);
  }
  void SetReady(absl::Status ready) {
    absl::MutexLock lock(&mu_);
    ready_ = std::move(ready);
  }
  void SetCanWrite(absl::Status can_write) {
    absl::MutexLock lock(&mu_);
    can_write_ = std::move(can_write);
  }
  // Acts wait until ReleaseActs.
  void HoldActs() {
    absl::MutexLock lock(&mu_);
    holds_acts_ = true;
  }
  void ReleaseActs() {
    std::vector<Done> held;
    {
      absl::MutexLock lock(&mu_);
      holds_acts_ = false;
      held.swap(held_);
    }
    for (Done& done : held) done(Answer());
  }
  // Reads of conversations wait until ReleaseReads.
  void HoldReads() {
    absl::MutexLock lock(&mu_);
    holds_reads_ = true;
  }
  void ReleaseReads() {
    std::vector<std::function<void(absl::StatusOr<v1::ConversationEvent>)>> held;
    {
      absl::MutexLock lock(&mu_);
      holds_reads_ = false;
      held.swap(held_reads_);
    }
    for (auto& done : held) done(v1::ConversationEvent());
  }
  bool AwaitHeldReads(size_t count) {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
      return held_reads_.size() >= count;
    };
    return mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(30));
  }
  // False: they did not come within half a minute.
  bool AwaitHeldActs(size_t count) {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return held_.size() >= count; };
    return mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(30));
  }

  std::vector<std::pair<std::string, v1::ActRequest>> acts() {
    absl::MutexLock lock(&mu_);
    return acts_;
  }
  std::string read() {
    absl::MutexLock lock(&mu_);
    return read_;
  }
  v1::ReadHistoryRequest history_request() {
    absl::MutexLock lock(&mu_);
    return history_request_;
  }
  v1::ListReceiptsRequest receipts_request() {
    absl::MutexLock lock(&mu_);
    return receipts_request_;
  }

 private:
  static relay::ActReply Sent() {
    relay::ActReply answer;
    answer.receipt.emplace();
    answer.receipt->set_outcome(v1::OUTCOME_SENT);
    return answer;
  }

  absl::Mutex mu_;
  relay::CrewSnapshot crew_ ABSL_GUARDED_BY(mu_){"inc", 1, "c-1", "crew", {}};
  relay::ActReply answer_ ABSL_GUARDED_BY(mu_) = Sent();
  absl::StatusOr<v1::ConversationEvent> event_ ABSL_GUARDED_BY(mu_) = v1::ConversationEvent();
  absl::Status ready_ ABSL_GUARDED_BY(mu_);
  absl::Status can_write_ ABSL_GUARDED_BY(mu_);
  bool holds_acts_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<Done> held_ ABSL_GUARDED_BY(mu_);
  bool holds_reads_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::function<void(absl::StatusOr<v1::ConversationEvent>)>> held_reads_
      ABSL_GUARDED_BY(mu_);
  std::string page_token_ ABSL_GUARDED_BY(mu_);
  std::vector<std::pair<std::string, v1::ActRequest>> acts_ ABSL_GUARDED_BY(mu_);
  std::string read_ ABSL_GUARDED_BY(mu_);
  v1::ReadHistoryRequest history_request_ ABSL_GUARDED_BY(mu_);
  v1::ListReceiptsRequest receipts_request_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_API_HTTP_FAKE_BACKEND_H_

#ifndef COLLIE_TESTS_EDGE_ACTS_FAKE_EDGE_STORE_H_
#define COLLIE_TESTS_EDGE_ACTS_FAKE_EDGE_STORE_H_

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/receipt/outcome.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// A store in memory that a test can break. Thread-safe, as the real one.
class FakeEdgeStore final : public EdgeStore {
 public:
  // What writes end with from now on.
  void FailWrites(absl::Status status) {
    absl::MutexLock lock(&mu_);
    failure_ = std::move(status);
  }
  // What reads of fences end with from now on.
  void FailReads(absl::Status status) {
    absl::MutexLock lock(&mu_);
    read_failure_ = std::move(status);
  }
  // Called after a record was begun, with no lock held.
  std::function<void()> on_begun;
  // Called before it is said where the store stands, with no lock held.
  std::function<void()> on_standing;
  // What OthersSince says.
  int64_t others_since = 0;

  std::string Incarnation() const override { return "store-1"; }

  absl::Status Begin(const AttemptRecord& record) override {
    {
      absl::MutexLock lock(&mu_);
      if (!failure_.ok()) return failure_;
      const auto& request = record.command.request();
      const Key key = {request.request_id(), record.command.attempt()};
      if (records_.contains(key)) return absl::AlreadyExistsError("It was begun before.");
      v1::Fence& newest = fences_[ids::ConversationKey::From(request.conversation())];
      if (!IsAbove(record.command.fence(), AtLeastTerm(newest, floor_))) {
        return absl::AbortedError("It is overtaken.");
      }
      newest = record.command.fence();
      records_[key] = record;
      ++standing_.sequence;
    }
    if (on_begun) on_begun();
    return absl::OkStatus();
  }
  absl::Status Withdraw(const std::string& request_id, int32_t attempt) override {
    absl::MutexLock lock(&mu_);
    if (!failure_.ok()) return failure_;
    return records_.erase({request_id, attempt}) > 0 ? absl::OkStatus()
                                                     : absl::NotFoundError("No such attempt.");
  }
  absl::Status Finish(const v1::ActResult& result) override {
    absl::MutexLock lock(&mu_);
    if (!failure_.ok()) return failure_;
    const auto found = records_.find({result.request_id(), result.attempt()});
    if (found == records_.end()) return absl::NotFoundError("No such attempt.");
    AttemptRecord& record = found->second;
    if (record.settled && !receipt::Rises(record.result.outcome(), result.outcome())) {
      return absl::OkStatus();
    }
    record.settled = true;
    record.result = result;
    record.acknowledged = false;
    return absl::OkStatus();
  }
  absl::Status RaiseFence(const ids::ConversationKey& conversation,
                          const v1::Fence& fence) override {
    absl::MutexLock lock(&mu_);
    if (!failure_.ok()) return failure_;
    v1::Fence& newest = fences_[conversation];
    if (IsAbove(fence, newest)) newest = fence;
    return absl::OkStatus();
  }
  void Acknowledge(const std::string& request_id, int32_t attempt, v1::Outcome outcome) override {
    absl::MutexLock lock(&mu_);
    const auto found = records_.find({request_id, attempt});
    if (!failure_.ok() || found == records_.end()) return;
    if (found->second.result.outcome() == outcome) found->second.acknowledged = true;
  }
  absl::StatusOr<v1::Fence> NewestFence(const ids::ConversationKey& conversation) override {
    absl::MutexLock lock(&mu_);
    if (!read_failure_.ok()) return read_failure_;
    const auto found = fences_.find(conversation);
    return AtLeastTerm(found == fences_.end() ? v1::Fence() : found->second, floor_);
  }
  absl::StatusOr<AttemptRecord> Find(const std::string& request_id, int32_t attempt) override {
    absl::MutexLock lock(&mu_);
    const auto found = records_.find({request_id, attempt});
    if (found == records_.end()) return absl::NotFoundError("No such attempt.");
    return found->second;
  }
  absl::StatusOr<std::vector<AttemptRecord>> Begun(const std::string& request_id) override {
    absl::MutexLock lock(&mu_);
    std::vector<AttemptRecord> begun;
    for (const auto& [key, record] : records_) {
      if (key.first == request_id) begun.push_back(record);
    }
    return begun;
  }
  absl::StatusOr<int64_t> OthersSince(const ids::RequestId&, const ids::AgentAddress&) override {
    return others_since;
  }
  absl::StatusOr<bool> IsUnderWayElsewhere(const ids::Epoch& epoch,
                                           const ids::SourceName& source) override {
    absl::MutexLock lock(&mu_);
    for (const auto& [key, record] : records_) {
      if (!record.settled && record.epoch == epoch &&
          record.command.request().conversation().source() != source.value())
        return true;
    }
    return false;
  }
  absl::StatusOr<std::vector<AttemptRecord>> Unacknowledged() override {
    absl::MutexLock lock(&mu_);
    std::vector<AttemptRecord> unacknowledged;
    for (const auto& [key, record] : records_) {
      if (record.settled && !record.acknowledged) unacknowledged.push_back(record);
    }
    return unacknowledged;
  }
  absl::Status RaiseFloor(int64_t term) override {
    absl::MutexLock lock(&mu_);
    if (!failure_.ok()) return failure_;
    floor_ = std::max(floor_, term);
    return absl::OkStatus();
  }
  void CommandCame(const v1::Command& command) override {
    absl::MutexLock lock(&mu_);
    const bool is_same_run = standing_.relay_run == command.relay_run();
    standing_.last_dispatch =
        is_same_run ? std::max(standing_.last_dispatch, command.dispatch()) : command.dispatch();
    standing_.relay_run = command.relay_run();
  }
  StoreStanding Standing() const override {
    if (on_standing) on_standing();
    absl::MutexLock lock(&mu_);
    StoreStanding standing = standing_;
    standing.highest_term = floor_;
    for (const auto& [conversation, fence] : fences_) {
      standing.highest_term = std::max(standing.highest_term, fence.term());
    }
    return standing;
  }
  absl::StatusOr<std::vector<AttemptRecord>> Held(const std::string& after_request_id,
                                                  int32_t after_attempt, int most) override {
    absl::MutexLock lock(&mu_);
    std::vector<AttemptRecord> held;
    for (const auto& [key, record] : records_) {
      if (key <= Key(after_request_id, after_attempt)) continue;
      if (static_cast<int>(held.size()) < most) held.push_back(record);
    }
    return held;
  }

 private:
  using Key = std::pair<std::string, int>;

  mutable absl::Mutex mu_;
  absl::Status failure_ ABSL_GUARDED_BY(mu_);
  absl::Status read_failure_ ABSL_GUARDED_BY(mu_);
  std::map<Key, AttemptRecord> records_ ABSL_GUARDED_BY(mu_);
  std::map<ids::ConversationKey, v1::Fence> fences_ ABSL_GUARDED_BY(mu_);
  int64_t floor_ ABSL_GUARDED_BY(mu_) = 0;
  StoreStanding standing_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_TESTS_EDGE_ACTS_FAKE_EDGE_STORE_H_

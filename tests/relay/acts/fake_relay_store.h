#ifndef COLLIE_TESTS_RELAY_ACTS_FAKE_RELAY_STORE_H_
#define COLLIE_TESTS_RELAY_ACTS_FAKE_RELAY_STORE_H_

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// A store in memory whose writes a test steps: each waits in a queue until Step (or at once, unless
// the test holds them). One thread.
class FakeRelayStore final : public RelayStore {
 public:
  // Holds writes until Step.
  bool is_held = false;
  // What the next writes end with; OK: they are done.
  absl::Status failure;
  std::map<std::string, ActRecord> records;
  int64_t term = 7;
  std::string run = "run-1";
  std::map<std::string, int64_t> dispatches;  // by member

  // Runs the oldest write that waits. False: none does.
  bool Step() {
    if (writes_.empty()) return false;
    auto write = std::move(writes_.front());
    writes_.pop_front();
    write();
    return true;
  }
  // Runs the newest write that waits, before the older ones.
  void StepNewest() {
    auto write = std::move(writes_.back());
    writes_.pop_back();
    write();
  }

  // The relay has died: what was not written never will be.
  void Forget() { writes_.clear(); }

  int64_t Term() const override { return term; }
  std::string Run() const override { return run; }
  std::vector<ActRecord> Unsettled() const override {
    std::vector<ActRecord> unsettled;
    for (const auto& [id, record] : records) {
      if (record.phase == ActPhase::kDispatched) unsettled.push_back(record);
    }
    return unsettled;
  }
  absl::StatusOr<std::vector<ActRecord>> Unhealed(absl::Time, int) override {
    std::vector<ActRecord> unhealed;
    for (const auto& [id, record] : records) {
      if (record.phase == ActPhase::kSettled) unhealed.push_back(record);
    }
    return unhealed;
  }

  void Accept(ActRecord record, AcceptDone done) override {
    Write([this, record = std::move(record), done = std::move(done)] {
      if (!failure.ok()) return done(failure);
      const auto [at, is_new] = records.try_emplace(record.receipt.request_id(), record);
      done(Accepted{is_new, at->second});
    });
  }
  void Update(const std::string& request_id, ActChange change, ActDone done) override {
    Write([this, request_id, change = std::move(change), done = std::move(done)] {
      if (!failure.ok()) return done(failure);
      const auto found = records.find(request_id);
      if (found == records.end()) return done(absl::NotFoundError("No such request id."));
      ActRecord changed = found->second;
      if (change(changed)) found->second = changed;
      done(found->second);
    });
  }

  absl::Status CanWrite(absl::Duration) override { return failure; }
  void Dispatch(const std::string& request_id, ActChange change, ActDone done) override {
    Write([this, request_id, change = std::move(change), done = std::move(done)] {
      if (!failure.ok()) return done(failure);
      const auto found = records.find(request_id);
      if (found == records.end()) return done(absl::NotFoundError("No such request id."));
      ActRecord changed = found->second;
      if (change(changed)) {
        changed.dispatch = ++dispatches[changed.receipt.conversation().member()];
        found->second = changed;
      }
      done(found->second);
    });
  }

  absl::StatusOr<ActRecord> Find(const std::string& request_id) override {
    const auto found = records.find(request_id);
    if (found == records.end()) return absl::NotFoundError("No such request id.");
    return found->second;
  }
  absl::StatusOr<std::vector<v1::Receipt>> List(const ReceiptQuery&) override {
    return absl::UnimplementedError("The acts list nothing.");
  }
  absl::StatusOr<std::vector<std::pair<std::string, int64_t>>> AskCounts() override {
    return absl::UnimplementedError("The acts count no asks.");
  }
  void RaiseAskCount(const std::string&,
                     std::function<void(absl::StatusOr<int64_t>)> done) override {
    done(absl::UnimplementedError("The acts count no asks."));
  }

 private:
  void Write(std::function<void()> write) {
    writes_.push_back(std::move(write));
    while (!is_held && Step()) {
    }
  }

  std::deque<std::function<void()>> writes_;
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_ACTS_FAKE_RELAY_STORE_H_

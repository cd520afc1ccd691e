#ifndef COLLIE_TESTS_RELAY_LINK_LINK_COMPONENTS_H_
#define COLLIE_TESTS_RELAY_LINK_LINK_COMPONENTS_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "relay/link/edge_session.h"
#include "tests/relay/acts/act_flow_fixture.h"
#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {

// A store that knows no act, and whose writes wait until a test lets them go. Thread-safe.
class StalledStore final : public RelayStore {
 public:
  int64_t Term() const override { return 1; }
  std::vector<ActRecord> Unsettled() const override { return {}; }
  absl::StatusOr<std::vector<ActRecord>> Unhealed(absl::Time, int) override {
    return std::vector<ActRecord>();
  }
  void Accept(ActRecord, AcceptDone done) override { done(absl::UnavailableError("It stalls.")); }
  absl::StatusOr<ActRecord> Find(const std::string&) override {
    return absl::NotFoundError("No such request id.");
  }
  absl::StatusOr<std::vector<v1::Receipt>> List(const ReceiptQuery&) override {
    return std::vector<v1::Receipt>();
  }
  absl::StatusOr<std::vector<std::pair<std::string, int64_t>>> AskCounts() override {
    return std::vector<std::pair<std::string, int64_t>>();
  }
  void RaiseAskCount(const std::string&,
                     std::function<void(absl::StatusOr<int64_t>)> done) override {
    done(absl::UnavailableError("It stalls."));
  }
  std::string Run() const override { return "run-1"; }
  absl::Status CanWrite(absl::Duration) override { return absl::UnavailableError("It stalls."); }
  void Dispatch(const std::string& id, ActChange change, ActDone done) override {
    Update(id, std::move(change), std::move(done));
  }
  void Update(const std::string&, ActChange, ActDone done) override {
    absl::MutexLock lock(&mu_);
    waiting_.push_back(std::move(done));
  }
  size_t Waiting() const {
    absl::MutexLock lock(&mu_);
    return waiting_.size();
  }
  // Waits until as many wait; false after ten seconds.
  bool AwaitWaiting(size_t count) const {
    absl::MutexLock lock(&mu_);
    const auto enough = [this, count]()
                            ABSL_SHARED_LOCKS_REQUIRED(mu_) { return waiting_.size() >= count; };
    return mu_.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(10));
  }
  // Lets the oldest write go. False: none waits.
  bool Step() {
    ActDone done;
    {
      absl::MutexLock lock(&mu_);
      if (waiting_.empty()) return false;
      done = std::move(waiting_.front());
      waiting_.pop_front();
    }
    done(absl::NotFoundError("No such request id."));
    return true;
  }

 private:
  mutable absl::Mutex mu_;
  std::deque<ActDone> waiting_ ABSL_GUARDED_BY(mu_);
};

// A store of members that admits every hello at once.
class OpenMembers final : public MemberStore {
 public:
  void Hello(const std::string&, const v1::EdgeHello&, OpenedDone done) override {
    MemberOpened opened;
    opened.admission.term = 1;
    done(std::move(opened));
  }
  void Resync(const std::string&, const v1::EdgeHello&, std::vector<v1::HeldAttempt>,
              OpenedDone done) override {
    done(MemberOpened());
  }
  void SawSequence(const ids::MemberId&, const ids::StoreId&, int64_t) override {}
  absl::Status MarkAll() override { return absl::OkStatus(); }
  absl::Status Unlock(const std::string&) override { return absl::OkStatus(); }
  absl::StatusOr<std::vector<LockedMember>> Locked() override {
    return std::vector<LockedMember>();
  }
};

// What the frames of edges lead to, with a store that a test holds.
struct LinkComponents {
  static constexpr size_t kMemberBytes = 1 << 20;  // that a member may show

  tests::SimulatedClock own_clock;
  tests::SimulatedClock& clock;
  StalledStore store;
  ScriptedCrew crew;
  CrewView view;
  Interest interest{clock};
  ConversationCache cache{clock, view, interest};
  MemberStreams streams{interest, [](const StreamId&, const v1::Interest&) {}};
  HistoryReads history{streams};
  tests::InlineExecutor executor;
  OpenMembers members;
  ActFlow acts{{store, streams, crew, clock, executor}, ActOptions(), [] {}};

  LinkComponents() : LinkComponents(own_clock, [](const ViewChanges&) {}) {
    for (const char* member : {"deck", "loft"})
      view.PutMember(ids::MemberId(member), member, false);
  }
  // Without members.
  LinkComponents(tests::SimulatedClock& time, CrewView::Keep keep)
      : clock(time),
        view({"inc", "c-1", "crew", std::string(32, 'k'), kMemberBytes}, time, std::move(keep)) {}

  LinkTargets Targets() { return {clock, view, cache, acts, history, streams, members, "test"}; }

  static v1::EdgeFrame Hello() {
    v1::EdgeFrame frame;
    frame.mutable_hello()->mutable_link()->set_min(1);
    frame.mutable_hello()->mutable_link()->set_max(1);
    frame.mutable_hello()->set_store_incarnation("s-1");
    return frame;
  }
  // A result of an act that nobody knows.
  static v1::EdgeFrame Unknown(int number) {
    v1::EdgeFrame frame;
    frame.mutable_result()->set_request_id("nobody-" + std::to_string(number));
    frame.mutable_result()->set_attempt(1);
    frame.mutable_result()->set_state(v1::ATTEMPT_STATE_DONE);
    frame.mutable_result()->set_outcome(v1::OUTCOME_SENT);
    return frame;
  }
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_LINK_LINK_COMPONENTS_H_

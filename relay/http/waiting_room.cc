#include "relay/http/waiting_room.h"

#include <map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/cleanup/cleanup.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/steady_condition.h"

namespace collie::relay {

struct WaitingRoom::State {
  explicit State(size_t count) : places(count) {}

  void Settle(uint64_t wait, ActReply answer) {
    absl::MutexLock lock(&mu);
    const auto found = answers.find(wait);
    if (found != answers.end()) found->second = std::move(answer);
    changed.NotifyAll();
  }

  const size_t places;
  mutable absl::Mutex mu;
  threads::SteadyCondition changed;  // notified when an answer came, or the waits were ended
  size_t taken ABSL_GUARDED_BY(mu) = 0;
  bool is_emptied ABSL_GUARDED_BY(mu) = false;
  uint64_t next_wait ABSL_GUARDED_BY(mu) = 1;
  std::map<uint64_t, std::optional<ActReply>> answers ABSL_GUARDED_BY(mu);  // of those that wait
};

WaitingRoom::WaitingRoom(size_t places) : state_(std::make_shared<State>(places)) {}
WaitingRoom::~WaitingRoom() = default;

bool WaitingRoom::Enter(const std::function<void()>& wait) {
  {
    absl::MutexLock lock(&state_->mu);
    if (state_->taken >= state_->places) return false;
    ++state_->taken;
  }
  const absl::Cleanup leave = [this] {
    absl::MutexLock lock(&state_->mu);
    --state_->taken;
  };
  wait();
  return true;
}

std::optional<ActReply> WaitingRoom::Await(const std::function<void(ActDone)>& begin,
                                           absl::Duration most) {
  State& state = *state_;
  uint64_t wait = 0;
  {
    absl::MutexLock lock(&state.mu);
    wait = state.next_wait++;
    state.answers.try_emplace(wait);
  }
  begin([shared = state_, wait](ActReply answer) { shared->Settle(wait, std::move(answer)); });

  absl::MutexLock lock(&state.mu);
  std::optional<ActReply>& answer = state.answers.at(wait);
  const auto is_over = [&state, &answer]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(state.mu) {
    return answer.has_value() || state.is_emptied;
  };
  state.changed.Await(state.mu, is_over, most);
  std::optional<ActReply> result = std::move(answer);
  state.answers.erase(wait);
  return result;
}

void WaitingRoom::Empty() {
  absl::MutexLock lock(&state_->mu);
  state_->is_emptied = true;
  state_->changed.NotifyAll();
}

bool WaitingRoom::IsEmptied() const {
  absl::MutexLock lock(&state_->mu);
  return state_->is_emptied;
}

}  // namespace collie::relay

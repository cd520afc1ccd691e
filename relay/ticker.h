#ifndef COLLIE_RELAY_TICKER_H_
#define COLLIE_RELAY_TICKER_H_

#include <functional>
#include <optional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/threads/steady_condition.h"

namespace collie::relay {

// The one thread for timers: every second for what is only checked, and at the next deadline of the
// acts.
class Ticker {
 public:
  struct Work {
    std::function<void()> every_second;
    std::function<void()> at_deadline;
    std::function<std::optional<clock::Steady>()> next_deadline;
  };

  Ticker(const clock::Clock& clock, Work work) : clock_(clock), work_(std::move(work)) {}
  ~Ticker() { Stop(); }

  void Start();
  void Stop();
  // A deadline may have come nearer. Thread-safe.
  void Notify();

 private:
  void Loop();

  const clock::Clock& clock_;
  const Work work_;
  absl::Mutex mu_;
  threads::SteadyCondition changed_;
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  bool woken_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_TICKER_H_

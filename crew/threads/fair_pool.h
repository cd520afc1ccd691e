#ifndef COLLIE_CREW_THREADS_FAIR_POOL_H_
#define COLLIE_CREW_THREADS_FAIR_POOL_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::threads {

// A fixed number of threads that take work by lanes, the lanes in turn and each lane's work in its
// order. A lane has a bound of its own, of what runs and of what waits, so that one whose work
// hangs holds up no other's. Thread-safe.
class FairPool {
 public:
  using Work = std::function<void()>;
  struct Options {
    const char* name = "lanes";  // as of StartNamed
    int threads = 1;
    // Of one lane at once. While half of the threads are busy a lane gets one.
    int per_lane = 1;
    // What may wait for a thread, of all lanes, in what it costs; of one lane a quarter of that.
    size_t queue = 256;
  };

  explicit FairPool(const Options& options);
  // Stops.
  ~FairPool();
  FairPool(const FairPool&) = delete;
  FairPool& operator=(const FairPool&) = delete;

  // `cost`: what it takes of the queue while it waits, such as its bytes. False: the queue or the
  // lane is full, or the pool has stopped; the work will not run.
  bool Add(const std::string& lane, Work work, size_t cost = 1) ABSL_LOCKS_EXCLUDED(mu_);
  // Accepts no more work, finishes what waits, and returns once all is done. Not from a piece of
  // work.
  void Stop() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  struct Waiting {
    Work work;
    size_t cost = 0;
  };
  struct Lane {
    std::deque<Waiting> waiting;
    size_t cost = 0;  // of what waits
    int running = 0;
  };

  void Loop() ABSL_LOCKS_EXCLUDED(mu_);
  // The place in turn_ of the lane whose work comes next; its size: none.
  size_t NextLocked() const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  bool HasNews() const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // False: the pool has stopped and nothing waits.
  bool TakeWork(std::string* lane, Work* work) ABSL_LOCKS_EXCLUDED(mu_);
  void Done(const std::string& lane) ABSL_LOCKS_EXCLUDED(mu_);
  bool AllEnded() const ABSL_SHARED_LOCKS_REQUIRED(mu_) { return serving_ == 0; }

  const Options options_;
  mutable absl::Mutex mu_;
  std::map<std::string, Lane> lanes_ ABSL_GUARDED_BY(mu_);  // where something waits or runs
  std::deque<std::string> turn_ ABSL_GUARDED_BY(mu_);       // lanes where something waits
  size_t waiting_cost_ ABSL_GUARDED_BY(mu_) = 0;
  int busy_ ABSL_GUARDED_BY(mu_) = 0;
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  int serving_ ABSL_GUARDED_BY(mu_) = 0;                   // threads that have not ended their loop
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mu_);  // empty once a Stop ends them
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_FAIR_POOL_H_

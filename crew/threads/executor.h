#ifndef COLLIE_CREW_THREADS_EXECUTOR_H_
#define COLLIE_CREW_THREADS_EXECUTOR_H_

#include <functional>

namespace collie::threads {

// Where a component has its effects carried out, so that they run on no thread of a library and
// under no lock. Thread-safe.
class Executor {
 public:
  virtual ~Executor() = default;
  // Runs the call later, or at once (tests). Each is run exactly once; those of one caller in the
  // order they were posted where the executor has one thread.
  virtual void Post(std::function<void()> call) = 0;
  // How many calls may run at once.
  virtual int Parallelism() const { return 1; }
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_EXECUTOR_H_

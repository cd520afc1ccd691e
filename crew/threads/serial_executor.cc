#include "crew/threads/serial_executor.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

SerialExecutor::SerialExecutor(std::string_view name)
    : thread_(StartNamed(name, [this] { Work(); })) {}

SerialExecutor::~SerialExecutor() {
  {
    absl::MutexLock lock(&mu_);
    is_ending_ = true;
  }
  thread_.join();
}

void SerialExecutor::Post(std::function<void()> call) {
  absl::MutexLock lock(&mu_);
  calls_.push_back(std::move(call));
}

void SerialExecutor::Work() {
  while (true) {
    std::function<void()> call;
    {
      absl::MutexLock lock(&mu_);
      mu_.Await(absl::Condition(
          +[](SerialExecutor* self)
               ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mu_) { return self->HasWork(); },
          this));
      if (calls_.empty()) return;
      call = std::move(calls_.front());
      calls_.pop_front();
    }
    call();
  }
}

}  // namespace collie::threads

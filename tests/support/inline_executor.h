#ifndef COLLIE_TESTS_SUPPORT_INLINE_EXECUTOR_H_
#define COLLIE_TESTS_SUPPORT_INLINE_EXECUTOR_H_

#include <functional>

#include "crew/threads/executor.h"

namespace collie::tests {

// Runs each call at once, on the thread that posts it: a test of one thread then needs no waiting.
class InlineExecutor final : public threads::Executor {
 public:
  void Post(std::function<void()> call) override { call(); }
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_SUPPORT_INLINE_EXECUTOR_H_

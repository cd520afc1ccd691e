#ifndef COLLIE_TESTS_BENCH_ROUNDS_H_
#define COLLIE_TESTS_BENCH_ROUNDS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/threads/steady_condition.h"

namespace collie::bench {

// Tells when a change has reached everybody. One round at a time: its token travels as text in the
// change, and whoever gets a message that has it, counts. Thread-safe.
class Rounds {
 public:
  // A new round, which ends once it was received so often. Its token.
  std::string Begin(int receivers) ABSL_LOCKS_EXCLUDED(mu_);
  // Who received a message says so; once for each receiver.
  void Received(const grpc::ByteBuffer& message) ABSL_LOCKS_EXCLUDED(mu_);
  // The seconds from Begin until the last one received it; none if that took too long.
  std::optional<double> Await(absl::Duration most) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  absl::Mutex mu_;
  threads::SteadyCondition over_;
  int64_t number_ ABSL_GUARDED_BY(mu_) = 0;
  std::string token_ ABSL_GUARDED_BY(mu_);
  int missing_ ABSL_GUARDED_BY(mu_) = 0;
  double began_ ABSL_GUARDED_BY(mu_) = 0;
  double ended_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_ROUNDS_H_

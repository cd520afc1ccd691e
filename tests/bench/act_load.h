#ifndef COLLIE_TESTS_BENCH_ACT_LOAD_H_
#define COLLIE_TESTS_BENCH_ACT_LOAD_H_

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "tests/bench/raw_stream.h"
#include "tests/bench/samples.h"

namespace collie::bench {

// Clients that each make one call after the other, over a connection each. Thread-safe where it
// says so; one Run at a time.
class ActLoad {
 public:
  struct Target {
    std::string method;
    // The request of this client's next call. Any thread.
    std::function<grpc::ByteBuffer(int client)> request;
    // Whether the reply is the one wanted. Any thread.
    std::function<bool(const grpc::ByteBuffer& reply)> is_good;
  };
  struct Outcome {
    Samples latencies;  // seconds, of good replies
    int bad = 0;
    std::string first_bad;  // what the first bad one said
    double seconds = 0;

    double Rate() const { return static_cast<double>(latencies.size()) / seconds; }
  };

  ActLoad(std::vector<std::shared_ptr<grpc::Channel>> channels, Target target)
      : channels_(std::move(channels)), target_(std::move(target)) {}

  // So many of the clients, for so long; returns once the last call is over.
  Outcome Run(int clients, double seconds);

 private:
  void Next(int client);
  void OnEnd(int client, double began, bool is_good, std::string said);

  const std::vector<std::shared_ptr<grpc::Channel>> channels_;
  const Target target_;

  absl::Mutex mu_;
  Outcome outcome_ ABSL_GUARDED_BY(mu_);
  double until_ ABSL_GUARDED_BY(mu_) = 0;
  int running_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_ACT_LOAD_H_

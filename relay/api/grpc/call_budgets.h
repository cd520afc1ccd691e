#ifndef COLLIE_RELAY_API_GRPC_CALL_BUDGETS_H_
#define COLLIE_RELAY_API_GRPC_CALL_BUDGETS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// Tokens that come back with time.
struct TokenBucket {
  double tokens = 0;
  clock::Steady filled;
};

// What each peer of a server may cost: calls and streams by rate, replies in bytes. A breach costs
// that peer alone. Peers are named by their pins. Thread-safe.
class CallBudgets {
 public:
  struct Rate {
    double burst = 0;
    double per_second = 0;
  };
  struct Limits {
    Rate calls = {2000, 1000};
    // Past the burst calls are refused; so many refused ones cost the peer its connections.
    double refused = 1000;
    Rate streams = {128, 16};
    absl::Duration barred = absl::Seconds(10);  // from connecting, after that
    int64_t bytes = int64_t{32} << 20;          // of replies under way, of one peer
    int64_t bytes_of_all = int64_t{256} << 20;
  };
  enum class Verdict {
    kServe,
    kRefuse,  // this call
    kEnd,     // it goes on though it was refused: its connections end
  };

  CallBudgets(const Limits& limits, const clock::Clock& clock) : limits_(limits), clock_(clock) {}

  // A call came.
  Verdict OnCall(const std::string& peer, bool is_stream);
  // Whether the peer may connect now.
  bool MayConnect(const std::string& peer) const;

  // Replies of so many bytes are under way, or no more. What is reserved at once may pass the
  // bounds; IsOver says whether it does.
  void Reserve(const std::string& peer, int64_t bytes);
  void Release(const std::string& peer, int64_t bytes);
  bool IsOver(const std::string& peer) const;

 private:
  struct Usage {
    TokenBucket calls;
    TokenBucket streams;
    clock::Steady barred_until;
    int64_t bytes = 0;
  };
  Usage& OfLocked(const std::string& peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void ForgetIdleLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void FillLocked(TokenBucket& bucket, const Rate& rate) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const Limits limits_;
  const clock::Clock& clock_;
  mutable absl::Mutex mu_;
  absl::flat_hash_map<std::string, Usage> peers_ ABSL_GUARDED_BY(mu_);
  int64_t bytes_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_CALL_BUDGETS_H_

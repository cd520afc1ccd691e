#ifndef COLLIE_RELAY_API_HTTP_ACT_CALLS_H_
#define COLLIE_RELAY_API_HTTP_ACT_CALLS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "relay/api/http/api_call.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// The routes that act. One that waits on its agent costs memory alone. Thread-safe.
class ActCalls {
 public:
  explicit ActCalls(CrewApi& backend);

  // Answers at once or when the relay has a receipt. Does not block.
  void Carry(ApiCall call);
  // Takes no more acts, and tells those who wait to ask for the receipt: the relay is shutting
  // down.
  void Drain();
  // Whether it is drained; may be asked after this object is gone.
  std::function<bool()> Drained() const;

 private:
  // Those who wait. Shared with the acts under way, which may end after this object.
  struct Waiting {
    mutable absl::Mutex mu;
    bool is_drained ABSL_GUARDED_BY(mu) = false;
    uint64_t next ABSL_GUARDED_BY(mu) = 1;
    std::map<uint64_t, Answer> answers ABSL_GUARDED_BY(mu);
  };

  CrewApi& backend_;
  const std::shared_ptr<Waiting> waiting_ = std::make_shared<Waiting>();
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ACT_CALLS_H_

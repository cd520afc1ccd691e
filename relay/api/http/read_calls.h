#ifndef COLLIE_RELAY_API_HTTP_READ_CALLS_H_
#define COLLIE_RELAY_API_HTTP_READ_CALLS_H_

#include <memory>

#include "absl/time/time.h"
#include "crew/threads/blocking_calls.h"
#include "relay/api/http/api_call.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// The routes that read. None blocks: what takes time (the disk, making JSON of much) runs on
// `pool`, and what waits for an agent costs memory alone. Thread-safe.
class ReadCalls {
 public:
  // `wait`: for a first read, or a page of history. Reads under way keep the pool, so that they may
  // end after this object.
  ReadCalls(CrewApi& backend, std::shared_ptr<threads::BlockingCalls> pool, absl::Duration wait)
      : backend_(backend), pool_(std::move(pool)), wait_(wait) {}

  void Read(ApiCall call);

 private:
  void Snapshot(const ApiCall& call);
  void Conversation(const ApiCall& call);
  void History(const ApiCall& call);
  void Receipts(const ApiCall& call);
  void Crew(const ApiCall& call);

  CrewApi& backend_;
  const std::shared_ptr<threads::BlockingCalls> pool_;
  const absl::Duration wait_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_READ_CALLS_H_

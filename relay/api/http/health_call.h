#ifndef COLLIE_RELAY_API_HTTP_HEALTH_CALL_H_
#define COLLIE_RELAY_API_HTTP_HEALTH_CALL_H_

#include <functional>
#include <memory>
#include <string>

#include "crew/http_server/message.h"
#include "crew/threads/blocking_calls.h"
#include "relay/api/http/api_call.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// What anybody may ask, here and at the ops listener: it says yes or no, and of why no more than a
// word. Thread-safe.
class HealthCall : public std::enable_shared_from_this<HealthCall> {
 public:
  // Both outlive it; work under way keeps it. `is_down`: the relay is shutting down.
  // `why_not_accepting`: a word where a listener of the relay accepts nobody now, else "".
  HealthCall(CrewApi& backend, threads::BlockingCalls& pool, std::function<bool()> is_down,
             std::function<std::string()> why_not_accepting)
      : backend_(backend),
        pool_(pool),
        is_down_(std::move(is_down)),
        why_not_accepting_(std::move(why_not_accepting)) {}

  // Whether a request is for /healthz or /readyz, to be read.
  static bool Is(const http_server::Request& request);
  // REQUIRES: Is.
  void Answer(const http_server::Request& request, const relay::Answer& answer);
  // The reply to /readyz, or to /readyz?writes=1. Blocks on the disk.
  http_server::Reply Readiness(bool needs_writes);

 private:
  CrewApi& backend_;
  threads::BlockingCalls& pool_;
  const std::function<bool()> is_down_;
  const std::function<std::string()> why_not_accepting_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_HEALTH_CALL_H_

#ifndef COLLIE_RELAY_API_HTTP_PAIR_CALL_H_
#define COLLIE_RELAY_API_HTTP_PAIR_CALL_H_

#include <memory>
#include <string>

#include "crew/ids/random.h"
#include "crew/threads/blocking_calls.h"
#include "relay/api/http/api_call.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// `POST /pair {"code"}`: makes a page's credential, one half of it a cookie that scripts cannot
// read, the other a secret that the page keeps. Thread-safe.
class PairCall : public std::enable_shared_from_this<PairCall> {
 public:
  // All outlive it; work under way keeps it. `is_secure`: browsers come over TLS.
  PairCall(CrewApi& backend, threads::BlockingCalls& pool, ids::RandomSource& random,
           bool is_secure)
      : backend_(backend), pool_(pool), random_(random), is_secure_(is_secure) {}

  static bool Is(const http_server::Request& request);
  // REQUIRES: Is.
  void Answer(const http_server::Request& request, const relay::Answer& answer);

 private:
  http_server::Reply Pair(const std::string& code);

  CrewApi& backend_;
  threads::BlockingCalls& pool_;
  ids::RandomSource& random_;
  const bool is_secure_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_PAIR_CALL_H_

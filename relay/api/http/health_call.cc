#include "relay/api/http/health_call.h"

#include <string>

#include "crew/receipt/words.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {
namespace {

constexpr char kHealth[] = "/healthz";
constexpr char kReadiness[] = "/readyz";
constexpr char kWriteReadiness[] = "/readyz?writes=1";

}  // namespace

bool HealthCall::Is(const http_server::Request& request) {
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  const std::string& target = request.target;
  return is_reading && (target == kHealth || target == kReadiness || target == kWriteReadiness);
}

void HealthCall::Answer(const http_server::Request& request, const relay::Answer& answer) {
  if (request.target == kHealth) return answer(JsonReply({{"status", "ok"}}));
  const bool needs_writes = request.target == kWriteReadiness;
  const bool is_taken = pool_.Run(
      [self = shared_from_this(), answer, needs_writes] { answer(self->Readiness(needs_writes)); });
  if (!is_taken) answer(OverloadedReply());
}

http_server::Reply HealthCall::Readiness(bool needs_writes) {
  if (is_down_() || !backend_.Ready().ok()) {
    return ErrorReply(503, "not-ready", "The relay serves nothing now; its log says why.");
  }
  const bool can_write = backend_.CanWrite().ok();
  json::Json body{{"ready", true}, {"writes", can_write}};
  if (!can_write) body["reason"] = receipt::ApiWord(v1::REASON_STORE_UNAVAILABLE);
  if (const std::string why = why_not_accepting_(); !why.empty()) body["listeners"] = why;
  http_server::Reply reply = JsonReply(body);
  if (!can_write && needs_writes) reply.status = 503;
  return reply;
}

}  // namespace collie::relay

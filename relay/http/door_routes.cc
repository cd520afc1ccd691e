#include "relay/http/door_routes.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/string_view.h"
#include "collie/v1/receipt.pb.h"
#include "crew/receipt/words.h"
#include "relay/http/act_status.h"
#include "relay/http/json_view.h"

namespace collie::relay {
namespace {

DoorReply NotFound() { return ErrorReply(404, "not-found", "There is nothing at this address."); }

DoorReply NotAllowed() {
  ActReply answer;
  answer.refused = v1::REASON_NOT_ALLOWED;
  return ReplyTo(answer);
}

DoorReply WrongMethod(absl::string_view allowed) {
  DoorReply reply = ErrorReply(405, "method-not-allowed", "This address takes another method.");
  reply.headers.emplace_back("Allow", allowed);
  return reply;
}

bool IsReading(const HttpRequest& request) {
  return request.method == "GET" || request.method == "HEAD";
}

constexpr char kReadiness[] = "/readyz";
constexpr char kWriteReadiness[] = "/readyz?writes=1";

bool IsReadiness(const std::string& target) {
  return target == kReadiness || target == kWriteReadiness;
}

}  // namespace

DoorReply DoorRoutes::Answer(const HttpRequest& request) {
  if (std::optional<DoorReply> refusal = gate_.Misdirected(request)) return *refusal;
  const bool is_health = request.target == "/healthz" || IsReadiness(request.target);
  if (is_health && IsReading(request)) return Health(request);
  std::variant<Caller, DoorReply> admitted = gate_.Admit(request);
  if (auto* refusal = std::get_if<DoorReply>(&admitted)) return std::move(*refusal);
  if (is_health) return WrongMethod("GET, HEAD");
  return AnswerInside(std::get<Caller>(admitted), request);
}

DoorReply DoorRoutes::AnswerInside(const Caller& caller, const HttpRequest& request) {
  const absl::StatusOr<DoorTarget> target = ParseTarget(request.target);
  if (!target.ok()) return ErrorReply(400, "bad-request", target.status().message());
  const std::optional<DoorAddress> address = FindAddress(target->path);
  if (!address) return NotFound();
  if (address->is_read()) {
    if (!IsReading(request)) return WrongMethod("GET, HEAD");
    return caller.MayRead() ? Read(*address, *target, request) : NotAllowed();
  }
  if (request.method != "POST") return WrongMethod("POST");
  if (!caller.MayAct()) return NotAllowed();
  const absl::Status no_query = target->AllowQuery({});
  if (!no_query.ok()) return ErrorReply(400, "bad-request", no_query.message());
  return Act(caller, *address, request);
}

// What anybody may ask: it says yes or no, and of why no more than a word.
DoorReply DoorRoutes::Health(const HttpRequest& request) {
  DoorReply reply;
  reply.body = Dump(Json{{"status", "ok"}});
  if (request.target == "/healthz") return reply;
  if (waiting_.IsEmptied() || !backend_.Ready().ok()) {
    return ErrorReply(503, "not-ready", "The relay serves nothing now; its log says why.");
  }
  const bool can_write = backend_.CanWrite().ok();
  if (!can_write && request.target == kWriteReadiness) reply.status = 503;
  Json body{{"ready", true}, {"writes", can_write}};
  if (!can_write) body["reason"] = receipt::ApiWord(v1::REASON_STORE_UNAVAILABLE);
  reply.body = Dump(body);
  return reply;
}

}  // namespace collie::relay

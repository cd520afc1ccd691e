#include "relay/api/http/dispatcher.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "relay/api/http/error_reply.h"
#include "relay/api/http/gate.h"

namespace collie::relay {
namespace {

http_server::Reply WrongMethod(const std::string& allowed) {
  http_server::Reply reply =
      ErrorReply(405, "method-not-allowed", "This address takes another method.");
  reply.headers.emplace_back("Allow", allowed);
  return reply;
}

bool IsHealthTarget(const std::string& target) {
  return target == "/healthz" || target == "/readyz" || target == "/readyz?writes=1";
}

// Why a call goes no further; nullopt: it does.
std::optional<http_server::Reply> Refusal(const ApiCall& call) {
  if (call.match.route == nullptr) {
    if (!call.match.allowed.empty()) return WrongMethod(call.match.allowed);
    return ErrorReply(404, "not-found", "There is nothing at this address.");
  }
  if (call.caller.role < call.route().role) return ReasonReply(v1::REASON_NOT_ALLOWED);
  const absl::Status query = call.target.AllowQuery(call.route().query);
  if (!query.ok()) return BadRequest(query.message());
  return std::nullopt;
}

}  // namespace

Dispatcher::Dispatcher(CrewApi& backend, std::shared_ptr<threads::BlockingCalls> pool,
                       ids::RandomSource& random, const Options& options)
    : backend_(backend),
      pool_(std::move(pool)),
      origins_(options.origins),
      acts_(backend),
      reads_(backend, pool_, options.read_wait),
      health_(std::make_shared<HealthCall>(backend, *pool_, acts_.Drained(),
                                           options.why_not_accepting)),
      pair_(std::make_shared<PairCall>(backend, *pool_, random, origins_.is_secure())) {}

void Dispatcher::Handle(http_server::Request request, http_server::Peer& peer, const Answer& answer,
                        const Events& events) {
  if (auto refusal = origins_.Misdirected(request)) return answer(*std::move(refusal));
  if (HealthCall::Is(request)) return health_->Answer(request, answer);
  if (PairCall::Is(request)) return pair_->Answer(request, answer);
  const std::string token = TokenOf(request);
  std::optional<Caller> caller;
  if (!token.empty()) caller = backend_.Authenticate(token);
  if (!caller) return answer(Unauthorized());
  if (!peer.Befriend(caller->device)) return answer(OverloadedReply());
  if (IsHealthTarget(request.target)) return answer(WrongMethod("GET, HEAD"));
  absl::StatusOr<Target> target = ParseTarget(request.target);
  if (!target.ok()) return answer(BadRequest(target.status().message()));
  RouteMatch match = FindRoute(request.method, target->path);
  HandleInside(
      {std::move(request), *std::move(target), std::move(match), *std::move(caller), answer},
      events);
}

void Dispatcher::HandleInside(ApiCall call, const Events& events) {
  if (auto refusal = Refusal(call)) return call.answer(*std::move(refusal));
  if (call.route().operation == Operation::kEvents) return events(call);
  if (call.route().role == v1::ROLE_OPERATOR) return acts_.Carry(std::move(call));
  reads_.Read(std::move(call));
}

}  // namespace collie::relay

#include "crew/ops/ops_listener.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"

namespace collie::ops {
namespace {

using http_server::Reply;

constexpr char kText[] = "text/plain; charset=utf-8";
constexpr char kMetricsText[] = "text/plain; version=0.0.4; charset=utf-8";
constexpr char kJson[] = "application/json";
constexpr int kPoolThreads = 2;

// Nobody shows a credential here, so everybody is a stranger: enough for those who scrape.
constexpr http_server::ConnectionPool::Bounds kPlaces = {64, 32};

Reply Plain(int status, const char* text) { return {status, kText, text, {}}; }

}  // namespace

OpsListener::OpsListener(Answers answers)
    : answers_(std::move(answers)), pool_(kPoolThreads, "ops-io") {}

OpsListener::~OpsListener() {
  if (server_ != nullptr) server_->Stop(absl::ZeroDuration());
}

absl::StatusOr<std::unique_ptr<OpsListener>> OpsListener::Open(const config::HostPort& address,
                                                               Answers answers) {
  std::unique_ptr<OpsListener> listener(new OpsListener(std::move(answers)));
  http_server::Server::Options options;
  options.address = address;
  options.strangers = kPlaces;
  options.thread = "ops";
  options.headers = {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}};
  options.on_trouble = [](std::string_view what) { log::Warn("ops", what); };
  absl::StatusOr<std::unique_ptr<http_server::Server>> server = http_server::Server::Start(
      std::move(options),
      [self = listener.get()](const http_server::Request& request, http_server::Peer&,
                              const http_server::Responder& responder) {
        self->Handle(request, responder);
      });
  if (absl::IsUnavailable(server.status())) {
    return absl::UnavailableError(absl::StrCat("The ops listener ", server.status().message(),
                                               "; name another address with --ops."));
  }
  if (!server.ok()) return server.status();
  listener->server_ = *std::move(server);
  return listener;
}

void OpsListener::Handle(const http_server::Request& request,
                         const http_server::Responder& responder) {
  if (request.method != "GET" && request.method != "HEAD") {
    Reply reply = Plain(405, "Read it.\n");
    reply.headers.emplace_back("Allow", "GET, HEAD");
    return responder.Send(std::move(reply));
  }
  if (request.target == "/healthz") return responder.Send({200, kJson, R"({"status":"ok"})", {}});
  const bool needs_writes = request.target == "/readyz?writes=1";
  const bool is_readiness = needs_writes || request.target == "/readyz";
  if (!is_readiness && request.target != "/metrics") {
    return responder.Send(Plain(404, "There are /metrics, /healthz and /readyz.\n"));
  }
  const bool is_taken = pool_.Run([this, responder, is_readiness, needs_writes] {
    responder.Send(is_readiness ? answers_.readiness(needs_writes)
                                : Reply{200, kMetricsText, answers_.metrics(), {}});
  });
  if (!is_taken) responder.Send(Plain(503, "Too much is asked at once.\n"));
}

}  // namespace collie::ops

#include "relay/api/http/http_api.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {
namespace {

constexpr int kPoolThreads = 8;

// What the server refuses by itself, worded as this API words it.
http_server::Reply WordRefusal(const http_server::Refusal& refusal) {
  const bool is_size = refusal.status == 413 || refusal.status == 414 || refusal.status == 431;
  if (refusal.status == 500) return InternalReply();
  if (refusal.status == 503) return ErrorReply(503, "overloaded", refusal.sentence);
  return ErrorReply(refusal.status, is_size ? "too-large" : "bad-request", refusal.sentence);
}

OriginRules::Options OriginsOf(const HttpApi::Options& options) {
  return {options.server.tls.has_value(), !options.server.proxies.empty(), options.public_url};
}

absl::Status CheckReach(const http_server::Server::Options& server) {
  if (server.address.is_loopback() || server.tls || !server.proxies.empty()) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "The HTTP API does not listen at ", server.address.ToString(),
      ": beyond loopback it needs a certificate (--http-cert, --http-key) or a trusted proxy "
      "(--trusted-proxy)."));
}

}  // namespace

HttpApi::HttpApi(const Options& options, CrewApi& backend, const EventStreams::Sources& events,
                 ids::RandomSource& random)
    : pool_(std::make_shared<threads::BlockingCalls>(kPoolThreads, "http-io")),
      events_(events, options.events),
      dispatcher_(backend, pool_, random,
                  {OriginsOf(options), options.read_wait, options.why_not_accepting}) {}

absl::StatusOr<std::unique_ptr<HttpApi>> HttpApi::Open(Options options, CrewApi& backend,
                                                       const EventStreams::Sources& events,
                                                       ids::RandomSource& random) {
  if (absl::Status reach = CheckReach(options.server); !reach.ok()) return reach;
  std::unique_ptr<HttpApi> api(new HttpApi(options, backend, events, random));
  http_server::Server::Options server = std::move(options.server);
  server.headers = SecurityHeaders();
  server.refuse = WordRefusal;
  server.on_trouble = [](std::string_view what) { log::Warn("http", what); };
  absl::StatusOr<std::unique_ptr<http_server::Server>> started = http_server::Server::Start(
      std::move(server), [api = api.get()](http_server::Request request, http_server::Peer& peer,
                                           const http_server::Responder& responder) {
        api->Handle(std::move(request), peer, responder);
      });
  if (absl::IsUnavailable(started.status())) {
    return absl::UnavailableError(absl::StrCat("The HTTP API ", started.status().message(),
                                               "; name another address with --http."));
  }
  if (!started.ok()) return started.status();
  api->server_ = *std::move(started);
  return api;
}

HttpApi::~HttpApi() { Stop(absl::ZeroDuration()); }

void HttpApi::Stop(absl::Duration within) {
  if (server_ == nullptr) return;
  dispatcher_.Drain();
  events_.End("");
  server_->Stop(within);
}

void HttpApi::Handle(http_server::Request request, http_server::Peer& peer,
                     const http_server::Responder& responder) {
  dispatcher_.Handle(
      std::move(request), peer,
      [responder](http_server::Reply reply) { responder.Send(std::move(reply)); },
      [this, &responder](const ApiCall& call) { events_.Begin(call, responder); });
}

}  // namespace collie::relay

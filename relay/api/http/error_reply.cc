#include "relay/api/http/error_reply.h"

#include <string>
#include <utility>

#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "relay/api/http/act_status.h"

namespace collie::relay {
namespace {

constexpr char kJson[] = "application/json";

}  // namespace

http_server::Reply JsonReply(const json::Json& value) {
  return {200, kJson, json::Dump(value), {}};
}

http_server::Reply ErrorReply(int status, absl::string_view code, absl::string_view message) {
  const json::Json body{{"code", std::string(code)}, {"message", std::string(message)}};
  return {status, kJson, json::Dump(body), {}};
}

http_server::Reply BadRequest(absl::string_view message) {
  return ErrorReply(400, "bad-request", message);
}

http_server::Reply ReasonReply(v1::Reason reason) {
  return ErrorReply(ReasonStatus(reason), receipt::ApiWord(reason),
                    std::string(receipt::Sentence(reason)));
}

http_server::Reply OverloadedReply() {
  http_server::Reply reply = ErrorReply(
      503, "overloaded", "The relay is overloaded; nothing was done, try again in a moment.");
  reply.headers.emplace_back("Retry-After", "1");
  return reply;
}

http_server::Reply InternalReply() {
  return ErrorReply(500, "internal", "Something failed inside the relay; its log says what.");
}

http_server::Reply ReadFailed(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return ReasonReply(v1::REASON_NO_SUCH_CONVERSATION);
    case absl::StatusCode::kInvalidArgument:
      return BadRequest(status.message());
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
      return ErrorReply(503, receipt::ApiWord(v1::REASON_SOURCE_UNREACHABLE), status.message());
    case absl::StatusCode::kResourceExhausted:
      return ErrorReply(413, receipt::ApiWord(v1::REASON_TOO_LARGE), status.message());
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kUnimplemented:
      return ErrorReply(409, receipt::ApiWord(v1::REASON_UNSUPPORTED), status.message());
    default:
      return InternalReply();
  }
}

const http_server::Headers& SecurityHeaders() {
  static const auto* const headers = new http_server::Headers{
      {"X-Content-Type-Options", "nosniff"},
      {"Cache-Control", "no-store"},
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return *headers;
}

}  // namespace collie::relay

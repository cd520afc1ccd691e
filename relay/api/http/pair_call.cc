#include "relay/api/http/pair_call.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "crew/identity/token.h"
#include "crew/receipt/words.h"
#include "relay/api/http/body_fields.h"
#include "relay/api/http/error_reply.h"
#include "relay/api/http/gate.h"
#include "relay/api/http/strict_json.h"

namespace collie::relay {
namespace {

constexpr int kCookieSeconds = 400 * 24 * 3600;  // the most that browsers keep one

absl::StatusOr<std::string> ReadCode(const std::string& body) {
  const absl::StatusOr<json::Json> object = ParseStrictObject(body);
  if (!object.ok()) return object.status();
  BodyFields fields(*object);
  std::string code = fields.TakeOpaque("code");
  if (absl::Status status = fields.Finish(); !status.ok()) return status;
  return code;
}

http_server::Reply Refused(const absl::Status& status) {
  if (absl::IsPermissionDenied(status)) return ErrorReply(403, "not-allowed", status.message());
  if (absl::IsAlreadyExists(status)) return ErrorReply(409, "label-taken", status.message());
  if (absl::IsUnavailable(status)) {
    return ErrorReply(503, receipt::ApiWord(v1::REASON_STORE_UNAVAILABLE), status.message());
  }
  return BadRequest(status.message());
}

const char* RoleWord(v1::Role role) {
  switch (role) {
    case v1::ROLE_ADMIN:
      return "admin";
    case v1::ROLE_OPERATOR:
      return "operator";
    default:
      return "viewer";
  }
}

}  // namespace

bool PairCall::Is(const http_server::Request& request) {
  return request.method == "POST" && request.target == "/pair";
}

void PairCall::Answer(const http_server::Request& request, const relay::Answer& answer) {
  const absl::StatusOr<std::string> code = ReadCode(request.body);
  if (!code.ok()) return answer(BadRequest(code.status().message()));
  const bool is_taken =
      pool_.Run([self = shared_from_this(), answer, code = *code] { answer(self->Pair(code)); });
  if (!is_taken) answer(OverloadedReply());
}

http_server::Reply PairCall::Pair(const std::string& code) {
  const std::string cookie = identity::MintToken(random_);
  const std::string secret = identity::MintToken(random_);
  const absl::StatusOr<Caller> caller = backend_.Redeem(code, PageToken(cookie, secret));
  if (!caller.ok()) return Refused(caller.status());
  http_server::Reply reply =
      JsonReply({{"secret", secret}, {"device", caller->device}, {"role", RoleWord(caller->role)}});
  reply.headers.emplace_back(
      "Set-Cookie", absl::StrCat(kPageCookie, "=", cookie, "; Path=/; Max-Age=", kCookieSeconds,
                                 "; HttpOnly; SameSite=Strict", is_secure_ ? "; Secure" : ""));
  return reply;
}

}  // namespace collie::relay

#ifndef COLLIE_RELAY_API_HTTP_ERROR_REPLY_H_
#define COLLIE_RELAY_API_HTTP_ERROR_REPLY_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collie/v1/receipt.pb.h"
#include "crew/http_server/message.h"
#include "crew/json/json.h"

// Replies that say why there is no other. Pure.
namespace collie::relay {

// 200 with this value.
http_server::Reply JsonReply(const json::Json& value);

// `{"code", "message"}`: a word for programs, one sentence for a person.
http_server::Reply ErrorReply(int status, absl::string_view code, absl::string_view message);
// 400: the request cannot be read as what it should be.
http_server::Reply BadRequest(absl::string_view message);
// By a reason of the closed list, in its own sentence.
http_server::Reply ReasonReply(v1::Reason reason);
// 503 with Retry-After: nothing was done, and a moment later it can be.
http_server::Reply OverloadedReply();
// 500: what is wrong stands in the log alone.
http_server::Reply InternalReply();
// A read that failed, by the reasons of the acts.
http_server::Reply ReadFailed(const absl::Status& status);

// The headers of every reply: no-store, no framing, no referrer, no sniffing.
const http_server::Headers& SecurityHeaders();

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ERROR_REPLY_H_

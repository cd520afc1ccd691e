// The head of a request and the bodies of acts, as strangers may send them. The first byte picks
// what the rest is.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"
#include "relay/http/act_body.h"
#include "relay/http/door_address.h"
#include "relay/http/door_target.h"
#include "relay/http/http_connection.h"

namespace {

using collie::relay::HttpConnection;
namespace v1 = collie::v1;

// Whole or in two parts, the same bytes are the same request or the same refusal.
void ReadsTheSameInParts(absl::string_view bytes, size_t cut) {
  static const collie::relay::HttpLimits limits;
  const collie::clock::Steady now;
  HttpConnection whole(limits, now);
  whole.Receive(bytes, now);
  HttpConnection parts(limits, now);
  parts.Receive(bytes.substr(0, cut), now);
  if (!parts.WantsBytes()) return;  // what comes later is not looked at any more
  parts.Receive(bytes.substr(cut), now);
  if (whole.state() != parts.state() || whole.Output() != parts.Output()) std::abort();
  const auto request = whole.TakeRequest();
  const auto same = parts.TakeRequest();
  if (request.has_value() != same.has_value()) std::abort();
  if (!request) return;
  if (request->body != same->body || request->target != same->target) std::abort();
  const auto target = collie::relay::ParseTarget(request->target);
  if (target.ok()) (void)collie::relay::FindAddress(target->path);
}

void ReadsAct(uint8_t pick, absl::string_view body) {
  constexpr std::array<v1::ActKind, 8> kKinds = {
      v1::ACT_KIND_SEND,   v1::ACT_KIND_ANSWER, v1::ACT_KIND_STEER,  v1::ACT_KIND_STOP,
      v1::ACT_KIND_RENAME, v1::ACT_KIND_CLOSE,  v1::ACT_KIND_REOPEN, v1::ACT_KIND_ACTION};
  const v1::Conversation conversation;
  const auto act =
      collie::relay::ReadConversationAct(kKinds[pick % kKinds.size()], conversation, body);
  if (act.ok() && act->request_id().empty()) std::abort();
  (void)collie::relay::ReadSend(body);
  (void)collie::relay::ReadOneTap("u", body);
  (void)collie::relay::ReadStart(conversation, body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const absl::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
  if (data[0] % 2 == 0) {
    ReadsTheSameInParts(rest, rest.empty() ? 0 : data[1] % (rest.size() + 1));
  } else {
    ReadsAct(data[1], rest);
  }
  return 0;
}

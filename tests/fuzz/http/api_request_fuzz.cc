// What strangers may send: requests, bodies of acts, targets, tokens, cursors, resume marks. The
// first byte picks what the rest is.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "crew/http_server/network.h"
#include "crew/http_server/request_parser.h"
#include "relay/api/http/act_body.h"
#include "relay/api/http/event_writer.h"
#include "relay/api/http/gate.h"
#include "relay/api/http/origin_rules.h"
#include "relay/api/http/receipts_query.h"
#include "relay/api/http/routes.h"
#include "relay/api/http/target.h"

namespace {

using collie::http_server::Request;
using collie::http_server::RequestParser;
using State = RequestParser::State;
namespace relay = collie::relay;
namespace v1 = collie::v1;

void ReadsTarget(const std::string& text) {
  const auto target = relay::ParseTarget(text);
  if (!target.ok()) return;
  for (const char* method : {"GET", "POST"}) (void)relay::FindRoute(method, target->path);
  (void)relay::ReadReceiptsQuery(*target);
  (void)relay::ReadCursor(*target, "cursor");
}

void ReadsHeaders(const Request& request) {
  static const relay::OriginRules plain({});
  static const relay::OriginRules proxied(
      {false, true, relay::PublicUrl::Parse("https://collie.example.org").value()});
  (void)plain.Misdirected(request);
  (void)proxied.Misdirected(request);
  for (const char c : relay::TokenOf(request)) {
    if (c <= ' ' || c > '~') std::abort();
  }
}

// Whole or in two parts, the same bytes are the same requests or the same refusal.
void ReadsTheSameInParts(absl::string_view bytes, size_t cut) {
  static const collie::http_server::Limits limits;
  RequestParser whole(limits);
  RequestParser parts(limits);
  std::string in(bytes);
  std::string cut_in(bytes.substr(0, cut));
  State state = whole.Feed(in);
  State same = parts.Feed(cut_in);
  if (same != State::kRefused && same != State::kDone) {
    cut_in.append(bytes.substr(cut).data(), bytes.size() - cut);
    same = parts.Feed(cut_in);
  } else if (same == State::kDone) {
    cut_in.append(bytes.substr(cut).data(), bytes.size() - cut);
  }
  // A chunk line that is still growing is bounded sooner than one that is there whole.
  if (state != same && same != State::kRefused) std::abort();
  if (state != same) return;
  if (state != State::kDone) return;
  if (in != cut_in) std::abort();
  const Request request = whole.Take();
  const Request other = parts.Take();
  if (request.target != other.target || request.body != other.body ||
      request.headers != other.headers) {
    std::abort();
  }
  if (request.body.size() > limits.body_bytes) std::abort();
  ReadsTarget(request.target);
  ReadsHeaders(request);
}

void ReadsAct(uint8_t pick, absl::string_view body) {
  constexpr std::array<v1::ActKind, 8> kKinds = {
      v1::ACT_KIND_SEND,   v1::ACT_KIND_ANSWER, v1::ACT_KIND_STEER,  v1::ACT_KIND_STOP,
      v1::ACT_KIND_RENAME, v1::ACT_KIND_CLOSE,  v1::ACT_KIND_REOPEN, v1::ACT_KIND_ACTION};
  const v1::Conversation conversation;
  const auto act = relay::ReadConversationAct(kKinds[pick % kKinds.size()], conversation, body);
  if (act.ok() && act->request_id().empty()) std::abort();
  (void)relay::ReadSend(body);
  (void)relay::ReadOneTap("u", body);
  (void)relay::ReadStart(conversation, body);
}

void ReadsWords(const std::string& text) {
  ReadsTarget("/" + text);
  Request request;
  request.headers = {{"host", text},          {"origin", text},        {"cookie", text},
                     {"x-collie-page", text}, {"authorization", text}, {"last-event-id", text}};
  ReadsHeaders(request);
  request.headers.erase(request.headers.begin() + 4);
  ReadsHeaders(request);
  (void)relay::PublicUrl::Parse(text);
  const auto network = collie::http_server::Network::Parse(text);
  if (network.ok()) (void)network->Contains(text);
  const v1::ResumePoint point = relay::ReadEventId(text);
  if (point.incarnation().size() + point.revision().size() > text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const absl::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
  if (data[0] % 3 == 0) {
    ReadsTheSameInParts(rest, rest.empty() ? 0 : data[1] % (rest.size() + 1));
  } else if (data[0] % 3 == 1) {
    ReadsAct(data[1], rest);
  } else {
    ReadsWords(std::string(rest));
  }
  return 0;
}

#include "edge/agent/agent_reader.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/wire/wire_error.h"

namespace collie::edge {
namespace {

using Kind = ReadFailure::Kind;

// Percent-encodes everything but the unreserved characters.
std::string Escape(const std::string& text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '.' || c == '_' || c == '~') {
      escaped += c;
    } else {
      escaped += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return escaped;
}

ReadFailure NoReply(const http_client::Reply& reply) {
  Kind kind = Kind::kFailed;
  if (reply.end == http_client::ExchangeEnd::kCancelled) kind = Kind::kCancelled;
  if (reply.end == http_client::ExchangeEnd::kBadAddress ||
      reply.end == http_client::ExchangeEnd::kSocketNotPrivate) {
    kind = Kind::kBadAddress;
  }
  return {kind, ReasonOf(reply.end), reply.detail, ""};
}

ReadFailure BadReply(std::string detail) {
  return {Kind::kFailed, SourceReason::kBadReply, std::move(detail), ""};
}

ReadFailure Refusal(const http_client::Reply& reply) {
  if (reply.status == 401) {
    return {Kind::kTokenRefused, SourceReason::kTokenRefused,
            "The agent refused the token: attach it again with the token it knows.", ""};
  }
  if (reply.status == 503) {
    return {Kind::kStarting, SourceReason::kStarting, "The agent is starting.", ""};
  }
  const auto error = wire::DecodeError(reply.body);
  const bool refused = reply.status >= 400 && reply.status < 500 && error.ok();
  if (!refused) {
    return BadReply(
        absl::StrCat("The agent answered with status ", reply.status, ": read the agent's log."));
  }
  if (error->code == "incompatible") {
    return {Kind::kIncompatible, SourceReason::kVersionMismatch,
            "The agent refused the wire version.", error->code};
  }
  std::string detail = absl::StrCat("The agent refused the read with ", error->code, ".");
  return {Kind::kRefused, SourceReason::kAgentRefused, std::move(detail), error->code};
}

// Why a reply cannot be decoded as a 200.
std::optional<ReadFailure> WhyNotOk(const http_client::Reply& reply) {
  if (reply.end != http_client::ExchangeEnd::kReplied) return NoReply(reply);
  if (reply.status != 200) return Refusal(reply);
  if (!http_client::IsJson(reply.content_type)) {
    return BadReply("The agent's reply is not application/json: is its address right?");
  }
  return std::nullopt;
}

template <typename T>
ReadResult<T> Decode(const http_client::Reply& reply,
                     absl::StatusOr<T> (*decode)(std::string_view)) {
  if (auto failure = WhyNotOk(reply)) return *std::move(failure);
  absl::StatusOr<T> read = decode(reply.body);
  if (!read.ok()) return BadReply(std::string(read.status().message()));
  return *std::move(read);
}

}  // namespace

AgentReader::AgentReader(config::SourceEntry entry)
    : remote_(entry.remote()), exchange_(std::move(entry)) {}

http_client::Call AgentReader::CallOf(std::string path, size_t body_limit, text::Deadline deadline,
                                      absl::Duration most) const {
  http_client::Call call;
  call.path = std::move(path);
  call.version = wire::kVersion;
  call.body_limit = body_limit;
  call.deadline = std::min(most, remote_ ? deadline.url : deadline.socket);
  return call;
}

ReadResult<wire::Hello> AgentReader::Hello(int version, absl::Duration most) {
  http_client::Call call =
      CallOf("/session/v1/hello", text::kHelloBytes, text::kHelloDeadline, most);
  call.version = version;
  return Decode(exchange_.Get(call), &wire::DecodeHello);
}

ReadResult<SnapshotRead> AgentReader::Snapshot(const std::string& etag, absl::Duration most) {
  http_client::Call call =
      CallOf("/session/v1/snapshot", text::kSnapshotBytes, text::kSnapshotDeadline, most);
  call.if_none_match = etag;
  const http_client::Reply reply = exchange_.Get(call);
  if (reply.end == http_client::ExchangeEnd::kReplied && reply.status == 304) {
    if (etag.empty()) return BadReply("The agent answered 304 to a read without a tag.");
    return SnapshotRead{nullptr, etag};
  }
  auto result = Decode(reply, &wire::DecodeSnapshot);
  if (auto* failure = std::get_if<ReadFailure>(&result)) return std::move(*failure);
  return SnapshotRead{
      std::make_shared<const wire::Snapshot>(std::move(std::get<wire::Snapshot>(result))),
      reply.etag};
}

ReadResult<wire::PaneRead> AgentReader::Pane(const std::string& pane, const std::string& cursor,
                                             absl::Duration most) {
  std::string path = absl::StrCat("/session/v1/panes/", Escape(pane));
  if (!cursor.empty()) absl::StrAppend(&path, "?cursor=", Escape(cursor));
  const http_client::Call call =
      CallOf(std::move(path), text::kPaneReadBytes, text::kPaneReadDeadline, most);
  return Decode(exchange_.Get(call), &wire::DecodePaneRead);
}

ReadResult<wire::HistoryRead> AgentReader::History(const std::string& pane,
                                                   const std::string& before, int limit,
                                                   absl::Duration most) {
  std::string path = absl::StrCat("/session/v1/panes/", Escape(pane), "/history?limit=", limit);
  if (!before.empty()) absl::StrAppend(&path, "&before=", Escape(before));
  const http_client::Call call =
      CallOf(std::move(path), text::kHistoryBytes, text::kHistoryDeadline, most);
  return Decode(exchange_.Get(call), &wire::DecodeHistory);
}

http_client::Reply AgentReader::PostOnConnection(const std::string& path, const std::string& body,
                                                 absl::Duration most) {
  http_client::Call call = CallOf(path, text::kActReplyBytes, text::kActDeadline, most);
  call.body = body;
  return exchange_.PostOnKept(call);
}

}  // namespace collie::edge

#include "edge/agent/act_post.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "crew/text/limits.h"
#include "edge/agent/fresh_reader.h"

namespace collie::edge {
namespace {

PostReply PostReplyOf(http_client::Reply reply) {
  if (reply.end == http_client::ExchangeEnd::kReplied) {
    return {PostReply::Kind::kReplied, reply.status, std::move(reply.content_type),
            std::move(reply.body), ""};
  }
  const auto kind = reply.left ? PostReply::Kind::kNothing : PostReply::Kind::kNeverLeft;
  return {kind, 0, "", "", std::move(reply.detail)};
}

}  // namespace

PostReply PostAct(const config::SourceEntry& entry, const std::string& path,
                  const std::string& body, absl::Duration most) {
  http_client::Call call;
  call.path = path;
  call.body = body;
  call.version = wire::kVersion;
  call.body_limit = text::kActReplyBytes;
  call.deadline =
      std::min(most, entry.remote() ? text::kActDeadline.url : text::kActDeadline.socket);
  return PostReplyOf(http_client::Exchange(entry).Post(call));
}

ReaderVisit::ReaderVisit(config::SourceEntry entry) : entry_(std::move(entry)), reader_(entry_) {}

v1::Source ReaderVisit::Hello(absl::Duration most) {
  auto result = reader_.Hello(/*version=*/0, most);
  v1::Source source;
  if (const auto* failure = std::get_if<ReadFailure>(&result)) {
    source.set_state(StateOf(failure->kind));
    source.set_reason(ApiWord(failure->reason));
    source.set_detail(failure->detail);
  } else {
    wire::Hello& hello = std::get<wire::Hello>(result);
    const bool speaks = hello.versions.Speaks(wire::kVersion);
    source = std::move(hello.source);
    source.set_epoch(hello.epoch);
    source.set_state(!speaks        ? v1::SOURCE_STATE_VERSION_MISMATCH
                     : !hello.ready ? v1::SOURCE_STATE_STARTING
                                    : v1::SOURCE_STATE_LIVE);
  }
  source.set_name(entry_.name);
  source.set_remote(entry_.remote());
  return source;
}

PostReply ReaderVisit::Post(const std::string& path, const std::string& body, absl::Duration most) {
  return PostReplyOf(reader_.PostOnConnection(path, body, most));
}

v1::Evidence WitnessIn(const wire::PaneRead& read, const std::string& request_id) {
  for (const wire::PaneEvent& event : read.events) {
    if (const auto* item = std::get_if<v1::Item>(&event)) {
      const bool names_it = item->kind() == v1::ITEM_KIND_USER && item->request_id() == request_id;
      if (names_it) return v1::EVIDENCE_USER_ITEM;
    }
    const auto* closed = std::get_if<v1::ClosedAsk>(&event);
    if (closed != nullptr && closed->request_id() == request_id) return v1::EVIDENCE_ASK_CLOSED;
  }
  return v1::EVIDENCE_UNSPECIFIED;
}

}  // namespace collie::edge

#include "tests/bench/floor_edge.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/receipt.pb.h"
#include "tests/bench/bytes.h"
#include "tests/bench/dial.h"
#include "tests/bench/unix_http.h"

namespace collie::bench {
namespace {

constexpr int kThreads = 32;  // acts in work at once, as at an edge

}  // namespace

FloorEdge::FloorEdge(FloorCommits& commits, std::filesystem::path agents, bool reads_first)
    : commits_(commits), agents_(std::move(agents)), reads_first_(reads_first), posts_(kThreads) {}

void FloorEdge::Attach(const identity::Identity& identity) {
  RawStream::Events events;
  events.message = [this](const grpc::ByteBuffer& message) { Take(message); };
  stream_ =
      RawStream::Open(Dial(identity.link_address, identity), "/floor/Edge", std::move(events));
  stream_->Send(ToBuffer(Numbered{}));  // the call begins with a message
}

void FloorEdge::Take(const grpc::ByteBuffer& message) {
  const std::optional<Numbered> act = ParseNumbered(message);
  if (!act) return;
  commits_.Commit(1, act->bytes, [this, act] {
    posts_.Run([this, act] {
      const Numbered end{act->number, Post(act->bytes)};
      commits_.Commit(1, end.bytes, [this, end] { stream_->Send(ToBuffer(end)); });
    });
  });
}

// The body has what an edge writes for the agent; ids of the bench need no escapes.
std::string FloorEdge::Post(const std::string& act) const {
  thread_local UnixHttp http;
  v1::ActRequest request;
  if (!request.ParseFromString(act)) return "";
  const v1::Conversation& place = request.conversation();
  const std::string socket = (agents_ / place.source() / "app.sock").string();
  if (reads_first_) http.Get(socket, "/session/v1/snapshot", "\"none\"");
  return http.Post(socket, absl::StrCat("/session/v1/panes/", place.pane(), "/steer"),
                   absl::StrCat("{\"requestId\":\"", request.request_id(),
                                "\",\"epoch\":\"e-floor\",\"turn\":\"", request.steer().turn(),
                                "\",\"text\":\"", request.steer().text(), "\"}"));
}

}  // namespace collie::bench

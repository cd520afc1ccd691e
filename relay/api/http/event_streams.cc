#include "relay/api/http/event_streams.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "relay/api/http/crew_text.h"
#include "relay/api/http/error_reply.h"
#include "relay/api/http/event_stream.h"

namespace collie::relay {
namespace {

// Of the rows of one event: with the names around them it stays under 1 MiB.
constexpr size_t kRowBytes = 512 << 10;

CrewNames NamesOf(const CrewView& view) {
  ViewFilter nobody;
  nobody.member = "-";  // no member's id
  CrewSnapshot names = view.Snapshot(nobody);
  return {std::move(names.incarnation), std::move(names.crew_id), std::move(names.crew_name)};
}

absl::StatusOr<v1::WatchRequest> ReadRequest(const ApiCall& call) {
  v1::WatchRequest request;
  request.set_member(call.target.Query("member"));
  request.set_source(call.target.Query("source"));
  request.set_pane(call.target.Query("pane"));
  const bool has_holders = (request.pane().empty() || !request.source().empty()) &&
                           (request.source().empty() || !request.member().empty());
  const bool is_name = (request.member().empty() || ids::IsName(request.member())) &&
                       (request.source().empty() || ids::IsName(request.source())) &&
                       (request.pane().empty() || ids::IsWireId(request.pane()));
  if (!has_holders || !is_name) {
    return absl::InvalidArgumentError(
        "Name a member, or a member and a source, or a member, a source and a pane.");
  }
  const std::string& passive = call.target.Query("passive");
  if (!passive.empty() && passive != "1" && passive != "0") {
    return absl::InvalidArgumentError("The field passive must be 1 or 0.");
  }
  request.set_passive(passive == "1");
  const std::string* last = call.request.Header("last-event-id");
  if (last != nullptr && !last->empty()) *request.mutable_resume() = ReadEventId(*last);
  return request;
}

http_server::Reply StreamHead() {
  // The header asks nginx not to hold events back.
  return {200, "text/event-stream; charset=utf-8", "", {{"X-Accel-Buffering", "no"}}};
}

}  // namespace

EventStreams::EventStreams(Sources sources, Bounds bounds)
    : sources_(std::move(sources)), bounds_(bounds), names_(NamesOf(sources_.view)) {}

EventStreams::~EventStreams() = default;

uint64_t EventStreams::TakePlace(const std::string& device) {
  absl::MutexLock lock(&mu_);
  size_t& count = counts_[device];
  if (open_.size() >= bounds_.all || count >= bounds_.per_device) return 0;
  ++count;
  open_[next_] = {device, nullptr};
  return next_++;
}

void EventStreams::Forget(uint64_t number) {
  absl::MutexLock lock(&mu_);
  auto found = open_.extract(number);
  if (found.empty()) return;
  const auto count = counts_.find(found.mapped().device);
  if (--count->second == 0) counts_.erase(count);
}

void EventStreams::Begin(const ApiCall& call, const http_server::Responder& responder) {
  const absl::StatusOr<v1::WatchRequest> request = ReadRequest(call);
  if (!request.ok()) return responder.Send(BadRequest(request.status().message()));
  const uint64_t number = TakePlace(call.caller.device);
  if (number == 0) return responder.Send(OverloadedReply());

  WatchFeed feed({sources_.view, sources_.receipts, sources_.clock}, *request, RowJson, kRowBytes);
  const ids::ConversationKey scope = feed.Scope();
  auto stream = std::make_shared<EventStream>(std::move(feed),
                                              EventWriter(names_, request->has_resume(), encoded_),
                                              executor_, sources_.clock);
  const uint64_t waiting =
      sources_.notifier.Add(scope, {Topic::kRows, Topic::kReceipts, Topic::kTick}, stream);
  const uint64_t look =
      request->passive()
          ? 0
          : sources_.interest.Add({request->member(), request->source(), request->pane()});
  {
    absl::MutexLock lock(&mu_);
    open_[number].stream = stream;
  }
  const auto on_closed = [this, stream, number, waiting, look] {
    stream->OnClosed();
    sources_.notifier.Drop(waiting);
    if (look != 0) sources_.interest.Drop(look);
    Forget(number);
  };
  stream->Attach(
      responder.BeginStream(StreamHead(), {[stream] { stream->OnDrained(); }, on_closed}));
  // One that was revoked since its credential was checked: revoking ends only streams it knows.
  if (!sources_.is_live(call.caller.device)) stream->End();
}

void EventStreams::End(const std::string& device) {
  std::vector<std::shared_ptr<EventStream>> ending;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [number, open] : open_) {
      const bool is_meant = device.empty() || open.device == device;
      if (is_meant && open.stream != nullptr) ending.push_back(open.stream);
    }
  }
  for (const auto& stream : ending) stream->End();
}

void EventStreams::Tick() {
  std::vector<std::string> devices;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [device, count] : counts_) devices.push_back(device);
  }
  for (const std::string& device : devices) {
    if (!sources_.is_live(device)) End(device);
  }
}

size_t EventStreams::count() const {
  absl::MutexLock lock(&mu_);
  return open_.size();
}

}  // namespace collie::relay

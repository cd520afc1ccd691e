#include "relay/api/grpc/dashboard_service.h"

#include <utility>
#include <vector>

#include "crew/status/grpc_status.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"
#include "crew/text/limits.h"
#include "relay/api/grpc/act_error.h"
#include "relay/api/grpc/unreadable_message.h"
#include "relay/api/grpc/watch_frame.h"
#include "relay/watch/conversation_feed.h"
#include "relay/watch/receipt_page.h"
#include "relay/watch/watch_feed.h"

namespace collie::relay {
namespace {

constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;  // of one reply
constexpr size_t kLongestCursor = 512;
constexpr absl::Duration kHistoryWait = absl::Seconds(12);  // above the wire's deadline of a read

// A stream that is refused before it begins.
class RefusedStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit RefusedStream(const absl::Status& status) { Finish(status::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

// Reads a request of a method that takes bytes.
template <typename Request>
absl::StatusOr<Request> ReadRequest(const grpc::ByteBuffer& bytes) {
  Request request;
  grpc::ByteBuffer read = bytes;
  const grpc::Status parsed = grpc::SerializationTraits<Request>::Deserialize(&read, &request);
  if (!parsed.ok()) return UnreadableMessage();
  return request;
}

// Names as long as they like would be kept as long as the stream.
absl::Status CheckFilter(const v1::WatchRequest& request) {
  const bool is_good = (request.member().empty() || ids::IsName(request.member())) &&
                       (request.source().empty() || ids::IsName(request.source())) &&
                       (request.pane().empty() || ids::IsWireId(request.pane()));
  if (is_good) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "A watch names a member's id, a source's name and a pane's id, or leaves them empty.");
}

// Ends a call that has one reply.
grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext& context, const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = context.DefaultReactor();
  reactor->Finish(status::ToGrpc(status));
  return reactor;
}

absl::Status TooManyReads() { return absl::ResourceExhaustedError("Too many reads at once."); }

}  // namespace

absl::StatusOr<DashboardService::Call> DashboardService::Admit(
    std::string_view method, const grpc::CallbackServerContext& context) const {
  COLLIE_ASSIGN_OR_RETURN(PeerIdentity peer, peers_.Admit(method, context));
  return Call{method, context, std::move(peer.caller)};
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* DashboardService::Begin(const Call& call,
                                                                    const Subject& subject,
                                                                    FeedStream::Feed feed) {
  auto ended = std::make_shared<std::function<void()>>();
  auto stream = std::make_shared<FeedStream>(
      std::move(feed), [this, ended](const std::shared_ptr<FeedStream>& over) {
        (*ended)();
        RemoveStream(over);
      });
  if (!AddStream(call, stream)) {
    return new RefusedStream(
        absl::ResourceExhaustedError("This device has too many streams: end one first."));
  }
  const uint64_t look = subject.looks_at ? targets_.interest.Add(*subject.looks_at) : 0;
  const uint64_t waiting = targets_.notifier.Add(subject.scope, subject.topics, stream);
  *ended = [this, look, waiting] {
    targets_.notifier.Drop(waiting);
    if (look != 0) targets_.interest.Drop(look);
  };
  // A device that was revoked since the first check is found now: revoking ends only streams it
  // knows.
  const auto still = peers_.Admit(call.method, call.context);
  if (!still.ok()) stream->End(still.status());
  if (call.context.IsCancelled()) stream->End(absl::CancelledError("The watcher went away."));
  stream->Notify();
  return stream.get();
}

bool DashboardService::AddStream(const Call& call, const std::shared_ptr<FeedStream>& stream) {
  absl::MutexLock lock(&mu_);
  size_t& count = streams_of_[call.caller.device];
  if (count >= kStreamsOfDevice) return false;
  ++count;
  streams_[stream] = call.caller.device;
  return true;
}

void DashboardService::RemoveStream(const std::shared_ptr<FeedStream>& stream) {
  absl::MutexLock lock(&mu_);
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return;
  const auto count = streams_of_.find(found->second);
  if (--count->second == 0) streams_of_.erase(count);
  streams_.erase(found);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* DashboardService::Watch(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* bytes) {
  const absl::StatusOr<Call> call = Admit(method::kWatch, *context);
  if (!call.ok()) return new RefusedStream(call.status());
  const absl::StatusOr<v1::WatchRequest> request = ReadRequest<v1::WatchRequest>(*bytes);
  if (!request.ok()) return new RefusedStream(request.status());
  const absl::Status good = CheckFilter(*request);
  if (!good.ok()) return new RefusedStream(good);
  auto watch = std::make_shared<WatchFeed>(
      WatchFeed::Sources{targets_.view, targets_.receipts, targets_.clock}, *request,
      [](const CrewRow& row, clock::Steady base) { return row.Wire(base); });
  const auto feed = [this, watch]() -> absl::StatusOr<std::optional<grpc::ByteBuffer>> {
    const std::optional<WatchStep> step = watch->Next();
    if (!step) return std::nullopt;
    return WatchFrame(*step, targets_.clock.Now());
  };
  const ids::ConversationKey look{request->member(), request->source(), request->pane()};
  Subject subject{watch->Scope(), {Topic::kRows, Topic::kReceipts, Topic::kTick}, look};
  if (request->passive()) subject.looks_at.reset();
  return Begin(*call, subject, feed);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* DashboardService::WatchConversation(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* bytes) {
  const absl::StatusOr<Call> call = Admit(method::kWatchConversation, *context);
  if (!call.ok()) return new RefusedStream(call.status());
  const auto request = ReadRequest<v1::WatchConversationRequest>(*bytes);
  if (!request.ok()) return new RefusedStream(request.status());
  const ids::ConversationKey key = ids::ConversationKey::From(request->conversation());
  const absl::Status listed = targets_.cache.CheckListed(key);
  if (!listed.ok()) return new RefusedStream(listed);
  // One that no event gave gets the whole.
  std::string cursor = request->cursor().size() <= kLongestCursor ? request->cursor() : "";
  auto reader = std::make_shared<ConversationFeed>(targets_.cache, key, std::move(cursor));
  const auto feed = [reader]() -> absl::StatusOr<std::optional<grpc::ByteBuffer>> {
    COLLIE_ASSIGN_OR_RETURN(const std::optional<ConversationStep> step, reader->Next());
    if (!step) return std::nullopt;
    return ConversationFrame(*step);
  };
  return Begin(*call, {key, {Topic::kRows, Topic::kConversation}, key}, feed);
}

grpc::ServerUnaryReactor* DashboardService::ReadHistory(grpc::CallbackServerContext* context,
                                                        const v1::ReadHistoryRequest* request,
                                                        v1::ReadHistoryReply* reply) {
  const absl::StatusOr<Call> call = Admit(method::kReadHistory, *context);
  if (!call.ok()) return Finish(*context, call.status());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const bool taken = targets_.blocking.Run([this, reactor, request, reply] {
    absl::StatusOr<v1::ReadHistoryReply> page = targets_.api.ReadHistory(*request, kHistoryWait);
    absl::Status end = page.status();
    if (page.ok() && page->ByteSizeLong() > kMostBytes) {
      end = status::WithReason(
          absl::ResourceExhaustedError("This page is too large: ask with a smaller limit."),
          status::kTooLarge);
    } else if (page.ok()) {
      *reply = *std::move(page);
    }
    reactor->Finish(status::ToGrpc(end));
  });
  if (!taken) reactor->Finish(status::ToGrpc(TooManyReads()));
  return reactor;
}

grpc::ServerUnaryReactor* DashboardService::Act(grpc::CallbackServerContext* context,
                                                const v1::ActRequest* request, v1::Receipt* reply) {
  const absl::StatusOr<Call> call = Admit(method::kAct, *context);
  if (!call.ok()) return Finish(*context, call.status());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  targets_.api.Act(call->caller, *request, [reactor, reply](ActReply answer) {
    const absl::Status end = ErrorOf(answer);
    if (answer.receipt) *reply = *std::move(answer.receipt);
    reactor->Finish(status::ToGrpc(end));
  });
  return reactor;
}

grpc::ServerUnaryReactor* DashboardService::ListReceipts(grpc::CallbackServerContext* context,
                                                         const v1::ListReceiptsRequest* request,
                                                         v1::ListReceiptsReply* reply) {
  const absl::StatusOr<Call> call = Admit(method::kListReceipts, *context);
  if (!call.ok()) return Finish(*context, call.status());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const bool taken = targets_.blocking.Run([this, reactor, request, reply] {
    absl::StatusOr<v1::ListReceiptsReply> page = ReceiptPage(
        [this](const v1::ListReceiptsRequest& page) { return targets_.api.ListReceipts(page); },
        *request);
    if (page.ok()) *reply = *std::move(page);
    reactor->Finish(status::ToGrpc(page.status()));
  });
  if (!taken) reactor->Finish(status::ToGrpc(TooManyReads()));
  return reactor;
}

void DashboardService::EndStreams(const std::string& device, const absl::Status& status) {
  std::vector<std::shared_ptr<FeedStream>> ending;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [stream, owner] : streams_) {
      if (device.empty() || owner == device) ending.push_back(stream);
    }
  }
  for (const auto& stream : ending) stream->End(status);
}

void DashboardService::Tick(const std::function<bool(const std::string&)>& is_live) {
  std::vector<std::string> devices;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [device, streams] : streams_of_) devices.push_back(device);
  }
  for (const std::string& device : devices) {
    if (is_live(device)) continue;
    EndStreams(device,
               absl::UnauthenticatedError("The life of this device is over: pair it anew."));
  }
}

}  // namespace collie::relay

#include "relay/api/grpc/dashboard_service.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "crew/status/grpc_status.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"
#include "crew/text/limits.h"
#include "relay/api/grpc/act_error.h"
#include "relay/watch/conversation_feed.h"
#include "relay/watch/receipt_page.h"
#include "relay/watch/watch_feed.h"

namespace collie::relay {
namespace {

constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;  // of one reply
constexpr absl::Duration kHistoryWait = absl::Seconds(12);   // above the wire's deadline of a read

// A stream that is refused before it begins.
template <typename Event>
class RefusedWrites final : public grpc::ServerWriteReactor<Event> {
 public:
  explicit RefusedWrites(const absl::Status& status) { this->Finish(status::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

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

template <typename Event>
grpc::ServerWriteReactor<Event>* DashboardService::Begin(const Call& call,
                                                         const ids::ConversationKey& look,
                                                         bool passive,
                                                         Streams<Event> DashboardService::*streams,
                                                         typename FeedStream<Event>::Feed feed) {
  const uint64_t looking = passive ? 0 : targets_.interest.Add(look);
  auto stream = std::make_shared<FeedStream<Event>>(
      std::move(feed), [this, looking, streams](const std::shared_ptr<FeedStream<Event>>& over) {
        if (looking != 0) targets_.interest.Drop(looking);
        absl::MutexLock lock(&mu_);
        (this->*streams).erase(over);
      });
  bool too_many = false;
  {
    absl::MutexLock lock(&mu_);
    too_many = StreamsOfLocked(call.caller.device) >= kStreamsOfDevice;
    if (!too_many) (this->*streams)[stream] = call.caller.device;
  }
  if (too_many) {
    if (looking != 0) targets_.interest.Drop(looking);
    return new RefusedWrites<Event>(
        absl::ResourceExhaustedError("This device has too many streams: end one first."));
  }
  targets_.notifier.Add(stream);
  // A device that was revoked since the first check is found now: revoking ends only streams it
  // knows.
  const auto still = peers_.Admit(call.method, call.context);
  if (!still.ok()) stream->End(still.status());
  stream->Notify();
  return stream.get();
}

grpc::ServerWriteReactor<v1::WatchEvent>* DashboardService::Watch(
    grpc::CallbackServerContext* context, const v1::WatchRequest* request) {
  const absl::StatusOr<Call> call = Admit(method::kWatch, *context);
  if (!call.ok()) return new RefusedWrites<v1::WatchEvent>(call.status());
  auto watch = std::make_shared<WatchFeed>(targets_.view, *request);
  auto seen = std::make_shared<uint64_t>(targets_.receipts.count());
  const auto feed = [this, watch, seen]() -> absl::StatusOr<std::optional<v1::WatchEvent>> {
    for (const v1::Receipt& receipt : targets_.receipts.Since(seen.get())) watch->Add(receipt);
    return watch->Next();
  };
  return Begin<v1::WatchEvent>(*call, {request->member(), request->source(), request->pane()},
                               request->passive(), &DashboardService::watches_, feed);
}

grpc::ServerWriteReactor<v1::ConversationEvent>* DashboardService::WatchConversation(
    grpc::CallbackServerContext* context, const v1::WatchConversationRequest* request) {
  const absl::StatusOr<Call> call = Admit(method::kWatchConversation, *context);
  if (!call.ok()) return new RefusedWrites<v1::ConversationEvent>(call.status());
  const ids::ConversationKey key = ids::ConversationKey::From(request->conversation());
  auto reader = std::make_shared<ConversationFeed>(targets_.cache, key, request->cursor());
  const absl::StatusOr<v1::ConversationEvent> listed = targets_.cache.Now(key, request->cursor());
  if (!listed.ok()) return new RefusedWrites<v1::ConversationEvent>(listed.status());
  return Begin<v1::ConversationEvent>(*call, key, /*passive=*/false,
                                      &DashboardService::conversations_,
                                      [reader] { return reader->Next(); });
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
  std::vector<std::shared_ptr<FeedStream<v1::WatchEvent>>> watches;
  std::vector<std::shared_ptr<FeedStream<v1::ConversationEvent>>> conversations;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [stream, owner] : watches_) {
      if (device.empty() || owner == device) watches.push_back(stream);
    }
    for (const auto& [stream, owner] : conversations_) {
      if (device.empty() || owner == device) conversations.push_back(stream);
    }
  }
  for (const auto& stream : watches) stream->End(status);
  for (const auto& stream : conversations) stream->End(status);
}

void DashboardService::Tick(const std::function<bool(const std::string&)>& is_live) {
  std::set<std::string> devices;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [stream, device] : watches_) devices.insert(device);
    for (const auto& [stream, device] : conversations_) devices.insert(device);
  }
  for (const std::string& device : devices) {
    if (is_live(device)) continue;
    EndStreams(device,
               absl::UnauthenticatedError("The life of this device is over: pair it anew."));
  }
}

size_t DashboardService::StreamsOfLocked(const std::string& device) const {
  const auto of_device = [&](const auto& entry) { return entry.second == device; };
  return static_cast<size_t>(
      std::count_if(watches_.begin(), watches_.end(), of_device) +
      std::count_if(conversations_.begin(), conversations_.end(), of_device));
}

}  // namespace collie::relay

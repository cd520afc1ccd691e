#ifndef COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_
#define COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/threads/blocking_calls.h"
#include "relay/access/caller.h"
#include "relay/api/grpc/feed_stream.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/merge/crew_view.h"
#include "relay/service/crew_api.h"
#include "relay/watch/conversation_cache.h"
#include "relay/watch/interest.h"
#include "relay/watch/notifier.h"
#include "relay/watch/receipt_news.h"

namespace collie::relay {

// What dashboards' streams are made of. All outlive every stream.
struct WatchTargets {
  CrewView& view;
  ConversationCache& cache;
  Interest& interest;
  Notifier& notifier;
  ReceiptNews& receipts;
  CrewApi& api;
  threads::BlockingCalls& blocking;
};

// The gRPC API of dashboards; one instance a server. Thread-safe.
class DashboardService final : public v1::Dashboard::CallbackService {
 public:
  static constexpr size_t kStreamsOfDevice = 64;

  // `peers` outlives the service.
  DashboardService(WatchTargets targets, const PeerAuthenticator& peers)
      : targets_(targets), peers_(peers) {}

  grpc::ServerWriteReactor<v1::WatchEvent>* Watch(grpc::CallbackServerContext* context,
                                                  const v1::WatchRequest* request) override;
  grpc::ServerWriteReactor<v1::ConversationEvent>* WatchConversation(
      grpc::CallbackServerContext* context, const v1::WatchConversationRequest* request) override;
  grpc::ServerUnaryReactor* ReadHistory(grpc::CallbackServerContext* context,
                                        const v1::ReadHistoryRequest* request,
                                        v1::ReadHistoryReply* reply) override;
  grpc::ServerUnaryReactor* Act(grpc::CallbackServerContext* context, const v1::ActRequest* request,
                                v1::Receipt* reply) override;
  grpc::ServerUnaryReactor* ListReceipts(grpc::CallbackServerContext* context,
                                         const v1::ListReceiptsRequest* request,
                                         v1::ListReceiptsReply* reply) override;

  // Ends the streams of a device that was revoked; of all devices with an empty label.
  void EndStreams(const std::string& device, const absl::Status& status);
  // Ends the streams of devices that are not live any more, since a life ends without a call. About
  // once a second.
  void Tick(const std::function<bool(const std::string& device)>& is_live);

 private:
  // A call that was admitted.
  struct Call {
    std::string_view method;
    const grpc::CallbackServerContext& context;
    Caller caller;
  };
  absl::StatusOr<Call> Admit(std::string_view method,
                             const grpc::CallbackServerContext& context) const;

  template <typename Event>
  using Streams = std::map<std::shared_ptr<FeedStream<Event>>, std::string>;  // with their device

  template <typename Event>
  grpc::ServerWriteReactor<Event>* Begin(const Call& call, const ids::ConversationKey& look,
                                         bool passive, Streams<Event> DashboardService::*streams,
                                         typename FeedStream<Event>::Feed feed);
  size_t StreamsOfLocked(const std::string& device) const ABSL_SHARED_LOCKS_REQUIRED(mu_);

  const WatchTargets targets_;
  const PeerAuthenticator& peers_;
  absl::Mutex mu_;
  Streams<v1::WatchEvent> watches_ ABSL_GUARDED_BY(mu_);
  Streams<v1::ConversationEvent> conversations_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_

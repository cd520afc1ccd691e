#ifndef COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_
#define COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/clock/clock.h"
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
  const clock::Clock& clock;
};

// The methods of which it answers: streams write bytes that were encoded once for all of them.
using DashboardMethods = v1::Dashboard::WithRawCallbackMethod_Watch<
    v1::Dashboard::WithRawCallbackMethod_WatchConversation<
        v1::Dashboard::WithCallbackMethod_ReadHistory<v1::Dashboard::WithCallbackMethod_Act<
            v1::Dashboard::WithCallbackMethod_ListReceipts<v1::Dashboard::Service>>>>>;

// The gRPC API of dashboards; one instance a server. Thread-safe.
class DashboardService final : public DashboardMethods {
 public:
  static constexpr size_t kStreamsOfDevice = 64;

  // `peers` outlives the service.
  DashboardService(WatchTargets targets, const PeerAuthenticator& peers)
      : targets_(targets), peers_(peers) {}

  // Streams of v1::WatchEvent for a v1::WatchRequest, and of v1::ConversationEvent for a
  // v1::WatchConversationRequest, as bytes.
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* WatchConversation(
      grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) override;
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

  using Streams = std::map<std::shared_ptr<FeedStream>, std::string>;  // with their device

  // What a stream is about, beside its feed.
  struct Subject {
    ids::ConversationKey scope;                    // what it is notified of
    std::set<Topic> topics;                        // and which news of that
    std::optional<ids::ConversationKey> looks_at;  // what its agent is polled faster for
  };

  grpc::ServerWriteReactor<grpc::ByteBuffer>* Begin(const Call& call, const Subject& subject,
                                                    FeedStream::Feed feed);
  // Whether the device may have one more.
  bool AddStream(const Call& call, const std::shared_ptr<FeedStream>& stream);
  void RemoveStream(const std::shared_ptr<FeedStream>& stream);

  const WatchTargets targets_;
  const PeerAuthenticator& peers_;
  absl::Mutex mu_;
  Streams streams_ ABSL_GUARDED_BY(mu_);
  std::map<std::string, size_t> streams_of_ ABSL_GUARDED_BY(mu_);  // by device
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_DASHBOARD_SERVICE_H_

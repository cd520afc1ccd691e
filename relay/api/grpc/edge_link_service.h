#ifndef COLLIE_RELAY_API_GRPC_EDGE_LINK_SERVICE_H_
#define COLLIE_RELAY_API_GRPC_EDGE_LINK_SERVICE_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.grpc.pb.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/link/edge_session.h"

namespace collie::relay {

class EdgeStream;

// The link's gRPC shell: one EdgeSession a stream. Thread-safe.
class EdgeLinkService final : public v1::EdgeLink::CallbackService {
 public:
  // A member attaches; it may be new. Called before its stream begins.
  using OnAttach = std::function<void(const std::string& member)>;

  // `peers` outlives the service.
  EdgeLinkService(LinkTargets targets, const PeerAuthenticator& peers, OnAttach on_attach);
  ~EdgeLinkService() override;

  grpc::ServerBidiReactor<v1::EdgeFrame, v1::RelayFrame>* Attach(
      grpc::CallbackServerContext* context) override;

  // Heartbeats and silences. Call about once a second.
  void Tick();

 private:
  friend class EdgeStream;
  void Forget(const std::shared_ptr<EdgeStream>& stream);
  std::shared_ptr<ReadBudget> BudgetOf(const std::string& member);

  const LinkTargets targets_;
  const PeerAuthenticator& peers_;
  const OnAttach on_attach_;
  absl::Mutex mu_;
  std::set<std::shared_ptr<EdgeStream>> streams_ ABSL_GUARDED_BY(mu_);
  // One a member, so that a new stream has no budget of its own.
  std::map<std::string, std::weak_ptr<ReadBudget>> budgets_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_EDGE_LINK_SERVICE_H_

#ifndef COLLIE_RELAY_LINK_EDGE_LINK_SERVICE_H_
#define COLLIE_RELAY_LINK_EDGE_LINK_SERVICE_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.grpc.pb.h"
#include "relay/link/edge_session.h"

namespace collie::relay {

class EdgeStream;

// The link's gRPC shell: one EdgeSession a stream. Thread-safe.
class EdgeLinkService final : public v1::EdgeLink::CallbackService {
 public:
  // The member whose listed certificate made the call; UNAUTHENTICATED otherwise.
  using MemberOf = std::function<absl::StatusOr<std::string>(const grpc::CallbackServerContext&)>;

  EdgeLinkService(LinkTargets targets, MemberOf member_of);
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
  const MemberOf member_of_;
  absl::Mutex mu_;
  std::set<std::shared_ptr<EdgeStream>> streams_ ABSL_GUARDED_BY(mu_);
  // One a member, so that a new stream has no budget of its own.
  std::map<std::string, std::weak_ptr<ReadBudget>> budgets_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_EDGE_LINK_SERVICE_H_

#include "relay/api/grpc/edge_link_service.h"

#include <utility>
#include <vector>

#include "crew/status/grpc_status.h"
#include "relay/api/grpc/edge_stream.h"

namespace collie::relay {
namespace {

// A stream that is refused before it begins.
class RefusedStream final : public grpc::ServerBidiReactor<v1::EdgeFrame, v1::RelayFrame> {
 public:
  explicit RefusedStream(const absl::Status& status) { Finish(status::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

}  // namespace

EdgeLinkService::EdgeLinkService(LinkTargets targets, const PeerAuthenticator& peers,
                                 OnAttach on_attach)
    : targets_(std::move(targets)), peers_(peers), on_attach_(std::move(on_attach)) {}

EdgeLinkService::~EdgeLinkService() = default;

grpc::ServerBidiReactor<v1::EdgeFrame, v1::RelayFrame>* EdgeLinkService::Attach(
    grpc::CallbackServerContext* context) {
  absl::StatusOr<PeerIdentity> peer = peers_.Admit(method::kAttach, *context);
  if (!peer.ok()) return new RefusedStream(peer.status());
  on_attach_(peer->member);
  auto budget = BudgetOf(peer->member);
  auto stream = std::make_shared<EdgeStream>(*this, *context, std::move(peer->member), targets_,
                                             std::move(budget));
  {
    absl::MutexLock lock(&mu_);
    streams_.insert(stream);
  }
  stream->Begin();
  // A member that was removed since the first check is found now: its removal ends only streams it
  // knows.
  if (!peers_.Admit(method::kAttach, *context).ok()) {
    stream->End(absl::UnauthenticatedError("This member was removed from the crew."));
  }
  return stream.get();
}

void EdgeLinkService::Tick() {
  std::vector<std::shared_ptr<EdgeStream>> streams;
  {
    absl::MutexLock lock(&mu_);
    streams.assign(streams_.begin(), streams_.end());
  }
  for (const auto& stream : streams) stream->Tick();
}

std::shared_ptr<ReadBudget> EdgeLinkService::BudgetOf(const std::string& member) {
  absl::MutexLock lock(&mu_);
  std::erase_if(budgets_, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<ReadBudget>& known = budgets_[member];
  std::shared_ptr<ReadBudget> budget = known.lock();
  if (!budget) known = budget = std::make_shared<ReadBudget>();
  return budget;
}

void EdgeLinkService::Forget(const std::shared_ptr<EdgeStream>& stream) {
  absl::MutexLock lock(&mu_);
  streams_.erase(stream);
}

}  // namespace collie::relay

#include "edge/edge.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/config/env_file.h"
#include "crew/config/sources_file.h"
#include "crew/identity/authority.h"
#include "crew/identity/identity_folder.h"
#include "crew/journal/instance_lock.h"
#include "crew/journal/private_folder.h"
#include "crew/local/grpc_local.h"
#include "crew/local/local_listener.h"
#include "crew/log/log.h"
#include "crew/retention/upkeep.h"
#include "crew/rpc/lead_credentials.h"
#include "crew/rpc/server_shutdown.h"
#include "crew/status/status_macros.h"
#include "crew/threads/periodic.h"
#include "crew/version/version.h"
#include "edge/acts/act_runner.h"
#include "edge/acts/outbox.h"
#include "edge/control/control_service.h"
#include "edge/sources/agent_processes.h"
#include "edge/sources/agents.h"
#include "edge/sources/sources.h"
#include "edge/sources/sources_watcher.h"
#include "edge/store/sqlite_edge_store.h"
#include "edge/uplink/host_id.h"
#include "edge/uplink/uplink.h"
#include "edge/view/host_view.h"

namespace collie::edge {
namespace {

constexpr threads::FairPool::Options kHistory = {
    .name = "history", .threads = 16, .per_lane = 2, .queue = 256};
constexpr size_t kBootBytes = 8;
constexpr char kMachineId[] = "/etc/machine-id";
constexpr absl::Duration kShutdown = absl::Seconds(2);

absl::StatusOr<identity::Identity> ReadIdentity(const EdgeConfig& config) {
  const identity::IdentityFolder folder(config.paths.edge_identity(),
                                        identity::IdentityKind::kMember);
  absl::StatusOr<identity::Identity> identity = folder.Read();
  if (absl::IsNotFound(identity.status())) {
    return absl::FailedPreconditionError(
        absl::StrCat("this host is no member of a crew yet (nothing in ",
                     config.paths.edge_identity().string(), "): start `collie up` once."));
  }
  return identity;
}

}  // namespace

// In the order of their start.
class Edge::Components {
 public:
  Components(const clock::Clock& clock, ids::RandomSource& random)
      : clock_(clock), random_(random) {}
  ~Components() { Stop(); }

  absl::Status Start(const EdgeConfig& config);

 private:
  absl::Status StartSources(const EdgeConfig& config);
  void StartLink(const identity::Identity& identity);
  absl::Status OpenControl(const EdgeConfig& config);
  void StartUpkeep(const RetentionOptions& retention);
  void Stop();

  const clock::Clock& clock_;
  ids::RandomSource& random_;
  std::optional<journal::InstanceLock> lock_;
  std::unique_ptr<SqliteEdgeStore> store_;
  std::unique_ptr<HostView> view_;
  Interest interest_;
  std::unique_ptr<Sources> sources_;
  std::unique_ptr<SourcesWatcher> watcher_;
  std::unique_ptr<Agents> agents_;
  std::unique_ptr<Outbox> outbox_;
  std::unique_ptr<threads::BlockingCalls> disk_;
  std::unique_ptr<threads::FairPool> history_;
  std::unique_ptr<AckQueue> acks_;
  std::unique_ptr<ActRunner> acts_;
  std::unique_ptr<Uplink> uplink_;
  std::unique_ptr<ControlService> control_;
  std::unique_ptr<grpc::Server> control_server_;
  std::unique_ptr<local::LocalListener> listener_;
  std::unique_ptr<AgentProcesses> agent_processes_;  // as upkeep_
  std::unique_ptr<retention::Upkeep> upkeep_;        // of the thread below alone, while that runs
  std::unique_ptr<threads::Periodic> upkeep_thread_;
};

absl::StatusOr<std::unique_ptr<Edge>> Edge::Start(const EdgeConfig& config,
                                                  const clock::Clock& clock,
                                                  ids::RandomSource& random) {
  auto components = std::make_unique<Components>(clock, random);
  COLLIE_RETURN_IF_ERROR(components->Start(config));
  return std::unique_ptr<Edge>(new Edge(std::move(components)));
}

Edge::Edge(std::unique_ptr<Components> components) : components_(std::move(components)) {}
Edge::~Edge() = default;

absl::Status Edge::Components::Start(const EdgeConfig& config) {
  COLLIE_RETURN_IF_ERROR(config.retention.Validate());
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(config.paths.edge_dir()));
  COLLIE_ASSIGN_OR_RETURN(journal::InstanceLock lock,
                          journal::InstanceLock::Acquire(config.paths.edge_lock()));
  lock_.emplace(std::move(lock));
  COLLIE_ASSIGN_OR_RETURN(const identity::Identity identity, ReadIdentity(config));
  COLLIE_ASSIGN_OR_RETURN(store_,
                          SqliteEdgeStore::Open(config.paths.edge_store(), clock_, random_));
  COLLIE_RETURN_IF_ERROR(StartSources(config));
  StartLink(identity);
  agent_processes_ = std::make_unique<AgentProcesses>(config.paths.edge_agents());
  agent_processes_->Check(sources_->entries());
  COLLIE_RETURN_IF_ERROR(OpenControl(config));
  StartUpkeep(config.retention);
  return absl::OkStatus();
}

void Edge::Components::StartUpkeep(const RetentionOptions& retention) {
  retention::Upkeep::Work work;
  work.count = [this] { return store_->CountService(); };
  work.compact = [this, age = retention.attempts] { return store_->Compact(age); };
  upkeep_ = std::make_unique<retention::Upkeep>(clock_, retention.compact_every, std::move(work));
  upkeep_thread_ = std::make_unique<threads::Periodic>("upkeep", absl::Seconds(1), [this] {
    agent_processes_->Check(sources_->entries());
    upkeep_->Tick();
  });
}

absl::Status Edge::Components::StartSources(const EdgeConfig& config) {
  bool tightened = false;
  COLLIE_ASSIGN_OR_RETURN(std::vector<config::SourceEntry> entries,
                          config::LoadSources(config.paths.sources_file(), &tightened));
  if (tightened) {
    log::Warn("sources", absl::StrCat(config.paths.sources_file().string(),
                                      " could be read by others; it is 0600 now."));
  }
  view_ = std::make_unique<HostView>(clock_);
  sources_ = std::make_unique<Sources>(clock_, *view_, interest_);
  agents_ = std::make_unique<Agents>(clock_, *sources_, *view_);
  sources_->Apply(entries);
  watcher_ = std::make_unique<SourcesWatcher>(
      config.paths.sources_file(), std::move(entries),
      [this](const std::vector<config::SourceEntry>& changed) { sources_->Apply(changed); });
  return watcher_->Start();
}

void Edge::Components::StartLink(const identity::Identity& identity) {
  outbox_ = std::make_unique<Outbox>(*store_);
  disk_ = std::make_unique<threads::BlockingCalls>(1, "disk");
  acks_ = std::make_unique<AckQueue>(*outbox_, *disk_);
  history_ = std::make_unique<threads::FairPool>(kHistory);
  ActEvents events;
  events.tell = [this](const v1::ActResult& result) { uplink_->ReportResult(result); };
  events.poll_now = [this](const std::string& source, const std::string& pane) {
    sources_->PollAfterAct(source, pane);
  };
  acts_ =
      std::make_unique<ActRunner>(*store_, *agents_, clock_, std::move(events), ActRunnerOptions{});
  UplinkTargets targets{
      .view = *view_,
      .store = *store_,
      .acts = *acts_,
      .outbox = *outbox_,
      .acks = *acks_,
      .disk = *disk_,
      .history = *history_,
      .interest = [this](const v1::Interest& interest) { interest_.Set(interest); },
      .read_history = [this](const v1::HistoryRead& read) { return agents_->ReadHistory(read); },
      .version = std::string(version::kVersion),
      .boot = random_.Hex(kBootBytes),
      .host = HostId(kMachineId, identity.authority, config::ProcessEnvironment()),
  };
  Uplink::Options options;
  options.address = identity.link_address;
  options.lead = rpc::MakeLeadCredentials(identity);
  uplink_ = std::make_unique<Uplink>(std::move(options), std::move(targets), clock_, random_);
  view_->SetOnChange([this] { uplink_->Notify(); });
  uplink_->Start();
}

absl::Status Edge::Components::OpenControl(const EdgeConfig& config) {
  grpc::EnableDefaultHealthCheckService(true);
  control_ = std::make_unique<ControlService>(ControlService::Components{
      [this] { return view_->List(); }, [this] { return uplink_->detail(); }});
  grpc::ServerBuilder builder;
  builder.RegisterService(control_.get());
  control_server_ = builder.BuildAndStart();
  if (!control_server_) return absl::UnavailableError("the control socket cannot be opened.");
  COLLIE_ASSIGN_OR_RETURN(
      listener_,
      local::LocalListener::Listen(config.paths.edge_socket(), *lock_, config.paths.edge_agents(),
                                   local::HandTo(*control_server_)));
  return absl::OkStatus();
}

void Edge::Components::Stop() {
  listener_.reset();
  if (control_server_) rpc::ShutDown(*control_server_, kShutdown);
  if (watcher_) watcher_->Stop();
  if (agents_) agents_->CancelReads();
  if (acts_) acts_->Drain();  // their results still go up
  if (view_) view_->SetOnChange(nullptr);
  if (sources_) sources_->Stop();
  if (uplink_) uplink_->Stop();
  disk_.reset();
  history_.reset();
  upkeep_thread_.reset();
  upkeep_.reset();
  acts_.reset();
}

}  // namespace collie::edge

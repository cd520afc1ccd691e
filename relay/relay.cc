#include "relay/relay.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/identity/pin.h"
#include "crew/journal/instance_lock.h"
#include "crew/journal/private_folder.h"
#include "crew/log/log.h"
#include "crew/retention/upkeep.h"
#include "crew/status/status_macros.h"
#include "crew/threads/periodic.h"
#include "crew/threads/pool_executor.h"
#include "crew/threads/serial_executor.h"
#include "crew/version/version.h"
#include "relay/access/access_store.h"
#include "relay/api/grpc/grpc_listeners.h"
#include "relay/ask_key.h"
#include "relay/http/http_api.h"
#include "relay/service/crew_port.h"
#include "relay/service/crew_service.h"
#include "relay/store/sqlite_store.h"
#include "relay/store/view_store.h"
#include "relay/ticker.h"

namespace collie::relay {
namespace {

constexpr int kBlockingThreads = 8;
constexpr int kActThreads = 4;  // of the acts' effects, which do not wait: an upper bound of cores
constexpr size_t kIncarnationBytes = 8;
constexpr size_t kCrewIdDigits = 16;
constexpr absl::Duration kFarewell = absl::Seconds(2);

}  // namespace

// In the order of their start; the destructor ends them in reverse. The store is closed before the
// acts end (see ActFlow), and is there until they have.
class Relay::Components {
 public:
  Components(const clock::Clock& clock, ids::RandomSource& random)
      : clock_(clock), random_(random) {}
  ~Components() { Stop(); }

  absl::Status Start(const RelayConfig& config);
  std::string Describe() const;

 private:
  absl::Status OpenStores(const RelayConfig& config);
  absl::Status MakeView(const RelayConfig& config);
  absl::Status MakeActs();
  absl::Status OpenListeners(const RelayConfig& config);
  void StartUpkeep(const RetentionOptions& retention);
  void EverySecond();
  void Stop();

  const clock::Clock& clock_;
  ids::RandomSource& random_;
  std::optional<journal::InstanceLock> lock_;
  std::optional<LeadIdentity> identity_;
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<ViewStore> view_store_;
  std::unique_ptr<journal::GroupCommit> access_store_;
  std::unique_ptr<Roster> roster_;
  std::unique_ptr<Devices> devices_;

  threads::PoolExecutor act_effects_{"acts", kActThreads};
  threads::SerialExecutor notifying_{"notify"};
  Notifier notifier_{notifying_};
  ReceiptNews receipts_;
  std::unique_ptr<Interest> interest_;
  std::unique_ptr<CrewView> view_;
  std::unique_ptr<ConversationCache> cache_;
  std::unique_ptr<MemberStreams> streams_;
  std::unique_ptr<MergedCrewPort> crew_port_;
  std::unique_ptr<Ticker> ticker_;  // the acts wake it until they have ended
  std::unique_ptr<ActFlow> acts_;
  std::unique_ptr<HistoryReads> history_;
  std::unique_ptr<CrewService> service_;
  std::unique_ptr<threads::BlockingCalls> blocking_;
  std::unique_ptr<GrpcListeners> grpc_;
  std::unique_ptr<HttpApi> http_;
  std::unique_ptr<retention::Upkeep> upkeep_;  // of the thread below alone, while that runs
  std::unique_ptr<threads::Periodic> upkeep_thread_;
};

absl::StatusOr<std::unique_ptr<Relay>> Relay::Start(const RelayConfig& config,
                                                    const clock::Clock& clock,
                                                    ids::RandomSource& random) {
  auto components = std::make_unique<Components>(clock, random);
  COLLIE_RETURN_IF_ERROR(components->Start(config));
  return std::unique_ptr<Relay>(new Relay(std::move(components)));
}

Relay::Relay(std::unique_ptr<Components> components) : components_(std::move(components)) {}
Relay::~Relay() = default;
std::string Relay::Describe() const { return components_->Describe(); }

absl::Status Relay::Components::Start(const RelayConfig& config) {
  COLLIE_RETURN_IF_ERROR(config.retention.Validate());
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(config.paths.relay_dir()));
  COLLIE_ASSIGN_OR_RETURN(journal::InstanceLock lock,
                          journal::InstanceLock::Acquire(config.paths.relay_lock()));
  lock_.emplace(std::move(lock));
  COLLIE_ASSIGN_OR_RETURN(LeadIdentity identity,
                          TakeLeadIdentity(config.paths.relay_identity(), random_, clock_,
                                           {config.advertise, config.grpc.host}));
  identity_.emplace(std::move(identity));
  COLLIE_RETURN_IF_ERROR(OpenStores(config));
  COLLIE_RETURN_IF_ERROR(MakeView(config));
  COLLIE_RETURN_IF_ERROR(MakeActs());
  return OpenListeners(config);
}

absl::Status Relay::Components::OpenStores(const RelayConfig& config) {
  COLLIE_ASSIGN_OR_RETURN(store_, SqliteStore::Open(config.paths.relay_store(), clock_, random_));
  COLLIE_ASSIGN_OR_RETURN(view_store_, ViewStore::Open(config.paths.relay_view()));
  COLLIE_ASSIGN_OR_RETURN(access_store_, OpenAccessStore(config.paths.relay_access()));
  COLLIE_ASSIGN_OR_RETURN(roster_, Roster::Load(*access_store_, random_, clock_));
  COLLIE_ASSIGN_OR_RETURN(devices_, Devices::Load(*access_store_, clock_));
  return absl::OkStatus();
}

absl::Status Relay::Components::MakeView(const RelayConfig& config) {
  CrewView::Options options;
  options.incarnation = random_.Hex(kIncarnationBytes);
  COLLIE_ASSIGN_OR_RETURN(options.crew_id,
                          identity::PinOfCertificate(identity_->authority.certificate()));
  options.crew_id.resize(kCrewIdDigits);
  options.crew_name = "collie crew";
  COLLIE_ASSIGN_OR_RETURN(options.ask_key, TakeAskKey(config.paths.relay_ask_key(), random_));
  view_ = std::make_unique<CrewView>(
      std::move(options), clock_,
      [this](const ViewChanges& changes) { view_store_->Write(changes); });
  COLLIE_ASSIGN_OR_RETURN(const auto counts, store_->AskCounts());
  for (const auto& [ask, count] : counts) view_->SetAskCount(ask, count);
  const std::vector<MemberSnapshot> kept = view_store_->Load();
  view_->Restore(kept);
  for (const MemberSnapshot& one : kept) {
    if (!roster_->ById(one.member.id())) view_->RemoveMember(one.member.id());
  }
  for (const RosterMember& member : roster_->List()) {
    view_->PutMember(ids::MemberId(member.id), member.label, member.ephemeral);
  }
  COLLIE_ASSIGN_OR_RETURN(const std::vector<LockedMember> locked, store_->Members().Locked());
  for (const LockedMember& member : locked) {
    view_->RefuseLink({member.member, 0}, /*is_locked=*/true, member.why);
  }
  return absl::OkStatus();
}

absl::Status Relay::Components::MakeActs() {
  interest_ = std::make_unique<Interest>(clock_);
  cache_ = std::make_unique<ConversationCache>(clock_, *view_, *interest_);
  streams_ = std::make_unique<MemberStreams>(
      *interest_,
      [this](const StreamId& stream, const v1::Interest& told) { cache_->Followed(stream, told); });
  interest_->OnChange([this](const std::string& member) { streams_->PushChangedInterest(member); });
  view_->OnChange([this](const std::vector<ids::ConversationKey>& keys) {
    notifier_.Notify(Topic::kRows, keys);
  });
  cache_->OnChange(
      [this](const ids::ConversationKey& key) { notifier_.Notify(Topic::kConversation, {key}); });
  crew_port_ = std::make_unique<MergedCrewPort>(*view_, *store_, *interest_, receipts_, notifier_);
  acts_ = std::make_unique<ActFlow>(
      ActFlow::Parts{*store_, *streams_, *crew_port_, clock_, act_effects_}, ActOptions{},
      [this] { ticker_->Notify(); });
  ticker_ = std::make_unique<Ticker>(
      clock_, Ticker::Work{[this] { EverySecond(); }, [this] { acts_->Tick(); },
                           [this] { return acts_->NextDeadline(); }});
  COLLIE_RETURN_IF_ERROR(acts_->Restore());
  history_ = std::make_unique<HistoryReads>(*streams_);
  service_ = std::make_unique<CrewService>(
      CrewService::Components{*view_, *cache_, *interest_, *acts_, *history_, *store_, *devices_});
  blocking_ = std::make_unique<threads::BlockingCalls>(kBlockingThreads);
  return absl::OkStatus();
}

absl::Status Relay::Components::OpenListeners(const RelayConfig& config) {
  GrpcListeners::Options options{config.grpc, config.advertise, config.paths.relay_socket(),
                                 config.paths.edge_agents()};
  GrpcListeners::Components components{
      .identity = *identity_,
      .roster = *roster_,
      .devices = *devices_,
      .link = {clock_, *view_, *cache_, *acts_, *history_, *streams_, store_->Members(),
               std::string(version::kVersion)},
      .watch = {*view_, *cache_, *interest_, notifier_, receipts_, *service_, *blocking_, clock_},
      .lock = *lock_,
      .clock = clock_,
      .random = random_,
      .give_up = [this](const std::string& request_id,
                        ActDone done) { service_->GiveUp(request_id, std::move(done)); },
      .on_member =
          [this](const RosterMember& member) {
            view_->PutMember(ids::MemberId(member.id), member.label, member.ephemeral);
          },
  };
  HttpApi::Options http;
  http.address = config.http.ToString();
  COLLIE_ASSIGN_OR_RETURN(http_, HttpApi::Open(std::move(http), *service_, clock_));
  COLLIE_ASSIGN_OR_RETURN(grpc_, GrpcListeners::Open(options, components));
  devices_->OnRevoked([this](const std::string& device) { grpc_->EndDevice(device); });
  roster_->OnRemoved([this](const std::string& member) {
    streams_->End(member, absl::UnauthenticatedError("This member was removed from the crew."));
    view_->RemoveMember(member);
  });
  ticker_->Start();
  StartUpkeep(config.retention);
  return absl::OkStatus();
}

void Relay::Components::StartUpkeep(const RetentionOptions& retention) {
  retention::Upkeep::Work work;
  work.count = [this] {
    absl::Status counted = store_->CountService();
    counted.Update(devices_->CountService());
    return counted;
  };
  work.compact = [this, age = retention.receipts] { return store_->Compact(age); };
  upkeep_ = std::make_unique<retention::Upkeep>(clock_, retention.compact_every, std::move(work));
  upkeep_thread_ =
      std::make_unique<threads::Periodic>("upkeep", absl::Seconds(1), [this] { upkeep_->Tick(); });
}

void Relay::Components::EverySecond() {
  view_->Tick();
  crew_port_->Tick();
  interest_->Tick();
  cache_->Tick();
  grpc_->Tick();
  notifier_.Notify(Topic::kTick, {{}});
}

std::string Relay::Components::Describe() const {
  return absl::StrCat("HTTP API on 127.0.0.1:", http_->port(), ", gRPC API on ", grpc_->address());
}

void Relay::Components::Stop() {
  if (acts_) acts_->Drain();
  if (http_) http_->Stop(kFarewell);
  if (streams_) streams_->EndAll();
  if (ticker_) ticker_->Stop();
  if (grpc_) grpc_->Stop();
  blocking_.reset();
  upkeep_thread_.reset();
  upkeep_.reset();
  if (store_) store_->Close();
}

}  // namespace collie::relay

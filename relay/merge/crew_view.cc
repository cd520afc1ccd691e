#include "relay/merge/crew_view.h"

namespace collie::relay {
namespace {

CrewSnapshot NamesOf(const CrewOptions& options) {
  CrewSnapshot names;
  names.incarnation = options.incarnation;
  names.crew_id = options.crew_id;
  names.crew_name = options.crew_name;
  return names;
}

}  // namespace

CrewView::CrewView(Options options, const clock::Clock& clock, Keep keep)
    : clock_(clock),
      names_(NamesOf(options)),
      keep_(std::move(keep)),
      crew_(options, clock),
      held_(options.held_bytes) {}

template <typename Change>
void CrewView::Step(Change change) {
  std::vector<ids::ConversationKey> changed;
  std::vector<std::shared_ptr<const CrewCut>> dropped;  // after the lock: they may be large
  {
    absl::MutexLock lock(&mu_);
    change(crew_);
    changed = crew_.changes().TakeChanged();
    if (!changed.empty()) {
      dropped = held_.KeepWithinBudget(crew_.changes().replaced_bytes());
      crew_.changes().KeepCount(held_.newest_revision());
      dropped.push_back(std::exchange(cut_, nullptr));
    }
    const ViewChanges unkept = crew_.TakeUnkept();
    if (!unkept.empty()) keep_(unkept);
  }
  if (!changed.empty() && on_change_) on_change_(changed);
}

void CrewView::Restore(const std::vector<MemberSnapshot>& members) {
  Step([&](MergedCrew& crew) { crew.Restore(members); });
}

void CrewView::SetAskCount(const std::string& ask_key, int64_t count) {
  absl::MutexLock lock(&mu_);
  crew_.SetAskCount(ask_key, count);
}

void CrewView::PutMember(const ids::MemberId& id, const std::string& label, bool ephemeral) {
  Step([&](MergedCrew& crew) { crew.PutMember(id, label, ephemeral); });
}

void CrewView::RemoveMember(const std::string& id) {
  Step([&](MergedCrew& crew) { crew.RemoveMember(id); });
}

void CrewView::BeginStream(const StreamId& stream) {
  absl::MutexLock lock(&mu_);
  crew_.BeginStream(stream);
}

void CrewView::LinkUp(const StreamId& stream, const std::string& version) {
  Step([&](MergedCrew& crew) { crew.LinkUp(stream, version); });
}

void CrewView::LinkLost(const StreamId& stream) {
  Step([&](MergedCrew& crew) { crew.LinkLost(stream); });
}

bool CrewView::RefuseLink(const StreamId& stream, bool is_locked, const std::string& why) {
  bool is_news = false;
  Step([&](MergedCrew& crew) { is_news = crew.RefuseLink(stream, is_locked, why); });
  return is_news;
}

void CrewView::ApplyHeartbeat(const StreamId& stream, const v1::Heartbeat& heartbeat) {
  absl::MutexLock lock(&mu_);
  crew_.ApplyHeartbeat(stream, heartbeat);
}

bool CrewView::Apply(const StreamId& stream, const v1::SourceUpdate& update, bool is_over) {
  bool leaves_out = false;
  Step([&](MergedCrew& crew) { leaves_out = crew.Apply(stream, update, is_over); });
  return leaves_out;
}

void CrewView::RemoveSource(const StreamId& stream, const std::string& source) {
  Step([&](MergedCrew& crew) { crew.RemoveSource(stream, source); });
}

void CrewView::KeepOnlySources(const StreamId& stream,
                               const absl::flat_hash_set<std::string>& named) {
  Step([&](MergedCrew& crew) { crew.KeepOnlySources(stream, named); });
}

CrewView::Target CrewView::FindTarget(const ids::ConversationKey& key) const {
  absl::MutexLock lock(&mu_);
  return crew_.FindTarget(key);
}

CrewView::Rows CrewView::FindRows(const ids::ConversationKey& key) const {
  absl::MutexLock lock(&mu_);
  return crew_.FindRows(key);
}

std::optional<CrewView::AskPlace> CrewView::FindOneUse(const std::string& one_use_id) const {
  absl::MutexLock lock(&mu_);
  return crew_.FindOneUse(one_use_id);
}

std::optional<EndedOneUse::Place> CrewView::FindEndedOneUse(const std::string& one_use_id) const {
  absl::MutexLock lock(&mu_);
  return crew_.FindEndedOneUse(one_use_id);
}

void CrewView::SetBusy(const ids::ConversationKey& key, bool busy) {
  Step([&](MergedCrew& crew) { crew.SetBusy(key, busy); });
}

void CrewView::RaiseAskCount(const ids::ConversationKey& key, const v1::Ask& ask, int64_t count) {
  Step([&](MergedCrew& crew) { crew.RaiseAskCount(key, ask, count); });
}

CrewSnapshot CrewView::Snapshot(const ViewFilter& filter) const {
  return SnapshotOf(*Cut(), filter, clock_.Now(), names_);
}

uint64_t CrewView::revision() const {
  absl::MutexLock lock(&mu_);
  return crew_.revision();
}

std::shared_ptr<const CrewCut> CrewView::Cut() const {
  absl::MutexLock lock(&mu_);
  return CutLocked();
}

std::shared_ptr<HeldCut> CrewView::Hold(uint64_t above) {
  absl::MutexLock lock(&mu_);
  std::shared_ptr<HeldCut> held =
      held_.Hold(CutLocked(), above, clock_.Now(), crew_.changes().replaced_bytes());
  crew_.changes().KeepCount(held_.newest_revision());
  return held;
}

std::shared_ptr<const CrewCut> CrewView::CutLocked() const {
  if (!cut_) cut_ = std::make_shared<const CrewCut>(crew_.Cut());
  return cut_;
}

size_t CrewView::CountMembers() const {
  absl::MutexLock lock(&mu_);
  return crew_.CountMembers();
}

std::vector<v1::KnownSource> CrewView::KnownSources(const std::string& member) const {
  absl::MutexLock lock(&mu_);
  return crew_.KnownSources(member);
}

void CrewView::Tick() {
  Step([](MergedCrew& crew) { crew.Tick(); });
}

}  // namespace collie::relay

#include "relay/merge/crew_view.h"

namespace collie::relay {

template <typename Change>
void CrewView::Step(Change change) {
  bool changed = false;
  {
    absl::MutexLock lock(&mu_);
    const uint64_t before = crew_.revision();
    crew_.BeginStep();
    change(crew_);
    changed = crew_.revision() != before;
    const ViewChanges unkept = crew_.TakeUnkept();
    if (!unkept.empty()) keep_(unkept);
  }
  if (changed && on_change_) on_change_();
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
  absl::MutexLock lock(&mu_);
  return crew_.Snapshot(filter);
}

uint64_t CrewView::revision() const {
  absl::MutexLock lock(&mu_);
  return crew_.revision();
}

std::optional<std::vector<v1::CrewDelta>> CrewView::ChangesSince(uint64_t revision,
                                                                 const ViewFilter& filter,
                                                                 size_t most,
                                                                 uint64_t* reached) const {
  absl::MutexLock lock(&mu_);
  return crew_.ChangesSince(revision, filter, most, reached);
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

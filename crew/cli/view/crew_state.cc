#include "crew/cli/view/crew_state.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"

namespace collie::cli {
namespace {

// Applies the members, sources and panes of a part or a delta.
template <typename Part>
void ApplyPart(const Part& part, clock::Steady now, Crew& crew) {
  for (const v1::Member& member : part.members()) crew.members[member.id()] = {member, now};
  for (const v1::SourceEntry& entry : part.sources()) {
    crew.sources[{entry.member(), entry.source().name(), ""}] = {entry.source(), now};
  }
  for (const v1::PaneEntry& entry : part.panes()) {
    crew.panes[{entry.member(), entry.source(), entry.pane().id()}] = {entry.pane(), now};
  }
}

bool Covers(const v1::Removal& removal, const ids::ConversationKey& key) {
  return removal.member() == key.member &&
         (removal.source().empty() || removal.source() == key.source) &&
         (removal.pane().empty() || removal.pane() == key.pane);
}

void Remove(const v1::Removal& removal, Crew& crew) {
  std::erase_if(crew.panes, [&](const auto& row) { return Covers(removal, row.first); });
  if (!removal.pane().empty()) return;
  std::erase_if(crew.sources, [&](const auto& row) { return Covers(removal, row.first); });
  if (removal.source().empty()) crew.members.erase(removal.member());
}

}  // namespace

v1::Member At(const Seen<v1::Member>& seen, clock::Steady now) {
  v1::Member member = seen.value;
  member.set_last_seen_age_ms(member.last_seen_age_ms() + absl::ToInt64Milliseconds(now - seen.at));
  return member;
}

v1::Source At(const Seen<v1::Source>& seen, clock::Steady now) {
  v1::Source source = seen.value;
  if (source.was_read()) {
    source.set_read_age_ms(source.read_age_ms() + absl::ToInt64Milliseconds(now - seen.at));
  }
  return source;
}

v1::Pane At(const Seen<v1::Pane>& seen, clock::Steady now) {
  v1::Pane pane = seen.value;
  const int64_t passed = absl::ToInt64Milliseconds(now - seen.at);
  for (v1::Ask& ask : *pane.mutable_asks()) {
    if (ask.expires()) {
      ask.set_expires_in_ms(std::max<int64_t>(0, ask.expires_in_ms() - passed));
    }
  }
  return pane;
}

void CrewState::Apply(const v1::WatchEvent& event, clock::Steady at) {
  // When the ages in its rows were taken.
  const clock::Steady now = at - absl::Milliseconds(event.rows_age_ms());
  switch (event.event_case()) {
    case v1::WatchEvent::kSnapshot:
      receiving_ = true;
      in_sync_ = false;
      ApplyPart(event.snapshot(), now, next_);
      break;
    case v1::WatchEvent::kResync:
      receiving_ = true;
      in_sync_ = false;
      next_ = Crew();
      break;
    case v1::WatchEvent::kInSync:
      if (receiving_) crew_ = std::exchange(next_, Crew());
      receiving_ = false;
      in_sync_ = true;
      resume_.set_incarnation(event.in_sync().incarnation());
      resume_.set_revision(event.in_sync().revision());
      break;
    case v1::WatchEvent::kDelta:
      Apply(event.delta(), now);
      break;
    case v1::WatchEvent::kReceipt:
    case v1::WatchEvent::EVENT_NOT_SET:
      break;
  }
}

void CrewState::Apply(const v1::CrewDelta& delta, clock::Steady now) {
  for (const v1::Removal& removal : delta.removed()) Remove(removal, crew_);
  ApplyPart(delta, now, crew_);
  resume_.set_revision(delta.revision());
}

void CrewState::Broken() {
  next_ = Crew();
  receiving_ = false;
}

}  // namespace collie::cli

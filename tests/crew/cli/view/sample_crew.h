#ifndef COLLIE_TESTS_CREW_CLI_VIEW_SAMPLE_CREW_H_
#define COLLIE_TESTS_CREW_CLI_VIEW_SAMPLE_CREW_H_

#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/cli/view/crew_state.h"

namespace collie::tests {

// A permission with the options `yes`, `no` and, lasting, `ever`.
inline v1::Ask SamplePermission(const std::string& id = "deploy-1") {
  v1::Ask ask;
  ask.set_ask_id(id);
  ask.set_hash("3f9a1c2044bbaa00");
  ask.set_kind(v1::ASK_KIND_PERMISSION);
  ask.set_title("Deploy to staging?");
  for (const auto& [option, label] : {std::pair("yes", "Yes"), {"no", "No"}, {"ever", "Always"}}) {
    auto& row = *ask.add_options();
    row.set_id(option);
    row.set_label(label);
    row.set_always(row.id() == "ever");
  }
  return ask;
}

inline v1::Pane SamplePane(const std::string& id) {
  v1::Pane pane;
  pane.set_id(id);
  pane.set_title("Title of " + id);
  pane.set_open(true);
  pane.mutable_turn()->set_id("t-1");
  pane.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  return pane;
}

// Adds a pane, and its member and source where they are missing.
inline void AddPane(v1::CrewPart& part, const std::string& member, const std::string& source,
                    const v1::Pane& pane) {
  bool has_member = false;
  for (const auto& row : part.members()) has_member = has_member || row.id() == member;
  if (!has_member) {
    auto& row = *part.add_members();
    row.set_id(member);
    row.set_label("label of " + member);
    row.set_state(v1::MEMBER_STATE_CONNECTED);
  }
  bool has_source = false;
  for (const auto& row : part.sources()) {
    has_source = has_source || (row.member() == member && row.source().name() == source);
  }
  if (!has_source) {
    auto& row = *part.add_sources();
    row.set_member(member);
    row.mutable_source()->set_name(source);
    row.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  }
  auto& row = *part.add_panes();
  row.set_member(member);
  row.set_source(source);
  *row.mutable_pane() = pane;
}

inline v1::WatchEvent Snapshot(const v1::CrewPart& part) {
  v1::WatchEvent event;
  *event.mutable_snapshot() = part;
  return event;
}

inline v1::WatchEvent InSync(const std::string& revision) {
  v1::WatchEvent event;
  event.mutable_in_sync()->set_incarnation("i-1");
  event.mutable_in_sync()->set_revision(revision);
  return event;
}

// The state after a whole start of this part.
inline cli::CrewState StateOf(const v1::CrewPart& part, clock::Steady now = clock::Steady()) {
  cli::CrewState state;
  state.Apply(Snapshot(part), now);
  state.Apply(InSync("1"), now);
  return state;
}

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_CLI_VIEW_SAMPLE_CREW_H_

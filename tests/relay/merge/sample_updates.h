#ifndef COLLIE_TESTS_RELAY_MERGE_SAMPLE_UPDATES_H_
#define COLLIE_TESTS_RELAY_MERGE_SAMPLE_UPDATES_H_

#include <string>
#include <utility>
#include <vector>

#include "collie/v1/edge_link.pb.h"

namespace collie::tests {

inline v1::Pane MakePane(const std::string& id, const std::string& title = "Deploy") {
  v1::Pane pane;
  pane.set_id(id);
  pane.set_title(title);
  pane.set_open(true);
  pane.mutable_turn()->set_id("t-1");
  pane.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  return pane;
}

inline v1::Ask MakeAsk(const std::string& id, v1::AskKind kind = v1::ASK_KIND_CHOICE) {
  v1::Ask ask;
  ask.set_ask_id(id);
  ask.set_hash("h-" + id);
  ask.set_kind(kind);
  return ask;
}

inline v1::SourceUpdate MakeUpdate(const std::string& name, std::vector<v1::Pane> panes,
                                   bool whole = true) {
  v1::SourceUpdate update;
  update.mutable_source()->set_name(name);
  update.mutable_source()->set_epoch("e-1");
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  update.set_whole(whole);
  for (v1::Pane& pane : panes) *update.add_panes() = std::move(pane);
  return update;
}

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_MERGE_SAMPLE_UPDATES_H_

#include "edge/acts/read_for_act.h"

#include <algorithm>
#include <string>

#include "crew/ids/typed_id.h"
#include "crew/receipt/fit.h"
#include "edge/acts/act_gate.h"

namespace collie::edge {
namespace {

bool TellsEndOf(const FreshState& fresh, const std::string& ask_id) {
  return std::any_of(fresh.closed_asks.begin(), fresh.closed_asks.end(),
                     [&](const v1::ClosedAsk& closed) { return closed.ask_id() == ask_id; });
}

}  // namespace

FreshState ReadForAct(AgentPort& agents, const v1::ActRequest& request, absl::Duration most) {
  const ids::SourceName source(request.conversation().source());
  const ids::PaneId pane(request.conversation().pane());
  FreshState fresh = agents.Read(source, pane, NeedsAsks(request), most);
  const std::string& ask_id = request.answer().ask_id();
  const bool is_gone = request.has_answer() && fresh.pane.has_value() &&
                       receipt::FindAsk(*fresh.pane, ask_id) == nullptr;
  if (!is_gone || TellsEndOf(fresh, ask_id)) return fresh;
  // Another run of the agent may ask anew under the same id.
  const ids::Epoch epoch(fresh.source.epoch());
  if (auto seen = agents.FindDecision(source, pane, epoch, ids::AskId(ask_id))) {
    fresh.closed_asks.push_back(*std::move(seen));
  }
  return fresh;
}

}  // namespace collie::edge

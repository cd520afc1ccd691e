#include "crew/text/clean_proto.h"

#include <algorithm>

#include "crew/text/clean_field.h"

namespace collie::text {
namespace {

bool CleanPlace(v1::Place& place) {
  SanitizeLine(place.mutable_title(), kTitleCharacters);
  return ids::IsWireId(place.id());
}

bool CleanTurn(v1::Turn& turn) {
  if (turn.state() != v1::TURN_STATE_IDLE) turn.set_state(v1::TURN_STATE_WORKING);
  return ids::IsOpaque(turn.id());
}

void CleanTool(v1::Tool& tool) {
  SanitizeLine(tool.mutable_name(), kTitleCharacters);
  SanitizeText(tool.mutable_input(), kToolInputCharacters);
  SanitizeText(tool.mutable_output(), kToolOutputCharacters);
  if (!v1::ToolStatus_IsValid(tool.status())) tool.clear_status();
}

bool IsState(v1::SourceState state) {
  return v1::SourceState_IsValid(state) && state != v1::SOURCE_STATE_UNSPECIFIED;
}

}  // namespace

bool CleanPane(v1::Pane& pane) {
  if (!ids::IsWireId(pane.id()) || !CleanPlace(*pane.mutable_workspace()) ||
      !CleanPlace(*pane.mutable_tab()) || !CleanTurn(*pane.mutable_turn())) {
    return false;
  }
  SanitizeLine(pane.mutable_title(), kTitleCharacters);
  SanitizeLine(pane.mutable_harness(), kTitleCharacters);
  pane.set_open_asks(std::max(0, pane.open_asks()));
  pane.set_unreadable_asks(std::max(0, pane.unreadable_asks()));
  pane.set_left_out(std::max(0, pane.left_out()));
  if (!IsPresentable(pane.last_activity_at())) pane.clear_last_activity_at();
  SanitizeLabelled(pane.mutable_actions(), kActions);
  absl::flat_hash_set<std::string> seen;
  SanitizeList(pane.mutable_asks(), kOpenAsksOfPane,
               [&seen](v1::Ask& ask) { return CleanAsk(ask) && seen.insert(ask.ask_id()).second; });
  pane.clear_busy();
  return true;
}

bool CleanSource(v1::Source& source) {
  if (!ids::IsName(source.name()) || !IsState(source.state())) return false;
  if (!IsState(source.last_state())) source.clear_last_state();
  SanitizeLine(source.mutable_host_name(), kTitleCharacters);
  SanitizeLine(source.mutable_runtime(), kTitleCharacters);
  SanitizeId(source.mutable_epoch());
  SanitizeId(source.mutable_reason());
  SanitizeLine(source.mutable_detail(), kSentenceCharacters);
  source.set_read_age_ms(std::max<int64_t>(0, source.read_age_ms()));
  source.set_left_out(std::max(0, source.left_out()));
  SanitizeLabelled(source.mutable_starters(), kStarters);
  SanitizeId(source.mutable_self_test());
  return true;
}

bool CleanMember(v1::Member& member) {
  if (!ids::IsName(member.id()) || !v1::MemberState_IsValid(member.state()) ||
      member.state() == v1::MEMBER_STATE_UNSPECIFIED) {
    return false;
  }
  SanitizeLine(member.mutable_label(), kMemberLabelCharacters);
  SanitizeLine(member.mutable_version(), kTitleCharacters);
  member.set_last_seen_age_ms(std::max<int64_t>(0, member.last_seen_age_ms()));
  return true;
}

bool CleanResult(v1::ActResult& result) {
  if (!ids::IsWireId(result.request_id()) || result.attempt() < 1) return false;
  if (!v1::Reason_IsValid(result.reason())) result.clear_reason();
  if (!v1::Evidence_IsValid(result.evidence())) result.clear_evidence();
  SanitizeLine(result.mutable_detail(), kSentenceCharacters);
  SanitizeLine(result.mutable_agent_code(), kTitleCharacters);
  SanitizeId(result.mutable_started_pane());
  if (result.has_ask() && !CleanAsk(*result.mutable_ask())) result.clear_ask();
  if (result.has_decision() && !CleanClosedAsk(*result.mutable_decision())) {
    result.clear_decision();
  }
  return true;
}

bool CleanItem(v1::Item& item) {
  if (!ids::IsOpaque(item.id()) || !v1::ItemKind_IsValid(item.kind()) ||
      item.kind() == v1::ITEM_KIND_UNSPECIFIED) {
    return false;
  }
  if (item.kind() == v1::ITEM_KIND_TOOL && !item.has_tool()) return false;
  if (item.kind() != v1::ITEM_KIND_TOOL) item.clear_tool();
  if (item.kind() != v1::ITEM_KIND_USER) item.clear_request_id();
  if (item.has_tool()) CleanTool(*item.mutable_tool());
  if (!IsPresentable(item.written_at())) item.clear_written_at();
  SanitizeText(item.mutable_text(), kItemTextCharacters);
  SanitizeId(item.mutable_request_id());
  return true;
}

}  // namespace collie::text

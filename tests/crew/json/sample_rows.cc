#include "tests/crew/json/sample_rows.h"

#include <google/protobuf/text_format.h>

#include <cstdlib>

namespace collie::tests {
namespace {

template <typename Message>
Message Of(const std::string& text) {
  Message message;
  if (!google::protobuf::TextFormat::ParseFromString(text, &message)) std::abort();
  return message;
}

}  // namespace

v1::Ask SampleChoice() {
  return Of<v1::Ask>(R"(
    ask_id: "deploy-1" hash: "3f9a1c2044bbaa00" kind: ASK_KIND_CHOICE title: "Deploy to staging?"
    options { id: "yes" label: "Yes" } options { id: "no" label: "No" }
    expires: true expires_in_ms: 240000 one_tap: true one_use_id: "once-1")");
}

v1::Ask SampleText() {
  return Of<v1::Ask>(R"(
    ask_id: "name-1" hash: "aa" kind: ASK_KIND_TEXT title: "Which name?" detail: "It is final."
    placeholder: "a-z" multiline: true item_id: "i-7" tool_call_id: "c-7" altered: true)");
}

v1::Ask SampleForm() {
  return Of<v1::Ask>(R"(
    ask_id: "form-1" hash: "bb" kind: ASK_KIND_FORM title: "Where to?"
    fields { id: "env" label: "Environment" type: FIELD_TYPE_CHOICE required: true
             options { id: "a" label: "Staging" } }
    fields { id: "count" label: "Copies" type: FIELD_TYPE_NUMBER })");
}

v1::Ask SampleSeveral() {
  return Of<v1::Ask>(R"(
    ask_id: "pick-1" hash: "cc" kind: ASK_KIND_CHOICE title: "Which hosts?" multiple: true
    min: 1 max: 2 options { id: "a" label: "A" } options { id: "b" label: "B" always: true })");
}

v1::Pane SampleWaitingPane() {
  v1::Pane pane = Of<v1::Pane>(R"(
    id: "deploy" title: "Deploy" workspace { id: "hello" title: "Hello" }
    tab { id: "main" title: "Questions" } harness: "hello" open: true
    turn { id: "t-12" state: TURN_STATE_WORKING } open_asks: 3 unreadable_asks: 1 left_out: 2
    last_activity_at { seconds: 1764460800 nanos: 5000000 } busy: true
    actions { id: "retry" label: "Retry" })");
  *pane.add_asks() = SampleChoice();
  *pane.add_asks() = SampleText();
  return pane;
}

v1::Pane SampleClosedPane() { return Of<v1::Pane>(R"(id: "old" open_asks: 1)"); }

v1::Source SampleLiveSource() {
  return Of<v1::Source>(R"(
    name: "hello" host_name: "hello" runtime: "bars 1.0" epoch: "e-1" state: SOURCE_STATE_LIVE
    was_read: true read_age_ms: 900 capabilities { asks: true send: true ids_outlive_epoch: true }
    starters { id: "new" label: "New chat" })");
}

v1::Source SampleAwaySource() {
  return Of<v1::Source>(R"(
    name: "other" state: SOURCE_STATE_UNREACHABLE last_state: SOURCE_STATE_VERSION_MISMATCH
    reason: "member-unreachable" detail: "Its host is away." was_read: true read_age_ms: 61000
    age_at_least: true left_out: 3 remote: true)");
}

v1::Member SampleConnectedMember() {
  return Of<v1::Member>(R"(
    id: "deck-7f3a2c" label: "deck" state: MEMBER_STATE_CONNECTED last_seen_age_ms: 140
    version: "0.1.0")");
}

v1::Member SampleLockedMember() {
  return Of<v1::Member>(R"(
    id: "lab-1" label: "lab" state: MEMBER_STATE_LOCKED last_seen_age_ms: 5000 version: "0.1.0"
    ephemeral: true age_at_least: true detail: "Two hosts use its identity.")");
}

v1::CrewPart SampleCrew() {
  v1::CrewPart crew;
  *crew.add_members() = SampleConnectedMember();
  *crew.add_members() = SampleLockedMember();
  const auto add_source = [&](const std::string& member, const v1::Source& source) {
    crew.add_sources()->set_member(member);
    *crew.mutable_sources(crew.sources_size() - 1)->mutable_source() = source;
  };
  add_source("deck-7f3a2c", SampleLiveSource());
  add_source("lab-1", SampleAwaySource());
  for (const v1::Pane& pane : {SampleWaitingPane(), SampleClosedPane()}) {
    v1::PaneEntry& entry = *crew.add_panes();
    entry.set_member("deck-7f3a2c");
    entry.set_source("hello");
    *entry.mutable_pane() = pane;
  }
  return crew;
}

v1::Receipt SampleSentReceipt() {
  return Of<v1::Receipt>(R"(
    request_id: "r-1" conversation { member: "deck-7f3a2c" source: "hello" pane: "deploy" }
    act: ACT_KIND_SEND outcome: OUTCOME_SENT queued: true channel: "program"
    accepted_at { seconds: 1764460800 } finished_at { seconds: 1764460801 nanos: 250000000 }
    effective_at { seconds: 1764460802 } attempts: 1 device: "phone" device_id: "d-1"
    evidence: EVIDENCE_REPLY effect: EFFECT_EFFECTIVE turn: "t-12")");
}

v1::Receipt SampleDecidedReceipt() {
  v1::Receipt receipt = Of<v1::Receipt>(R"(
    request_id: "r-2" conversation { member: "deck-7f3a2c" source: "hello" }
    act: ACT_KIND_ANSWER outcome: OUTCOME_REFUSED reason: REASON_DECIDED
    detail: "It was decided." agent_code: "decided" replayed: true channel: "program"
    ask_hash: "bb" accepted_at { seconds: 1764460800 } device: "local" ask_id: "form-1"
    decision { ask_id: "form-1" outcome: ASK_OUTCOME_ANSWERED decided_by: "phone"
               request_id: "r-0" answer { picked { option_ids: "yes" } } })");
  auto& fields = *receipt.mutable_answer()->mutable_form()->mutable_fields();
  fields["env"].set_text("a");
  fields["count"].set_number(3);
  fields["share"].set_number(2.5);
  fields["sure"].set_boolean(true);
  fields["unset"];
  *receipt.mutable_ask() = SampleForm();
  return receipt;
}

v1::ConversationEvent SampleConversation() {
  v1::ConversationEvent event = Of<v1::ConversationEvent>(R"(
    cursor: "c-2" reset: true
    items { id: "i-1" kind: ITEM_KIND_USER text: "Ship it" request_id: "r-1"
            written_at { seconds: 1764460800 nanos: 5000000 } }
    items { id: "i-2" kind: ITEM_KIND_TOOL
            tool { name: "bash" input: "make" output: "ok" status: TOOL_STATUS_DONE } }
    items { id: "i-3" kind: ITEM_KIND_ASSISTANT partial: true }
    removed_items: "i-0"
    closed_asks { ask_id: "a-1" outcome: ASK_OUTCOME_TIMED_OUT decided_by: "timeout" }
    truncated: true turn { id: "t-12" state: TURN_STATE_IDLE } read_age_ms: 7)");
  *event.add_asks() = SampleForm();
  *event.add_asks() = SampleSeveral();
  return event;
}

}  // namespace collie::tests

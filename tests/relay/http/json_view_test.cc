#include <gtest/gtest.h>

#include <string>

#include "relay/http/conversation_json.h"
#include "relay/http/crew_json.h"
#include "relay/http/receipt_json.h"

namespace collie::relay {
namespace {

v1::Ask DeployAsk() {
  v1::Ask ask;
  ask.set_ask_id("deploy-1");
  ask.set_one_use_id("one-use");
  ask.set_hash("abc");
  ask.set_kind(v1::ASK_KIND_CHOICE);
  ask.set_title("Deploy to staging?");
  ask.set_one_tap(true);
  v1::AskOption& option = *ask.add_options();
  option.set_id("yes");
  option.set_label("Yes");
  ask.set_expires(true);
  ask.set_expires_in_ms(240000);
  return ask;
}

v1::Pane DeployPane() {
  v1::Pane pane;
  pane.set_id("deploy");
  pane.set_title("Deploy");
  pane.mutable_workspace()->set_id("hello");
  pane.mutable_workspace()->set_title("Hello");
  pane.mutable_tab()->set_id("main");
  pane.mutable_tab()->set_title("Questions");
  pane.set_harness("hello");
  pane.set_open(true);
  pane.mutable_turn()->set_id("t-12");
  pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  pane.set_open_asks(1);
  pane.mutable_last_activity_at()->set_seconds(1764460800);
  *pane.add_asks() = DeployAsk();
  return pane;
}

SourceSnapshot HelloSource() {
  SourceSnapshot snapshot;
  v1::Source& source = snapshot.source;
  source.set_name("hello");
  source.set_host_name("hello");
  source.set_runtime("bars 1.0");
  source.set_epoch("e-1");
  source.set_state(v1::SOURCE_STATE_LIVE);
  source.set_was_read(true);
  source.set_read_age_ms(900);
  source.mutable_capabilities()->set_asks(true);
  source.mutable_capabilities()->set_send(true);
  v1::Starter& starter = *source.add_starters();
  starter.set_id("new");
  starter.set_label("New chat");
  snapshot.panes.push_back(DeployPane());
  return snapshot;
}

CrewSnapshot DeckCrew() {
  MemberSnapshot member;
  member.member.set_id("deck-7f3a2c");
  member.member.set_label("deck");
  member.member.set_state(v1::MEMBER_STATE_CONNECTED);
  member.member.set_last_seen_age_ms(140);
  member.member.set_version("0.1.0");
  member.sources.push_back(HelloSource());
  return {"inc", 118, "c-1", "collie crew", {member}};
}

TEST(CrewJsonTest, ShowsTheWholeCrewAsTheApiPromises) {
  const Json expected = Json::parse(R"({
    "incarnation": "inc", "revision": "118", "crew": {"id": "c-1", "name": "collie crew"},
    "members": [ { "id": "deck-7f3a2c", "label": "deck", "state": "connected",
      "lastSeenAgeMs": 140, "version": "0.1.0", "ephemeral": false,
      "sources": [ { "name": "hello", "hostName": "hello", "runtime": "bars 1.0", "epoch": "e-1",
        "state": "live", "lastState": "", "reason": "", "detail": "", "readAgeMs": 900, "leftOut": 0,
        "caps": {"asks": true, "send": true}, "starters": [{"id": "new", "label": "New chat"}],
        "openConversations": 1, "waiting": 1,
        "panes": [ { "id": "deploy", "title": "Deploy",
          "workspace": {"id": "hello", "title": "Hello"}, "tab": {"id": "main", "title": "Questions"},
          "harness": "hello", "open": true, "turn": {"id": "t-12", "state": "working"}, "openAsks": 1,
          "unreadableAsks": 0, "leftOut": 0,
          "lastActivityAt": 1764460800000, "busy": false, "actions": [],
          "ask": {"id": "one-use", "askId": "deploy-1", "hash": "abc", "kind": "choice",
            "title": "Deploy to staging?", "detail": "", "oneTap": true, "altered": false,
            "options": [{"id": "yes", "label": "Yes", "always": false}], "multiple": false,
            "fields": [], "expiresInMs": 240000} } ] } ] } ] })");
  EXPECT_EQ(Dump(CrewJson(DeckCrew())), Dump(expected));
}

TEST(CrewJsonTest, LeavesOutWhatHasNothingToSay) {
  SourceSnapshot source;
  source.source.set_state(v1::SOURCE_STATE_STARTING);
  source.panes.emplace_back().set_open_asks(1);  // closed: it waits on nobody
  const Json json = SourceJson(source);
  EXPECT_FALSE(json.contains("readAgeMs"));
  EXPECT_FALSE(json.contains("remote"));
  EXPECT_EQ(json["caps"], Json::object());
  EXPECT_EQ(json["openConversations"], 0);
  EXPECT_EQ(json["waiting"], 0);
  const Json& pane = json["panes"][0];
  for (const char* field : {"turn", "ask", "lastActivityAt"}) {
    EXPECT_FALSE(pane.contains(field)) << field;
  }
}

TEST(CrewJsonTest, NamesTheStates) {
  SourceSnapshot source;
  source.source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  source.source.set_last_state(v1::SOURCE_STATE_VERSION_MISMATCH);
  source.source.set_remote(true);
  const Json json = SourceJson(source);
  EXPECT_EQ(json["state"], "unreachable");
  EXPECT_EQ(json["lastState"], "version-mismatch");
  EXPECT_EQ(json["remote"], true);
}

TEST(ConversationJsonTest, ShowsAllKindsOfQuestions) {
  v1::Ask ask;
  ask.set_kind(v1::ASK_KIND_FORM);
  v1::AskField& field = *ask.add_fields();
  field.set_id("env");
  field.set_type(v1::FIELD_TYPE_CHOICE);
  field.set_required(true);
  field.add_options()->set_id("a");
  ask.set_min(1);
  ask.set_max(3);
  ask.set_placeholder("p");
  ask.set_multiline(true);
  ask.set_item_id("i");
  ask.set_tool_call_id("c");
  const Json json = AskJson(ask);
  EXPECT_EQ(json["fields"], Json::parse(R"([{"id":"env","label":"","type":"choice","required":true,
                                          "options":[{"id":"a","label":"","always":false}]}])"));
  EXPECT_EQ(json["min"], 1);
  EXPECT_EQ(json["max"], 3);
  EXPECT_EQ(json["placeholder"], "p");
  EXPECT_EQ(json["multiline"], true);
  EXPECT_EQ(json["itemId"], "i");
  EXPECT_EQ(json["toolCallId"], "c");
  EXPECT_FALSE(json.contains("expiresInMs"));
}

TEST(ConversationJsonTest, ShowsItemsAsTheAgentsWireDoes) {
  v1::Item item;
  item.set_id("i-10");
  item.set_kind(v1::ITEM_KIND_TOOL);
  item.mutable_tool()->set_name("bash");
  item.mutable_tool()->set_input("make");
  item.mutable_tool()->set_output("ok");
  item.mutable_tool()->set_status(v1::TOOL_STATUS_DONE);
  EXPECT_EQ(Dump(ItemJson(item)),
            R"({"id":"i-10","kind":"tool","tool":{"name":"bash","input":"make","output":"ok",)"
            R"("status":"done"}})");

  v1::Item user;
  user.set_id("i-9");
  user.set_kind(v1::ITEM_KIND_USER);
  user.mutable_written_at()->set_seconds(1764460800);
  user.mutable_written_at()->set_nanos(5'000'000);
  user.set_text("Ship it");
  user.set_request_id("r-1");
  user.set_partial(true);
  EXPECT_EQ(Dump(ItemJson(user)),
            R"({"id":"i-9","kind":"user","at":1764460800005,"text":"Ship it","requestId":"r-1",)"
            R"("partial":true})");
}

TEST(ConversationJsonTest, ShowsWhatIsNew) {
  v1::ConversationEvent event;
  event.set_cursor("c-2");
  event.set_reset(true);
  event.add_items()->set_id("i-1");
  event.add_removed_items("i-0");
  *event.add_asks() = DeployAsk();
  v1::ClosedAsk& closed = *event.add_closed_asks();
  closed.set_ask_id("a-1");
  closed.set_outcome(v1::ASK_OUTCOME_TIMED_OUT);
  closed.set_decided_by("timeout");
  (*closed.mutable_answer()->mutable_form()->mutable_fields())["n"].set_number(2.5);
  event.mutable_turn()->set_id("t");
  event.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  event.set_read_age_ms(7);
  const Json json = ConversationJson(event);
  EXPECT_EQ(json["cursor"], "c-2");
  EXPECT_EQ(json["reset"], true);
  EXPECT_EQ(json["items"].size(), 1u);
  EXPECT_EQ(json["removedItems"], Json::parse(R"(["i-0"])"));
  EXPECT_EQ(json["asks"][0]["id"], "one-use");
  EXPECT_EQ(json["closedAsks"],
            Json::parse(R"([{"askId":"a-1","outcome":"timed-out","decidedBy":"timeout",
                             "requestId":"","answer":{"fields":{"n":2.5}}}])"));
  EXPECT_EQ(json["truncated"], false);
  EXPECT_EQ(json["turn"], Json::parse(R"({"id":"t","state":"idle"})"));
  EXPECT_EQ(json["readAgeMs"], 7);
}

TEST(ReceiptJsonTest, ShowsAReceiptAsTheApiPromises) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("m");
  receipt.mutable_conversation()->set_source("s");
  receipt.mutable_conversation()->set_pane("p");
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_SENT);
  receipt.set_channel("program");
  receipt.mutable_accepted_at()->set_seconds(1);
  receipt.set_attempts(1);
  receipt.set_device("phone");
  receipt.set_evidence(v1::EVIDENCE_REPLY);
  receipt.set_effect(v1::EFFECT_EFFECTIVE);
  receipt.set_turn("t-12");
  const Json expected = Json::parse(R"({
    "requestId": "r-1", "conversation": {"member": "m", "source": "s", "pane": "p"}, "act": "send",
    "outcome": "sent", "queued": false, "reason": "", "detail": "", "agentCode": "",
    "replayed": false, "channel": "program", "askHash": "", "acceptedAt": 1000, "finishedAt": 0,
    "effectiveAt": 0, "attempts": 1, "device": "phone", "evidence": "reply",
    "effect": "effective", "askId": "", "answer": null, "optionLabels": [], "turn": "t-12",
    "ask": null, "decision": null})");
  EXPECT_EQ(Dump(ReceiptJson(receipt)), Dump(expected));
}

TEST(ReceiptJsonTest, TellsWhatWasAnswered) {
  v1::Receipt receipt;
  receipt.set_ask_id("deploy-1");
  receipt.mutable_answer()->mutable_picked()->add_option_ids("no");
  receipt.add_option_labels("Deny");
  const Json json = ReceiptJson(receipt);
  EXPECT_EQ(json["askId"], "deploy-1");
  EXPECT_EQ(json["answer"], Json::parse(R"({"optionIds":["no"]})"));
  EXPECT_EQ(json["optionLabels"], Json::parse(R"(["Deny"])"));
}

TEST(ReceiptJsonTest, CarriesTheQuestionAndTheDecision) {
  v1::Receipt receipt;
  receipt.set_reason(v1::REASON_ASK_CHANGED);
  *receipt.mutable_ask() = DeployAsk();
  receipt.mutable_decision()->set_outcome(v1::ASK_OUTCOME_ANSWERED);
  receipt.mutable_decision()->mutable_answer()->mutable_picked()->add_option_ids("yes");
  const Json json = ReceiptJson(receipt);
  EXPECT_EQ(json["reason"], "ask-changed");
  EXPECT_EQ(json["ask"]["askId"], "deploy-1");
  EXPECT_EQ(json["decision"]["outcome"], "answered");
  EXPECT_EQ(json["decision"]["answer"], Json::parse(R"({"optionIds":["yes"]})"));
  EXPECT_FALSE(json["conversation"].contains("pane"));
}

TEST(JsonViewTest, ReplacesBytesThatAreNoText) {
  EXPECT_EQ(Dump(Json("a\xff")), "\"a\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace collie::relay

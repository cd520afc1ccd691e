#include "crew/cli/view/json_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using tests::AddPane;
using tests::SamplePane;
using tests::SamplePermission;

TEST(JsonViewTest, HasTheNamesOfTheHttpApi) {
  v1::Pane pane = SamplePane("deploy");
  pane.set_open_asks(1);
  *pane.add_asks() = SamplePermission();
  pane.mutable_asks(0)->set_one_use_id("once");
  v1::CrewPart part;
  AddPane(part, "deck", "hello", pane);
  const CrewState state = tests::StateOf(part);
  const Json json = ToJson(state.crew(), state.resume(), clock::Steady());
  EXPECT_EQ(json["revision"], "1");
  const Json& source = json["members"][0]["sources"][0];
  EXPECT_EQ(json["members"][0]["state"], "connected");
  EXPECT_EQ(source["openConversations"], 1);
  EXPECT_EQ(source["waiting"], 1);
  EXPECT_EQ(source["panes"][0]["turn"]["state"], "idle");
  EXPECT_EQ(source["panes"][0]["ask"]["id"], "once");
  EXPECT_EQ(source["panes"][0]["ask"]["askId"], "deploy-1");
  EXPECT_EQ(source["panes"][0]["ask"]["options"][2]["always"], true);
}

TEST(JsonViewTest, AReceiptHasAllItsFields) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("deck");
  receipt.set_outcome(v1::OUTCOME_MAYBE_APPLIED);
  receipt.set_reason(v1::REASON_TURN_MOVED);
  receipt.mutable_accepted_at()->set_seconds(7);
  receipt.mutable_decision()->set_ask_id("a");
  receipt.mutable_decision()->mutable_answer()->set_text("hi");
  const Json json = ToJson(receipt);
  for (const char* name :
       {"requestId",  "conversation", "act",          "outcome", "queued",   "reason",
        "detail",     "agentCode",    "replayed",     "channel", "askHash",  "acceptedAt",
        "finishedAt", "effectiveAt",  "attempts",     "device",  "evidence", "effect",
        "askId",      "answer",       "optionLabels", "turn",    "ask",      "decision"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  EXPECT_EQ(json["outcome"], "maybe-applied");
  EXPECT_EQ(json["reason"], "turn-moved");
  EXPECT_EQ(json["acceptedAt"], 7000);
  EXPECT_FALSE(json["conversation"].contains("pane"));
  EXPECT_EQ(json["decision"]["answer"]["text"], "hi");
  EXPECT_TRUE(json["answer"].is_null());
}

TEST(JsonViewTest, AReceiptTellsWhatWasDoneAndWhatBecameOfIt) {
  v1::Receipt receipt;
  receipt.set_effect(v1::EFFECT_DROPPED);
  receipt.set_ask_id("deploy-1");
  receipt.mutable_answer()->mutable_picked()->add_option_ids("no");
  receipt.add_option_labels("Deny");
  receipt.set_turn("t-12");
  const Json json = ToJson(receipt);
  EXPECT_EQ(json["effect"], "dropped");
  EXPECT_EQ(json["askId"], "deploy-1");
  EXPECT_EQ(json["answer"]["optionIds"], Json::array({"no"}));
  EXPECT_EQ(json["optionLabels"], Json::array({"Deny"}));
  EXPECT_EQ(json["turn"], "t-12");
}

}  // namespace
}  // namespace collie::cli

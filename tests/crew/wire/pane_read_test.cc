#include "crew/wire/pane_read.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/wire/canonical_json.h"

namespace collie::wire {
namespace {

std::string Body(const std::string& events, const std::string& more = "") {
  return R"({"epoch":"e-1","cursor":"e:p:1")" + more + R"(,"events":[)" + events + "]}";
}

PaneRead Read(const std::string& body) {
  auto read = DecodePaneRead(body);
  EXPECT_TRUE(read.ok()) << read.status();
  return read.ok() ? *std::move(read) : PaneRead();
}

std::string AskEvent(const std::string& id) {
  return R"({"type":"ask","ask":{"id":")" + id + R"(","kind":"text","title":"T"}})";
}

TEST(PaneReadTest, ReadsEveryEvent) {
  const std::string ask =
      R"({ "id": "deploy-1", "kind": "choice", "title": "Deploy?", "options": [ {"id": "yes",)"
      R"( "label": "Yes"} ], "expiresAt": 1764461100000 })";
  const PaneRead read = Read(Body(
      R"({"type":"item","item":{"id":"i-9","kind":"user","at":1764460800000,"text":"Ship it",)"
      R"("requestId":"r-1"}},{"type":"item","item":{"id":"i-10","kind":"tool","tool":)"
      R"({"name":"bash","input":"make","output":"ok","status":"done"}}},)"
      R"({"type":"item","item":{"id":"i-11","kind":"assistant","text":"Building","partial":true}},)"
      R"({"type":"item-removed","itemId":"i-3"},{"type":"ask","ask":)" +
          ask +
          R"( },{"type":"ask-closed","askId":"deploy-1","outcome":"answered","decidedBy":"phone",)"
          R"("requestId":"r-2","answer":{"optionIds":["yes"]}},)"
          R"({"type":"send-dropped","requestId":"r-1"})",
      R"(,"reset":true,"more":false,"truncated":true)"));
  EXPECT_EQ(read.epoch, "e-1");
  EXPECT_EQ(read.cursor, "e:p:1");
  EXPECT_TRUE(read.reset);
  EXPECT_FALSE(read.more);
  EXPECT_TRUE(read.truncated);
  EXPECT_EQ(read.bad_entries, 0);
  ASSERT_EQ(read.events.size(), 7u);
  const auto& user = std::get<v1::Item>(read.events[0]);
  EXPECT_EQ(user.kind(), v1::ITEM_KIND_USER);
  EXPECT_EQ(user.request_id(), "r-1");
  EXPECT_EQ(user.written_at().seconds(), 1764460800);
  const auto& tool = std::get<v1::Item>(read.events[1]).tool();
  EXPECT_EQ(tool.name(), "bash");
  EXPECT_EQ(tool.input(), "make");
  EXPECT_EQ(tool.output(), "ok");
  EXPECT_EQ(tool.status(), v1::TOOL_STATUS_DONE);
  EXPECT_TRUE(std::get<v1::Item>(read.events[2]).partial());
  EXPECT_EQ(std::get<RemovedItem>(read.events[3]).item_id, "i-3");
  const auto& raised = std::get<RaisedAsk>(read.events[4]);
  EXPECT_EQ(raised.ask.hash(), *AskHash(ask));
  EXPECT_EQ(raised.expires_at_ms, 1764461100000);
  const auto& closed = std::get<v1::ClosedAsk>(read.events[5]);
  EXPECT_EQ(closed.ask_id(), "deploy-1");
  EXPECT_EQ(closed.outcome(), v1::ASK_OUTCOME_ANSWERED);
  EXPECT_EQ(closed.decided_by(), "phone");
  EXPECT_EQ(closed.request_id(), "r-2");
  EXPECT_EQ(closed.answer().picked().option_ids(0), "yes");
  EXPECT_EQ(std::get<DroppedSend>(read.events[6]).request_id, "r-1");
}

TEST(PaneReadTest, ReadsFieldsInAnyOrder) {
  const PaneRead read =
      Read(Body(R"({"ask":{"title":"T","id":"q","kind":"text"},"type":"ask"},)"
                R"({"item":{"text":"x","kind":"notice","id":"i"},"type":"item"})"));
  EXPECT_EQ(read.bad_entries, 0);
  ASSERT_EQ(read.events.size(), 2u);
}

TEST(PaneReadTest, PassesOverUnknownTypesAndKinds) {
  const PaneRead read =
      Read(Body(R"({"type":"plan","item":7,"ask":[],"askId":{},"itemId":5,"answer":1},)"
                R"({"type":"item","item":{"id":"i","kind":"chart","text":7}},)"
                R"({"type":"item-removed","itemId":"i","item":"x"})"));
  EXPECT_EQ(read.bad_entries, 0);
  EXPECT_EQ(read.events.size(), 1u);
}

TEST(PaneReadTest, LeavesOutBadEventsAlone) {
  for (const std::string bad :
       {R"(7)",
        R"(null)",
        R"([])",
        R"({})",
        R"({"type":7})",
        R"({"type":"item"})",
        R"({"type":"item","item":"x"})",
        R"({"type":"item","item":{"kind":"user"}})",
        R"({"type":"item","item":{"id":"i"}})",
        R"({"type":"item","item":{"id":"i","kind":"tool"}})",
        R"({"type":"item","item":{"id":"i","kind":"user","text":{"a":[1]}}})",
        R"({"type":"item","item":{"id":"i","kind":"user","at":"now"}})",
        R"({"type":"item","item":{"id":"i","kind":"user","requestId":"a b"}})",
        R"({"type":"item","item":{"id":"\ud83d","kind":"user"}})",
        R"({"type":"item","item":{"id":"i","kind":"tool","tool":{"input":{}}}})",
        R"({"type":"item-removed"})",
        R"({"type":"item-removed","itemId":""})",
        R"({"type":"ask"})",
        R"({"type":"ask","ask":{"id":"q","id":"q","kind":"text","title":"T"}})",
        R"({"type":"ask-closed","outcome":"answered"})",
        R"({"type":"ask-closed","askId":"q"})",
        R"({"type":"send-dropped"})",
        R"({"type":"send-dropped","requestId":"r 1"})"}) {
    const PaneRead read = Read(Body(AskEvent("a") + "," + bad + "," + AskEvent("b")));
    EXPECT_EQ(read.bad_entries, 1) << bad;
    EXPECT_EQ(read.events.size(), 2u) << bad;
  }
}

TEST(PaneReadTest, ADecisionStandsWithoutItsBadParts) {
  const PaneRead read = Read(Body(
      R"({"type":"ask-closed","askId":"q","outcome":"evaporated","decidedBy":7,"requestId":"a b",)"
      R"("answer":{"optionIds":["a/b"]}})"));
  EXPECT_EQ(read.bad_entries, 0);
  const auto& closed = std::get<v1::ClosedAsk>(read.events.at(0));
  EXPECT_EQ(closed.outcome(), v1::ASK_OUTCOME_WITHDRAWN);
  EXPECT_EQ(closed.decided_by(), "");
  EXPECT_EQ(closed.request_id(), "");
  EXPECT_FALSE(closed.has_answer());
}

TEST(PaneReadTest, ReadsAnswersOfEveryShape) {
  const PaneRead read = Read(Body(
      R"({"type":"ask-closed","askId":"a","outcome":"timed-out","decidedBy":"timeout"},)"
      R"({"type":"ask-closed","askId":"b","outcome":"answered","answer":{"text":"w\u0000hy"}},)"
      R"({"type":"ask-closed","askId":"c","outcome":"answered","answer":)"
      R"({"fields":{"n":1.5,"b":true,"t":"x"}}})"));
  EXPECT_EQ(std::get<v1::ClosedAsk>(read.events.at(0)).outcome(), v1::ASK_OUTCOME_TIMED_OUT);
  EXPECT_EQ(std::get<v1::ClosedAsk>(read.events.at(1)).answer().text(), "why");
  const auto& fields = std::get<v1::ClosedAsk>(read.events.at(2)).answer().form().fields();
  EXPECT_EQ(fields.at("n").number(), 1.5);
  EXPECT_TRUE(fields.at("b").boolean());
  EXPECT_EQ(fields.at("t").text(), "x");
}

TEST(PaneReadTest, KeepsTheFirstOpenAsks) {
  std::string asks;
  for (int i = 0; i < 20; ++i) asks += (i ? "," : "") + AskEvent("q" + std::to_string(i));
  const PaneRead all = Read(Body(asks));
  ASSERT_EQ(all.events.size(), 16u);
  EXPECT_EQ(std::get<RaisedAsk>(all.events[15]).ask.ask_id(), "q15");
  EXPECT_EQ(all.bad_entries, 0);
  EXPECT_EQ(all.asks_left_out.size(), 4u);
  const std::string closed = R"(,{"type":"ask-closed","outcome":"withdrawn","askId":"q19"})";
  EXPECT_EQ(Read(Body(asks + closed)).asks_left_out.size(), 3u);
  std::string pairs;
  for (int i = 0; i < 20; ++i) {
    const std::string id = "q" + std::to_string(i);
    pairs += (i ? "," : "") + AskEvent(id) +
             R"(,{"type":"ask-closed","outcome":"withdrawn","askId":")" + id + "\"}";
  }
  EXPECT_EQ(Read(Body(pairs)).events.size(), 40u);
}

TEST(PaneReadTest, CutsAndCleansItems) {
  const PaneRead read = Read(Body(
      R"({"type":"item","item":{"id":"i","kind":"assistant","text":"half \ud83d pair\u0007\n\t.",)"
      R"("requestId":"r-9"}},{"type":"item","item":{"id":"j","kind":"tool","tool":{"output":")" +
      std::string(70'000, 'x') + R"(","status":"sleeping"}}})"));
  const auto& text = std::get<v1::Item>(read.events.at(0));
  EXPECT_EQ(text.text(), "half \uFFFD pair\n\t.");
  EXPECT_EQ(text.request_id(), "");  // only a user's item proves an act
  const auto& tool = std::get<v1::Item>(read.events.at(1)).tool();
  EXPECT_EQ(tool.output().size(), 65536u);
  EXPECT_EQ(tool.status(), v1::TOOL_STATUS_UNSPECIFIED);
}

TEST(PaneReadTest, HugeNumbersAndDepthInUnknownFieldsDoNotMatter) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const PaneRead read = Read(Body(
      R"({"type":"item","x":123456789012345678901234567890,"item":{"id":"i","kind":"user","y":)" +
      deep + R"(,"text":"x"}})"));
  EXPECT_EQ(read.bad_entries, 0);
  EXPECT_EQ(std::get<v1::Item>(read.events.at(0)).text(), "x");
}

TEST(PaneReadTest, ADeepAskIsABadEntry) {
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  const PaneRead read =
      Read(Body(R"({"type":"ask","ask":{"id":"q","kind":"text","title":"T","x":)" + deep + "}}," +
                AskEvent("b")));
  EXPECT_EQ(read.bad_entries, 1);
  EXPECT_EQ(read.events.size(), 1u);
}

TEST(PaneReadTest, RefusesWhatIsNotTheWires) {
  for (const std::string& body :
       {std::string(), std::string("{}"), std::string("[]"), Body("").substr(0, 20),
        Body("") + "{}", Body(std::string(100'000, '[')), Body("", R"(,"reset":"yes")"),
        Body("", R"(,"more":1)"), std::string(R"({"epoch":"e","events":[]})"),
        std::string(R"({"cursor":"c","events":[]})"), std::string(R"({"epoch":"e","cursor":"c"})"),
        std::string(R"({"epoch":"e","cursor":"c","events":{}})"),
        Body(R"({"type":"item" "item":1})"), Body(R"({"type":"send-dropped",})"),
        Body("\"\xff\"")}) {
    EXPECT_FALSE(DecodePaneRead(body).ok()) << body.substr(0, 100);
  }
}

}  // namespace
}  // namespace collie::wire

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"

namespace collie::text {
namespace {

v1::Ask GoodAsk() {
  v1::Ask ask;
  ask.set_ask_id("deploy-1");
  ask.set_hash(std::string(64, 'a'));
  ask.set_kind(v1::ASK_KIND_CHOICE);
  ask.set_title("Deploy?");
  ask.set_detail("line\nline");
  v1::AskOption* option = ask.add_options();
  option->set_id("yes");
  option->set_label("Yes");
  return ask;
}

v1::ClosedAsk GoodDecision() {
  v1::ClosedAsk closed;
  closed.set_ask_id("deploy-1");
  closed.set_outcome(v1::ASK_OUTCOME_ANSWERED);
  closed.set_decided_by("phone");
  closed.set_request_id("r-1");
  closed.mutable_answer()->mutable_picked()->add_option_ids("yes");
  return closed;
}

TEST(CleanAskTest, LeavesAGoodOneAlone) {
  v1::Ask ask = GoodAsk();
  ASSERT_TRUE(CleanAsk(ask));
  EXPECT_EQ(ask.SerializeAsString(), GoodAsk().SerializeAsString());
}

TEST(CleanAskTest, RefusesIdsAndHashesThatBreakTheRule) {
  v1::Ask ask = GoodAsk();
  ask.set_ask_id("../x");
  EXPECT_FALSE(CleanAsk(ask));
  ask = GoodAsk();
  ask.set_hash(std::string(64, 'A'));
  EXPECT_FALSE(CleanAsk(ask));
  ask = GoodAsk();
  ask.clear_kind();
  EXPECT_FALSE(CleanAsk(ask));
}

TEST(CleanAskTest, SaysThatAnythingShownWasAltered) {
  const auto altered = [](auto change) {
    v1::Ask ask = GoodAsk();
    change(ask);
    return CleanAsk(ask) && ask.altered();
  };
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.set_title(std::string(501, 'x')); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) {
    ask.set_title(
        "a\u202E"
        "b");
  }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.set_detail(std::string(8 * 1024 + 1, 'x')); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.set_placeholder(std::string(201, 'x')); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.mutable_options(0)->set_label("\x1b"); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.add_options()->set_id(".."); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.add_options()->set_id("yes"); }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.add_fields()->set_id("x"); }));  // of no type
  EXPECT_TRUE(altered([](v1::Ask& ask) {
    for (int i = 0; i < 32; ++i) ask.add_options()->set_id("o" + std::to_string(i));
  }));
  EXPECT_TRUE(altered([](v1::Ask& ask) { ask.set_altered(true); }));
  EXPECT_FALSE(altered([](v1::Ask& ask) { ask.set_title(std::string(500, 'x')); }));
}

TEST(CleanAskTest, KeepsTheFirstOfEveryList) {
  v1::Ask ask = GoodAsk();
  for (int i = 0; i < 40; ++i) {
    ask.add_options()->set_id("o" + std::to_string(i));
    v1::AskField* field = ask.add_fields();
    field->set_id("f" + std::to_string(i));
    field->set_type(v1::FIELD_TYPE_TEXT);
  }
  ASSERT_TRUE(CleanAsk(ask));
  ASSERT_EQ(ask.options_size(), 32);
  EXPECT_EQ(ask.options(0).id(), "yes");
  EXPECT_EQ(ask.options(31).id(), "o30");
  ASSERT_EQ(ask.fields_size(), 32);
  EXPECT_EQ(ask.fields(31).id(), "f31");
}

TEST(CleanAskTest, ClearsWhatOnlyTheRelaySets) {
  v1::Ask ask = GoodAsk();
  ask.set_one_tap(true);
  ask.set_one_use_id("forged");
  ask.set_expires(true);
  ask.set_expires_in_ms(-5);
  ask.set_min(-1);
  ASSERT_TRUE(CleanAsk(ask));
  EXPECT_FALSE(ask.one_tap());
  EXPECT_EQ(ask.one_use_id(), "");
  EXPECT_EQ(ask.expires_in_ms(), 0);
  EXPECT_EQ(ask.min(), 0);
}

TEST(CleanAskTest, ReadsUnknownKindsAsOther) {
  v1::Ask ask = GoodAsk();
  ask.set_kind(static_cast<v1::AskKind>(77));
  ASSERT_TRUE(CleanAsk(ask));
  EXPECT_EQ(ask.kind(), v1::ASK_KIND_OTHER);
}

TEST(CleanClosedAskTest, LeavesAGoodOneAlone) {
  v1::ClosedAsk closed = GoodDecision();
  ASSERT_TRUE(CleanClosedAsk(closed));
  EXPECT_EQ(closed.SerializeAsString(), GoodDecision().SerializeAsString());
}

TEST(CleanClosedAskTest, LeavesOutAnAnswerThatIsTooLargeAndKeepsTheDecision) {
  v1::ClosedAsk closed = GoodDecision();
  closed.mutable_answer()->set_text(std::string(kDecidedAnswerBytes + 1, 'x'));
  ASSERT_TRUE(CleanClosedAsk(closed));
  EXPECT_FALSE(closed.has_answer());
  EXPECT_EQ(closed.outcome(), GoodDecision().outcome());
}

TEST(CleanClosedAskTest, RefusesWithoutIdOrOutcome) {
  v1::ClosedAsk closed = GoodDecision();
  closed.clear_ask_id();
  EXPECT_FALSE(CleanClosedAsk(closed));
  EXPECT_TRUE(CleanDecision(closed));
  closed.clear_outcome();
  EXPECT_FALSE(CleanDecision(closed));
}

TEST(CleanClosedAskTest, KeepsTheDecisionWithoutItsBadParts) {
  v1::ClosedAsk closed = GoodDecision();
  closed.set_decided_by("<b>me</b>");
  closed.set_request_id("r 1");
  closed.mutable_answer()->mutable_picked()->add_option_ids("a/b");
  ASSERT_TRUE(CleanClosedAsk(closed));
  EXPECT_EQ(closed.decided_by(), "");
  EXPECT_EQ(closed.request_id(), "");
  EXPECT_FALSE(closed.has_answer());
}

TEST(CleanClosedAskTest, CleansTheAnswersOfForms) {
  v1::ClosedAsk closed = GoodDecision();
  auto& fields = *closed.mutable_answer()->mutable_form()->mutable_fields();
  fields["name"].set_text(
      "a\u200B"
      "b");
  ASSERT_TRUE(CleanClosedAsk(closed));
  EXPECT_EQ(closed.answer().form().fields().at("name").text(), "ab");
  (*closed.mutable_answer()->mutable_form()->mutable_fields())["n"].set_number(std::nan(""));
  ASSERT_TRUE(CleanClosedAsk(closed));
  EXPECT_FALSE(closed.has_answer());
}

}  // namespace
}  // namespace collie::text

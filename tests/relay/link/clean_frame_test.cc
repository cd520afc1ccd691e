#include "relay/link/clean_frame.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/text/limits.h"

namespace collie::relay {
namespace {

const std::string kHostile = "a\x1b[31m\xE2\x80\xAE" + std::string(10'000, 'x');

v1::EdgeFrame News() {
  v1::EdgeFrame frame;
  frame.mutable_conversation()->set_source("hello");
  frame.mutable_conversation()->set_pane("deploy");
  return frame;
}

v1::EdgeFrame Result() {
  v1::EdgeFrame frame;
  frame.mutable_result()->set_request_id("r-1");
  frame.mutable_result()->set_attempt(1);
  return frame;
}

v1::EdgeFrame Held() {
  v1::EdgeFrame frame;
  v1::ActRequest* request = frame.mutable_held()->mutable_command()->mutable_request();
  request->set_request_id("r-1");
  request->mutable_conversation()->set_source("hello");
  request->mutable_conversation()->set_pane("deploy");
  *frame.mutable_held()->mutable_result() = Result().result();
  return frame;
}

TEST(CleanFrameTest, AHelloKeepsWhatCanBeShownAndNamed) {
  v1::EdgeFrame frame;
  v1::EdgeHello* hello = frame.mutable_hello();
  hello->set_version(kHostile);
  hello->set_store_incarnation("5f0c");
  hello->set_boot("../boot");
  hello->set_host(kHostile);
  hello->set_relay_run("run 1");
  ASSERT_TRUE(CleanFrame(frame).ok());
  EXPECT_EQ(hello->version().size(), 64u);
  EXPECT_EQ(hello->version().find('\x1b'), std::string::npos);
  EXPECT_EQ(hello->store_incarnation(), "5f0c");
  EXPECT_EQ(hello->boot() + hello->host() + hello->relay_run(), "");
  hello->set_store_incarnation(kHostile);
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
}

TEST(CleanFrameTest, AHeartbeatTellsOfSourcesThatCanBe) {
  v1::EdgeFrame frame;
  for (int i = 0; i < 300; ++i) {
    frame.mutable_heartbeat()->add_ages()->set_source("s" + std::to_string(i));
  }
  frame.mutable_heartbeat()->mutable_ages(0)->set_source("../x");
  ASSERT_TRUE(CleanFrame(frame).ok());
  EXPECT_EQ(frame.heartbeat().ages_size(), 256);
  EXPECT_EQ(frame.heartbeat().ages(0).source(), "s1");
}

TEST(CleanFrameTest, ASourceThatIsGoneHasAName) {
  v1::EdgeFrame frame;
  frame.mutable_source_removed()->set_name("hello");
  EXPECT_TRUE(CleanFrame(frame).ok());
  frame.mutable_source_removed()->set_name("Hello World");
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
}

TEST(CleanFrameTest, NewsOfAConversationNameAPlaceThatCanBe) {
  v1::EdgeFrame frame = News();
  EXPECT_TRUE(CleanFrame(frame).ok());
  frame.mutable_conversation()->set_pane("..");
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
  frame = News();
  frame.mutable_conversation()->set_source(kHostile);
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
}

TEST(CleanFrameTest, NewsOfAConversationAreBoundedAndClean) {
  v1::EdgeFrame frame = News();
  v1::ConversationUpdate* update = frame.mutable_conversation();
  v1::Item* item = update->add_items();
  item->set_id("i-1");
  item->set_kind(v1::ITEM_KIND_ASSISTANT);
  item->set_text("evil\x1b[31m");
  update->add_items()->set_id(kHostile);
  update->add_removed_items("i-0");
  update->add_removed_items(kHostile);
  update->add_closed_asks()->set_ask_id("../x");
  v1::ClosedAsk* closed = update->add_closed_asks();
  closed->set_ask_id("a-1");
  closed->set_outcome(v1::ASK_OUTCOME_ANSWERED);
  closed->mutable_answer()->set_text(std::string(text::kDecidedAnswerBytes, 'x'));
  update->add_dropped_requests("r-1");
  update->add_dropped_requests("r 1");
  update->set_epoch(kHostile);
  update->set_reason(kHostile);
  ASSERT_TRUE(CleanFrame(frame).ok());
  ASSERT_EQ(update->items_size(), 1);
  EXPECT_EQ(update->items(0).text(), "evil[31m");
  ASSERT_EQ(update->removed_items_size(), 1);
  ASSERT_EQ(update->closed_asks_size(), 1);
  EXPECT_FALSE(update->closed_asks(0).has_answer());
  ASSERT_EQ(update->dropped_requests_size(), 1);
  EXPECT_EQ(update->epoch(), "");
  EXPECT_EQ(update->reason(), "unreadable");  // never read as news
}

TEST(CleanFrameTest, AResultNamesItsActAndShowsNoMoreThanAPaneMay) {
  v1::EdgeFrame frame = Result();
  v1::ActResult* result = frame.mutable_result();
  result->set_detail(kHostile);
  result->set_agent_code(kHostile);
  result->set_started_pane("..");
  v1::Ask* ask = result->mutable_ask();
  ask->set_ask_id("a-1");
  ask->set_hash(std::string(64, 'a'));
  ask->set_kind(v1::ASK_KIND_FORM);
  for (int f = 0; f < 32; ++f) {
    v1::AskField* field = ask->add_fields();
    field->set_id("f" + std::to_string(f));
    field->set_type(v1::FIELD_TYPE_CHOICE);
    for (int o = 0; o < 32; ++o) {
      field->add_options()->set_id("o" + std::to_string(o));
      field->mutable_options(o)->set_label(std::string(600, 'l'));
    }
  }
  for (v1::AskField& field : *ask->mutable_fields()) {
    for (v1::AskOption& option : *field.mutable_options()) {
      std::string label;
      for (int i = 0; i < 200; ++i) label += "\xF0\x9F\x90\x95";  // 4 bytes a character
      option.set_label(label);
    }
  }
  ASSERT_TRUE(CleanFrame(frame).ok());
  EXPECT_EQ(result->detail().size(), text::kSentenceCharacters);
  EXPECT_EQ(result->agent_code().size(), text::kTitleCharacters);
  EXPECT_EQ(result->started_pane(), "");
  EXPECT_FALSE(result->has_ask());
  result->set_request_id("r 1");
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
}

TEST(CleanFrameTest, AHeldAttemptIsBoundedAndNamesItsPlace) {
  v1::EdgeFrame frame = Held();
  v1::HeldAttempt* held = frame.mutable_held();
  held->mutable_command()->set_device(kHostile);
  held->mutable_command()->set_epoch("e 1");
  held->mutable_command()->set_relay_run("../x");
  held->set_epoch(kHostile);
  ASSERT_TRUE(CleanFrame(frame).ok());
  EXPECT_EQ(held->command().device().size(), text::kTitleCharacters);
  EXPECT_EQ(held->command().epoch() + held->command().relay_run() + held->epoch(), "");
  held->mutable_command()->mutable_request()->mutable_conversation()->set_pane("..");
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(frame)));
  v1::EdgeFrame large = Held();
  large.mutable_held()->mutable_command()->mutable_request()->mutable_send()->set_text(
      std::string(1 << 20, 'x'));
  EXPECT_TRUE(absl::IsInvalidArgument(CleanFrame(large)));
}

TEST(CleanFrameTest, APageOfHistoryHasACursorThatCanBeAndACleanSentence) {
  v1::EdgeFrame frame;
  v1::HistoryPage* page = frame.mutable_history();
  page->set_before(kHostile);
  page->set_detail(kHostile);
  page->set_reason(static_cast<v1::Reason>(999));
  page->add_items()->set_id("forged");
  ASSERT_TRUE(CleanFrame(frame).ok());
  EXPECT_EQ(page->before(), "");
  EXPECT_EQ(page->detail().size(), text::kSentenceCharacters);
  EXPECT_EQ(page->reason(), v1::REASON_SOURCE_UNREACHABLE);
  EXPECT_EQ(page->items_size(), 0);
}

}  // namespace
}  // namespace collie::relay

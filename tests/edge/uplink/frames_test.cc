#include "edge/uplink/frames.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/text/limits.h"
#include "edge/view/conversation_batch.h"
#include "edge/view/source_batch.h"

namespace collie::edge {
namespace {

constexpr size_t kUtf8 = 4;  // bytes of the largest character

std::string Long(size_t characters) { return std::string(kUtf8 * characters, 'x'); }
std::string Id(size_t number) {
  std::string id = absl::StrCat(number, "-");
  return id + std::string(128 - id.size(), 'i');
}

v1::Item LargestItem(size_t number) {
  v1::Item item;
  item.set_id(Id(number));
  item.set_text(Long(text::kItemTextCharacters));
  item.mutable_tool()->set_name(Long(text::kTitleCharacters));
  item.mutable_tool()->set_input(Long(text::kToolInputCharacters));
  item.mutable_tool()->set_output(Long(text::kToolOutputCharacters));
  return item;
}

v1::ClosedAsk LargestDecision(size_t number) {
  v1::ClosedAsk closed;
  closed.set_ask_id(Id(number));
  closed.mutable_answer()->set_text(std::string(text::kDecidedAnswerBytes - 8, 'x'));
  return closed;
}

// Sixteen bytes are for the frame around it.
void ExpectBounded(const google::protobuf::Message& message) {
  EXPECT_LT(message.ByteSizeLong() + 16, text::kLinkFrameBytes);
}

// The source with the longest of everything.
ShownSource LargestSource() {
  ShownSource shown;
  shown.source.set_name(std::string(63, 'n'));
  shown.source.set_host_name(Long(text::kTitleCharacters));
  shown.source.set_runtime(Long(text::kTitleCharacters));
  shown.source.set_detail(Long(text::kSentenceCharacters));
  for (size_t i = 0; i < text::kStarters; ++i) {
    v1::Starter& starter = *shown.source.add_starters();
    starter.set_id(Id(i));
    starter.set_label(Long(text::kTitleCharacters));
  }
  return shown;
}

TEST(FramesTest, AStateOfTheLargestPanesGoesInBoundedParts) {
  SourceBatch batch;
  batch.source = LargestSource();
  batch.whole = true;
  for (size_t i = 0; i < 8; ++i) {
    auto pane = std::make_shared<ShownPane>();
    pane->pane.set_id(Id(i));
    ShownAsk& ask = pane->asks.emplace_back();
    ask.ask.set_detail(std::string(text::kPaneBytes - 1024, 'x'));
    batch.panes.push_back(std::move(pane));
  }
  for (size_t i = 0; i < 1000; ++i) batch.removed_panes.push_back(Id(i));
  int panes = 0;
  bool more = true;
  while (more) {
    v1::SourceUpdate part;
    more = batch.NextPart({}, kPartBytes, &part);
    EXPECT_EQ(part.commit(), !more);
    ExpectBounded(part);
    panes += part.panes_size();
  }
  EXPECT_EQ(panes, 8);
}

TEST(FramesTest, AConversationOfTheLargestItemsGoesInBoundedParts) {
  ConversationBatch batch;
  batch.pane = Id(1);
  batch.news.reset = true;
  for (size_t i = 0; i < 10; ++i) batch.news.items.push_back(LargestItem(i));
  for (size_t i = 0; i < 100; ++i) batch.news.closed_asks.push_back(LargestDecision(i));
  for (size_t i = 0; i < 500; ++i) batch.news.removed_items.push_back(Id(i));
  for (size_t i = 0; i < 100; ++i) batch.dropped_requests.push_back(Id(i));
  int items = 0;
  int closed = 0;
  bool more = true;
  while (more) {
    v1::ConversationUpdate part;
    more = batch.NextPart(kPartBytes, &part);
    EXPECT_EQ(part.more(), more);
    ExpectBounded(part);
    items += part.items_size();
    closed += part.closed_asks_size();
  }
  EXPECT_EQ(items, 10);
  EXPECT_EQ(closed, 100);
}

TEST(FramesTest, APageOfTheLargestItemsGoesInBoundedPartsThatEndOnce) {
  v1::HistoryPage page;
  page.set_read(7);
  page.set_before("cursor");
  page.set_truncated(true);
  for (size_t i = 0; i < 5; ++i) *page.add_items() = LargestItem(i);
  const std::vector<v1::EdgeFrame> frames = HistoryFrames(page);
  int items = 0;
  for (size_t i = 0; i < frames.size(); ++i) {
    const v1::HistoryPage& part = frames[i].history();
    ExpectBounded(frames[i]);
    EXPECT_EQ(part.read(), 7);
    EXPECT_EQ(part.more(), i + 1 < frames.size());
    for (const v1::Item& item : part.items())
      EXPECT_EQ(item.id(), Id(static_cast<size_t>(items++)));
  }
  EXPECT_EQ(items, 5);
  EXPECT_EQ(frames.back().history().before(), "cursor");
  EXPECT_TRUE(frames.back().history().truncated());
}

TEST(FramesTest, APageOfAFewItemsAndARefusedOneAreOneFrame) {
  v1::HistoryPage page;
  page.set_read(3);
  page.set_reason(v1::REASON_UNSUPPORTED);
  const std::vector<v1::EdgeFrame> frames = HistoryFrames(page);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].history().reason(), v1::REASON_UNSUPPORTED);
  EXPECT_EQ(frames[0].history().read(), 3);
  EXPECT_FALSE(frames[0].history().more());
}

TEST(FramesTest, AHeartbeatOfManySourcesIsBounded) {
  std::vector<v1::SourceAge> ages(30'000);
  for (v1::SourceAge& age : ages) {
    age.set_source(std::string(63, 'n'));
    age.set_read_age_ms(INT64_MAX);
  }
  int told = 0;
  for (const v1::EdgeFrame& frame : HeartbeatFrames(9, ages)) {
    ExpectBounded(frame);
    EXPECT_EQ(frame.heartbeat().number(), 9);
    told += frame.heartbeat().ages_size();
  }
  EXPECT_EQ(told, 30'000);
  EXPECT_EQ(HeartbeatFrames(9, {}).size(), 1u);
}

TEST(FramesTest, AResultWithTheLargestQuestionAndDecisionIsBounded) {
  v1::ActResult result;
  result.set_reason(v1::REASON_ASK_CHANGED);
  result.set_detail(Long(text::kSentenceCharacters));
  *result.mutable_decision() = LargestDecision(1);
  for (size_t field = 0; field < text::kFields; ++field) {
    v1::AskField& one = *result.mutable_ask()->add_fields();
    for (size_t option = 0; option < text::kOptions; ++option) {
      one.add_options()->set_label(Long(text::kTitleCharacters));
    }
  }
  const v1::EdgeFrame frame = ResultFrame(result);
  ExpectBounded(frame);
  EXPECT_FALSE(frame.result().has_ask());
  EXPECT_EQ(frame.result().reason(), v1::REASON_ASK_CHANGED);
  result.mutable_ask()->clear_fields();
  result.mutable_ask()->set_title("Now?");
  EXPECT_EQ(ResultFrame(result).result().ask().title(), "Now?");
}

}  // namespace
}  // namespace collie::edge

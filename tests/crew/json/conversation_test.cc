#include "crew/json/conversation.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::json {
namespace {

TEST(ConversationJsonTest, ShowsAConversationAsTheGoldenFileDoes) {
  tests::ExpectGolden("tests/crew/json/conversation.json",
                      ConversationJson(tests::SampleConversation()).dump(2) + "\n");
}

TEST(ConversationJsonTest, SaysMoreOnlyWhereMoreFollows) {
  v1::ConversationEvent event;
  EXPECT_FALSE(ConversationJson(event).contains("more"));
  event.set_more(true);
  EXPECT_EQ(ConversationJson(event)["more"], true);
}

TEST(ConversationJsonTest, ThePageBeforeTheOldestHasNoName) {
  v1::ReadHistoryReply page;
  page.set_before("b-1");
  EXPECT_EQ(Dump(HistoryJson(page)), R"({"items":[],"before":"b-1","truncated":false})");
  page.clear_before();
  EXPECT_EQ(Dump(HistoryJson(page)), R"({"items":[],"before":"","truncated":false})");
}

}  // namespace
}  // namespace collie::json

#include "relay/service/slow_reads.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kKey{"deck-1", "hello", "deploy"};
const StreamId kStream{"deck-1", 1};
constexpr absl::Duration kMost = absl::Seconds(10);

class SlowReadsTest : public testing::Test {
 protected:
  SlowReadsTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.add_panes()->set_id("deploy");
    view_.Apply(kStream, update);
    v1::Interest interest;
    interest.add_conversations()->set_source("hello");
    interest.mutable_conversations(0)->set_pane("deploy");
    cache_.Followed(kStream, interest);
    cache_.OnChange(
        [this](const ids::ConversationKey& key) { notifier_.Notify(Topic::kConversation, {key}); });
  }

  void Read(const ids::ConversationKey& key = kKey) {
    reads_.ReadConversation(key, "", kMost, [this](absl::StatusOr<v1::ConversationEvent> event) {
      ++replies_;
      reply_ = std::move(event);
    });
  }
  void NewsCome() {
    v1::ConversationUpdate update;
    update.set_source("hello");
    update.set_pane("deploy");
    update.set_reset(true);
    v1::Item* item = update.add_items();
    item->set_id("i-1");
    item->set_kind(v1::ITEM_KIND_ASSISTANT);
    cache_.Apply(kStream, update);
  }

  tests::SimulatedClock clock_;
  tests::InlineExecutor executor_;
  Notifier notifier_{executor_};
  Interest interest_{clock_};
  CrewView view_{
      {.incarnation = "i-1", .crew_id = "c", .crew_name = "crew", .ask_key = std::string(32, 'k')},
      clock_,
      [](const ViewChanges&) {}};
  ConversationCache cache_{clock_, view_, interest_};
  MemberStreams streams_{interest_, [](const StreamId&, const v1::Interest&) {}};
  HistoryReads history_{streams_};
  SlowReads reads_{cache_, history_, notifier_, clock_};
  int replies_ = 0;
  std::optional<absl::StatusOr<v1::ConversationEvent>> reply_;
};

TEST_F(SlowReadsTest, WaitsForTheFirstNewsAndRepliesOnce) {
  Read();
  EXPECT_EQ(replies_, 0);
  NewsCome();
  ASSERT_EQ(replies_, 1);
  ASSERT_TRUE(reply_->ok()) << reply_->status();
  EXPECT_EQ((*reply_)->items_size(), 1);
  NewsCome();
  clock_.Advance(kMost);
  reads_.Tick();
  EXPECT_EQ(replies_, 1);
}

TEST_F(SlowReadsTest, RepliesAtOnceWithWhatIsKnown) {
  NewsCome();
  Read();
  ASSERT_EQ(replies_, 1);
  EXPECT_TRUE(reply_->ok());
}

TEST_F(SlowReadsTest, SaysAtOnceThatThereIsNoSuchConversation) {
  Read({"deck-1", "hello", "other"});
  ASSERT_EQ(replies_, 1);
  EXPECT_TRUE(absl::IsNotFound(reply_->status()));
}

TEST_F(SlowReadsTest, EndsWhenItsTimeIsOver) {
  Read();
  clock_.Advance(kMost - absl::Seconds(1));
  reads_.Tick();
  EXPECT_EQ(replies_, 0);
  clock_.Advance(absl::Seconds(1));
  reads_.Tick();
  ASSERT_EQ(replies_, 1);
  EXPECT_TRUE(absl::IsUnavailable(reply_->status()));
}

TEST_F(SlowReadsTest, EndAllEndsThemAll) {
  Read();
  reads_.EndAll();
  EXPECT_EQ(replies_, 1);
}

TEST_F(SlowReadsTest, AMemberWithoutALinkHasNoHistoryNow) {
  v1::ReadHistoryRequest request;
  request.mutable_conversation()->set_member("deck-1");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy");
  int pages = 0;
  reads_.ReadHistory(request, kMost, [&](const absl::StatusOr<v1::ReadHistoryReply>& page) {
    ++pages;
    EXPECT_TRUE(absl::IsUnavailable(page.status()));
  });
  EXPECT_EQ(pages, 1);
  reads_.EndAll();
  EXPECT_EQ(pages, 1);
}

}  // namespace
}  // namespace collie::relay

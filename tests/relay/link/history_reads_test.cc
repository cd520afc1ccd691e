#include "relay/link/history_reads.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crew/status/reason.h"
#include "relay/watch/interest.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

// Answers each read with the parts that a test prepared.
class AnsweringStream final : public MemberStream {
 public:
  std::vector<v1::HistoryPage> parts;
  HistoryReads* reads = nullptr;

  bool Send(v1::RelayFrame frame) override {
    for (v1::HistoryPage part : parts) {
      part.set_read(frame.history().read());
      reads->OnPage("deck", part);
    }
    return true;
  }
  void End(const absl::Status&) override {}
};

class HistoryPartsTest : public ::testing::Test {
 protected:
  HistoryPartsTest() {
    stream_->reads = &reads_;
    number_ = streams_.Attach("deck", stream_);
    streams_.Open("deck", number_);
  }
  static v1::HistoryPage Part(const std::vector<std::string>& items, bool more) {
    v1::HistoryPage page;
    for (const std::string& id : items) {
      page.add_items()->set_id(id);
      page.mutable_items(page.items_size() - 1)->set_kind(v1::ITEM_KIND_USER);
    }
    page.set_more(more);
    return page;
  }
  static v1::HistoryPage Refused(v1::Reason reason) {
    v1::HistoryPage page;
    page.set_reason(reason);
    page.set_detail("A sentence.");
    return page;
  }
  absl::StatusOr<v1::ReadHistoryReply> Read(const std::string& before = "") {
    v1::ReadHistoryRequest request;
    request.set_before(before);
    request.mutable_conversation()->set_member("deck");
    request.mutable_conversation()->set_source("hello");
    request.mutable_conversation()->set_pane("deploy");
    return reads_.Read(request, absl::Milliseconds(50));
  }

  tests::SimulatedClock clock_;
  Interest interest_{clock_};
  MemberStreams streams_{interest_, [](const StreamId&, const v1::Interest&) {}};
  HistoryReads reads_{streams_};
  std::shared_ptr<AnsweringStream> stream_ = std::make_shared<AnsweringStream>();
  int64_t number_ = 0;
};

TEST_F(HistoryPartsTest, PutsThePartsOfAPageTogether) {
  stream_->parts = {Part({"1", "2"}, true), Part({"3"}, false)};
  stream_->parts.back().set_before("older");
  const auto reply = Read();
  ASSERT_TRUE(reply.ok()) << reply.status();
  ASSERT_EQ(reply->items_size(), 3);
  EXPECT_EQ(reply->items(2).id(), "3");
  EXPECT_EQ(reply->before(), "older");
}

TEST_F(HistoryPartsTest, APageWithoutItsEndIsNoPage) {
  stream_->parts = {Part({"1"}, true)};
  EXPECT_TRUE(absl::IsUnavailable(Read().status()));
}

TEST_F(HistoryPartsTest, APageWithMoreThanAPageMayHaveIsNotShownInPart) {
  for (int i = 0; i < 50; ++i) {
    stream_->parts.push_back(Part(std::vector<std::string>(100, "i"), i < 49));
  }
  EXPECT_TRUE(absl::IsResourceExhausted(Read().status()));
  stream_->parts = {Part({"1"}, false)};
  EXPECT_TRUE(Read().ok());
}

// The agent is the one who knows which cursors it gave.
TEST_F(HistoryPartsTest, ACursorThatTheAgentRefusesIsABadRequest) {
  stream_->parts = {Refused(v1::REASON_AGENT_REFUSED)};
  const absl::Status unknown = Read("no-cursor").status();
  EXPECT_TRUE(absl::IsInvalidArgument(unknown)) << unknown;
  EXPECT_EQ(status::WordOf(unknown), "bad-request");
  EXPECT_EQ(status::WordOf(Read().status()), "agent-refused");
}

TEST_F(HistoryPartsTest, AReadThatFailsTellsItsReason) {
  for (const auto& [reason, word] :
       {std::pair(v1::REASON_NO_SUCH_CONVERSATION, "no-such-conversation"),
        std::pair(v1::REASON_UNSUPPORTED, "unsupported"),
        std::pair(v1::REASON_SOURCE_UNREACHABLE, "source-unreachable"),
        std::pair(v1::REASON_STARTING, "starting")}) {
    stream_->parts = {Refused(reason)};
    EXPECT_EQ(status::WordOf(Read("older").status()), word);
  }
  stream_->parts = {};
  EXPECT_EQ(status::WordOf(Read().status()), "source-unreachable");
  streams_.Detach("deck", number_);
  EXPECT_EQ(status::WordOf(Read().status()), "member-unreachable");
}

}  // namespace
}  // namespace collie::relay

#include "relay/link/history_reads.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

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
    streams_.Open("deck", streams_.Attach("deck", stream_));
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
  absl::StatusOr<v1::ReadHistoryReply> Read() {
    v1::ReadHistoryRequest request;
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

}  // namespace
}  // namespace collie::relay

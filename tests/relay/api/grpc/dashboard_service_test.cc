#include "relay/api/grpc/dashboard_service.h"

#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "crew/status/grpc_status.h"
#include "tests/relay/api/grpc/scripted_peers.h"
#include "tests/relay/api/http/fake_backend.h"
#include "tests/relay/link/link_components.h"

namespace collie::relay {
namespace {

using grpc::StatusCode;

// The service over a channel within this process.
class DashboardServiceTest : public ::testing::Test {
 protected:
  DashboardServiceTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    components_.view.OnChange([this](const std::vector<ids::ConversationKey>& keys) {
      notifier_.Notify(Topic::kRows, keys);
    });
    components_.view.PutMember(ids::MemberId("deck"), "deck", false);
    components_.view.LinkUp(kStream, "0.1.0");
    server_ = builder.BuildAndStart();
    stub_ = v1::Dashboard::NewStub(server_->InProcessChannel({}));
  }
  ~DashboardServiceTest() override {
    service_.EndStreams("", absl::UnavailableError("The test is over."));
    server_->Shutdown();
  }

  grpc::Status Act(v1::Receipt& receipt) {
    grpc::ClientContext context;
    return stub_->Act(&context, v1::ActRequest(), &receipt);
  }
  grpc::Status ActWithout(v1::Reason reason) {
    ActReply answer;
    answer.refused = reason;
    answer.detail = "A sentence.";
    backend_.SetAnswer(answer);
    v1::Receipt receipt;
    return Act(receipt);
  }
  // How a watch begins.
  grpc::Status Watch(bool& begins) {
    grpc::ClientContext context;
    const auto stream = stub_->Watch(&context, v1::WatchRequest());
    v1::WatchEvent event;
    begins = stream->Read(&event);
    context.TryCancel();
    return stream->Finish();
  }

  // The agent shows one conversation of this title.
  void Show(const std::string& title) {
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.add_panes()->set_id("main");
    update.mutable_panes(0)->set_title(title);
    components_.view.Apply(kStream, update);
  }
  // Events read until one shows a conversation of this title; 0: the stream ended.
  static int ReadUntil(grpc::ClientReader<v1::WatchEvent>& stream, const std::string& title) {
    v1::WatchEvent event;
    for (int read = 1; stream.Read(&event); ++read) {
      for (const v1::PaneEntry& row : event.snapshot().panes()) {
        if (row.pane().title() == title) return read;
      }
      for (const v1::PaneEntry& row : event.delta().panes()) {
        if (row.pane().title() == title) return read;
      }
    }
    return 0;
  }

  const StreamId kStream{"deck", 1};
  LinkComponents components_;
  Notifier notifier_{components_.executor};
  ReceiptNews receipts_;
  tests::FakeBackend backend_;
  threads::BlockingCalls blocking_{1};
  ScriptedPeers peers_;
  DashboardService service_{{components_.view, components_.cache, components_.interest, notifier_,
                             receipts_, backend_, blocking_, components_.clock},
                            peers_};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Dashboard::Stub> stub_;
};

TEST_F(DashboardServiceTest, AViewerReadsAndItsActIsRefusedBeforeTheActs) {
  peers_.Set(DevicePeer(v1::ROLE_VIEWER));
  bool begins = false;
  Watch(begins);
  EXPECT_TRUE(begins);
  grpc::ClientContext context;
  v1::ListReceiptsReply list;
  EXPECT_TRUE(stub_->ListReceipts(&context, {}, &list).ok());
  v1::Receipt receipt;
  const grpc::Status refused = Act(receipt);
  EXPECT_EQ(refused.error_code(), StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(status::ReasonOf(refused), "not-allowed");
  EXPECT_TRUE(backend_.acts().empty());
}

TEST_F(DashboardServiceTest, AnOperatorActsInItsOwnName) {
  peers_.Set(DevicePeer(v1::ROLE_OPERATOR));
  v1::Receipt receipt;
  ASSERT_TRUE(Act(receipt).ok());
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
  ASSERT_EQ(backend_.acts().size(), 1u);
  EXPECT_EQ(backend_.acts().front().first, "phone");
}

TEST_F(DashboardServiceTest, AnActWithoutAReceiptTellsItsReasonAsData) {
  for (const auto& [reason, code, word] :
       {std::tuple(v1::REASON_REQUEST_ID_REUSED, StatusCode::ALREADY_EXISTS, "request-id-reused"),
        std::tuple(v1::REASON_UNKNOWN_REQUEST, StatusCode::NOT_FOUND, "unknown-request"),
        std::tuple(v1::REASON_DRAINING, StatusCode::UNAVAILABLE, "draining"),
        std::tuple(v1::REASON_STORE_UNAVAILABLE, StatusCode::UNAVAILABLE, "store-unavailable")}) {
    const grpc::Status error = ActWithout(reason);
    EXPECT_EQ(error.error_code(), code) << word;
    EXPECT_EQ(status::ReasonOf(error), word);
    EXPECT_EQ(error.error_message(), "A sentence.");
  }
}

TEST_F(DashboardServiceTest, AConversationThatIsNotKnownIsNamedAsSuch) {
  grpc::ClientContext context;
  v1::WatchConversationRequest request;
  request.mutable_conversation()->set_member("deck");
  const auto stream = stub_->WatchConversation(&context, request);
  v1::ConversationEvent event;
  EXPECT_FALSE(stream->Read(&event));
  const grpc::Status end = stream->Finish();
  EXPECT_EQ(end.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(status::ReasonOf(end), "no-such-conversation");
}

// One event in flight is all that it costs, others go on, and it gets the newest in one step.
TEST_F(DashboardServiceTest, AWatcherThatNeverReadsHoldsNobodyUpAndMissesNothingNewest) {
  peers_.Set(DevicePeer(v1::ROLE_VIEWER));
  constexpr int kChanges = 2000;
  grpc::ClientContext slow_context;
  grpc::ClientContext live_context;
  const auto slow = stub_->Watch(&slow_context, v1::WatchRequest());
  const auto live = stub_->Watch(&live_context, v1::WatchRequest());
  Show("0");
  EXPECT_GT(ReadUntil(*live, "0"), 0);
  std::thread reading([&] { EXPECT_GT(ReadUntil(*live, std::to_string(kChanges)), 0); });
  for (int i = 1; i <= kChanges; ++i) Show(std::to_string(i));
  reading.join();
  const int read = ReadUntil(*slow, std::to_string(kChanges));
  EXPECT_GT(read, 0);
  EXPECT_LE(read, 5) << "the start, its mark, what was in flight, and the newest";
  slow_context.TryCancel();
  live_context.TryCancel();
}

TEST_F(DashboardServiceTest, AThousandWatchersThatComeAndGoLeaveNothingBehind) {
  peers_.Set(DevicePeer(v1::ROLE_VIEWER));
  Show("0");
  for (int i = 0; i < 1000; ++i) {
    bool begins = false;
    Watch(begins);
    // The end of a call comes a moment after its client saw it: only 64 at once are allowed.
    if (!begins) --i;
  }
  while (components_.interest.Of("deck").every_source()) std::this_thread::yield();
  EXPECT_FALSE(components_.interest.Follows({}));
}

TEST_F(DashboardServiceTest, AWatchThatResumesAtTheNewestIsAnsweredAtOnce) {
  peers_.Set(DevicePeer(v1::ROLE_VIEWER));
  v1::WatchRequest request;
  request.mutable_resume()->set_incarnation("inc");
  request.mutable_resume()->set_revision(std::to_string(components_.view.revision()));
  grpc::ClientContext context;
  const auto stream = stub_->Watch(&context, request);
  v1::WatchEvent event;
  ASSERT_TRUE(stream->Read(&event));
  EXPECT_TRUE(event.has_in_sync()) << event.ShortDebugString();
  components_.clock.Advance(absl::Seconds(15));
  notifier_.Notify(Topic::kTick, {{}});
  ASSERT_TRUE(stream->Read(&event));
  EXPECT_EQ(event.delta().revision(), request.resume().revision());
  context.TryCancel();
}

TEST_F(DashboardServiceTest, AWatchedConversationIsSentWithItsAge) {
  peers_.Set(DevicePeer(v1::ROLE_VIEWER));
  Show("0");
  grpc::ClientContext context;
  v1::WatchConversationRequest request;
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("main");
  const auto stream = stub_->WatchConversation(&context, request);
  while (!components_.interest.Follows({"deck", "hello", "main"})) std::this_thread::yield();
  components_.cache.Followed(kStream, components_.interest.Of("deck"));
  components_.clock.Advance(absl::Milliseconds(70));
  v1::ConversationUpdate update;
  update.set_source("hello");
  update.set_pane("main");
  update.set_reset(true);
  update.add_items()->set_text(std::string(10'000, 'x'));
  update.mutable_items(0)->set_id("i");
  components_.cache.Apply(kStream, update);
  notifier_.Notify(Topic::kConversation, {{"deck", "hello", "main"}});
  v1::ConversationEvent event;
  ASSERT_TRUE(stream->Read(&event));
  EXPECT_EQ(event.items(0).text().size(), 10'000u);
  EXPECT_EQ(event.read_age_ms(), 70);
  context.TryCancel();
}

}  // namespace
}  // namespace collie::relay

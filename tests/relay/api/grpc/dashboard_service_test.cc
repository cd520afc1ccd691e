#include "relay/api/grpc/dashboard_service.h"

#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>

#include "crew/status/grpc_status.h"
#include "tests/relay/api/grpc/scripted_peers.h"
#include "tests/relay/http/fake_backend.h"
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

  LinkComponents components_;
  Notifier notifier_{components_.executor};
  ReceiptNews receipts_;
  tests::FakeBackend backend_;
  threads::BlockingCalls blocking_{1};
  ScriptedPeers peers_;
  DashboardService service_{{components_.view, components_.cache, components_.interest, notifier_,
                             receipts_, backend_, blocking_},
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

}  // namespace
}  // namespace collie::relay

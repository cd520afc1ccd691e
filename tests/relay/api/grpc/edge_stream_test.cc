#include "relay/api/grpc/edge_stream.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "tests/relay/link/link_components.h"

namespace collie::relay {
namespace {

constexpr int kFlood = 20'000;

// A relay's link over a channel within this process. The member is named by the call.
class EdgeStreamTest : public ::testing::Test {
 protected:
  EdgeStreamTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = v1::EdgeLink::NewStub(server_->InProcessChannel({}));
  }
  ~EdgeStreamTest() override {
    while (components_.store.Step()) {
    }
    server_->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(1));
  }

  class NamedPeers final : public PeerAuthenticator {
   public:
    absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const override {
      const auto found = context.client_metadata().find("member");
      return PeerIdentity{.kind = PeerIdentity::Kind::kMember,
                          .member = std::string(found->second.data(), found->second.size()),
                          .caller = {}};
    }
  };

  // One edge.
  struct Edge {
    Edge(v1::EdgeLink::Stub& stub, const std::string& member) {
      context.AddMetadata("member", member);
      stream = stub.Attach(&context);
      EXPECT_TRUE(stream->Write(LinkComponents::Hello()));
      v1::RelayFrame hello;
      EXPECT_TRUE(stream->Read(&hello));
      EXPECT_TRUE(hello.has_hello());
    }
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReaderWriter<v1::EdgeFrame, v1::RelayFrame>> stream;
  };

  LinkComponents components_;
  NamedPeers peers_;
  EdgeLinkService service_{components_.Targets(), peers_, [](const std::string&) {}};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::EdgeLink::Stub> stub_;
};

TEST_F(EdgeStreamTest, AFloodOfResultsWaitsAtItsEdgeAndOthersAreServed) {
  Edge flooding(*stub_, "deck");
  std::thread flood([&flooding] {
    for (int i = 0; i < kFlood; ++i) {
      if (!flooding.stream->Write(LinkComponents::Unknown(i))) return;
    }
  });
  std::thread acks([&flooding] {
    v1::RelayFrame ack;
    while (flooding.stream->Read(&ack)) {
    }
  });
  ASSERT_TRUE(components_.store.AwaitWaiting(ReadBudget::Options{}.frames));
  // Another member links, and its result gets to the store too.
  const size_t before = components_.store.Waiting();
  Edge other(*stub_, "loft");
  ASSERT_TRUE(other.stream->Write(LinkComponents::Unknown(0)));
  EXPECT_TRUE(components_.store.AwaitWaiting(before + 1));
  EXPECT_LE(components_.store.Waiting(), ReadBudget::Options{}.frames + 1);
  // The store works again: all of the flood is taken, and never more than the budget at once.
  int taken = 0;
  while (taken < kFlood + 1) {
    ASSERT_TRUE(components_.store.AwaitWaiting(1)) << taken;
    EXPECT_LE(components_.store.Waiting(), ReadBudget::Options{}.frames + 1);
    while (components_.store.Step()) ++taken;
  }
  flood.join();
  flooding.context.TryCancel();
  acks.join();
}

TEST_F(EdgeStreamTest, AStreamThatEndsWhileItsReadsWaitIsGone) {
  {
    Edge flooding(*stub_, "deck");
    for (size_t i = 0; i < ReadBudget::Options{}.frames; ++i) {
      ASSERT_TRUE(flooding.stream->Write(LinkComponents::Unknown(static_cast<int>(i))));
    }
    ASSERT_TRUE(components_.store.AwaitWaiting(ReadBudget::Options{}.frames));
    components_.streams.End("deck", absl::UnauthenticatedError("removed"));
    v1::RelayFrame frame;
    while (flooding.stream->Read(&frame)) {
    }
    EXPECT_EQ(flooding.stream->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  }
  while (components_.store.Step()) {
  }
  // A new stream of the member is read.
  Edge again(*stub_, "deck");
  ASSERT_TRUE(again.stream->Write(LinkComponents::Unknown(1)));
  EXPECT_TRUE(components_.store.AwaitWaiting(1));
}

}  // namespace
}  // namespace collie::relay

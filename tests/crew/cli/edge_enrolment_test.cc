#include "crew/cli/edge_enrolment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "crew/identity/authority.h"
#include "crew/identity/identity_folder.h"
#include "crew/journal/private_folder.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/support/temporary_folder.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

class EdgeEnrolmentTest : public ::testing::Test {
 protected:
  EdgeEnrolmentTest()
      : paths_{folder_.path() / "c", folder_.path() / "s"}, relay_(paths_.relay_socket()) {
    EXPECT_TRUE(journal::MakePrivateFolder(paths_.edge_dir()).ok());
    relay_.on_join = [this](const v1::JoinRequest& request, v1::JoinReply& reply) {
      return Sign(request, reply);
    };
  }

  grpc::Status Sign(const v1::JoinRequest& request, v1::JoinReply& reply) {
    const auto asked = identity::CertificateRequest::Parse(request.certificate_request());
    pins_.push_back(asked->pin());
    reply.set_member("deck-1");
    reply.set_certificate(authority_.SignMember(*asked, "deck-1").value());
    reply.set_authority(authority_.certificate());
    reply.set_link_address(link_address_);
    return cut_ ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "cut") : grpc::Status::OK;
  }
  absl::StatusOr<std::string> Enrol() {
    return EnrolEdge(paths_, LocalRelayEndpoint(paths_), "deck");
  }
  absl::StatusOr<identity::Identity> Written() {
    return identity::IdentityFolder(paths_.edge_identity(), identity::IdentityKind::kMember).Read();
  }

  tests::TemporaryFolder folder_;
  config::Paths paths_;
  identity::Authority authority_ =
      identity::Authority::Create(ids::SystemRandom(), clock::SystemClock()).value();
  std::string link_address_ = "127.0.0.1:8786";
  bool cut_ = false;
  std::vector<std::string> pins_;  // of the keys that asked
  tests::FakeRelay relay_;
};

TEST_F(EdgeEnrolmentTest, WritesTheIdentityWhole) {
  const auto member = Enrol();
  ASSERT_TRUE(member.ok()) << member.status();
  EXPECT_EQ(*member, "deck-1");
  const auto identity = Written();
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->member, "deck-1");
  EXPECT_EQ(identity->link_address, "127.0.0.1:8786");
}

TEST_F(EdgeEnrolmentTest, ACutAndASecondRunUseTheSameKey) {
  cut_ = true;
  EXPECT_FALSE(Enrol().ok());
  EXPECT_TRUE(absl::IsNotFound(Written().status()));
  cut_ = false;
  EXPECT_TRUE(Enrol().ok());
  EXPECT_TRUE(Enrol().ok());
  ASSERT_EQ(pins_.size(), 3u);
  EXPECT_EQ(pins_[0], pins_[1]);
  EXPECT_EQ(pins_[1], pins_[2]);
}

TEST_F(EdgeEnrolmentTest, FollowsTheRelayToANewAddress) {
  ASSERT_TRUE(Enrol().ok());
  link_address_ = "127.0.0.1:9786";
  ASSERT_TRUE(Enrol().ok());
  EXPECT_EQ(Written()->link_address, "127.0.0.1:9786");
}

TEST_F(EdgeEnrolmentTest, LeavesAnotherCrewsIdentityAlone) {
  ASSERT_TRUE(Enrol().ok());
  const std::string before = Written()->authority;
  authority_ = identity::Authority::Create(ids::SystemRandom(), clock::SystemClock()).value();
  const auto member = Enrol();
  EXPECT_TRUE(absl::IsFailedPrecondition(member.status()));
  EXPECT_THAT(std::string(member.status().message()), HasSubstr("another crew"));
  EXPECT_EQ(Written()->authority, before);
}

TEST(HostLabelTest, IsNeverEmpty) { EXPECT_FALSE(HostLabel().empty()); }

TEST_F(EdgeEnrolmentTest, ARejoinedEdgeHasANewKeyAndKeepsItAcrossACut) {
  ASSERT_TRUE(Enrol().ok());
  relay_.on_join = [this](const v1::JoinRequest& request, v1::JoinReply& reply) {
    EXPECT_EQ(request.token(), "collie_token");
    return Sign(request, reply);
  };
  cut_ = true;
  EXPECT_FALSE(RejoinEdge(paths_, LocalRelayEndpoint(paths_), "collie_token").ok());
  cut_ = false;
  const auto member = RejoinEdge(paths_, LocalRelayEndpoint(paths_), "collie_token");
  ASSERT_TRUE(member.ok()) << member.status();
  EXPECT_EQ(*member, "deck-1");
  ASSERT_EQ(pins_.size(), 3u);
  EXPECT_NE(pins_[1], pins_[0]);
  EXPECT_EQ(pins_[2], pins_[1]);
  EXPECT_TRUE(Written().ok());
  EXPECT_FALSE(std::filesystem::exists(paths_.edge_dir() / "identity.rejoin"));
}

}  // namespace
}  // namespace collie::cli

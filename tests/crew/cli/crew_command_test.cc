#include "crew/cli/crew_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CrewCommandTest : public ::testing::Test {
 protected:
  CrewCommandTest() : relay_(line_.relay_socket()) {}

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(CrewCommandTest, UnlockPrintsTheTokenAloneAndWhatToDoWithIt) {
  relay_.on_unlock = [](const std::string& member, v1::UnlockMemberReply& reply) {
    EXPECT_EQ(member, "deck-1");
    reply.set_token("collie_secret");
    return grpc::Status::OK;
  };
  EXPECT_EQ(line_.Run({"crew", "unlock", "deck-1"}), 0) << line_.err.str();
  EXPECT_EQ(line_.out.str(), "collie_secret\n");
  EXPECT_THAT(line_.err.str(), HasSubstr("collie crew rejoin"));
  EXPECT_THAT(line_.err.str(), Not(HasSubstr("collie_secret")));
}

TEST_F(CrewCommandTest, UnlockOfWhoIsNotLockedSaysSo) {
  relay_.on_unlock = [](const std::string&, v1::UnlockMemberReply&) {
    return grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, "Member 'deck-1' is not locked.");
  };
  EXPECT_EQ(line_.Run({"crew", "unlock", "deck-1"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("is not locked"));
}

TEST_F(CrewCommandTest, RejoinWithASpentTokenSaysWhy) {
  relay_.on_join = [](const v1::JoinRequest& request, v1::JoinReply&) {
    EXPECT_EQ(request.token(), "collie_spent");
    return grpc::Status(grpc::StatusCode::PERMISSION_DENIED, "This token opens nothing.");
  };
  EXPECT_EQ(line_.Run({"crew", "rejoin", "collie_spent"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("opens nothing"));
}

}  // namespace
}  // namespace collie::cli

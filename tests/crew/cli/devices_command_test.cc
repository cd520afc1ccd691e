#include "crew/cli/devices_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "crew/identity/authority.h"
#include "crew/identity/identity_folder.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class DevicesCommandTest : public ::testing::Test {
 protected:
  tests::CommandLine line_;
  tests::FakeRelay relay_{line_.relay_socket()};
};

TEST_F(DevicesCommandTest, ATokenIsTheOnlyThingOnStandardOutput) {
  relay_.pair_reply.set_token("collie_secret");
  EXPECT_EQ(line_.Run({"devices", "pair", "--label", "phone", "--role", "viewer", "--ttl", "12h",
                       "--print-token"}),
            0)
      << line_.err.str();
  EXPECT_EQ(line_.out.str(), "collie_secret\n");
  EXPECT_THAT(line_.err.str(), Not(HasSubstr("secret")));
  const auto request = relay_.pairs().at(0);
  EXPECT_EQ(request.label(), "phone");
  EXPECT_EQ(request.role(), v1::ROLE_VIEWER);
  EXPECT_EQ(request.ttl_ms(), 12 * 3600 * 1000);
  EXPECT_TRUE(request.token());
}

TEST_F(DevicesCommandTest, SaysHowADeviceMayProveItself) {
  EXPECT_EQ(line_.Run({"devices", "pair", "--label", "phone"}), 2);
  EXPECT_THAT(line_.err.str(), AllOf(HasSubstr("--print-token"), HasSubstr("--identity")));
  EXPECT_EQ(line_.Run({"devices", "pair", "--label", "phone", "--print-token", "--identity",
                       (line_.state() / "d").string()}),
            2);
  EXPECT_TRUE(relay_.pairs().empty());
}

TEST_F(DevicesCommandTest, WritesAnIdentityThatFits) {
  const auto authority = identity::Authority::Create(ids::SystemRandom(), clock::SystemClock());
  ASSERT_TRUE(authority.ok());
  const std::filesystem::path folder = line_.state() / "device";
  const identity::IdentityFolder identity(folder, identity::IdentityKind::kDevice);
  // The relay signs the key that is in the folder by now.
  const auto key = identity.TakeKey();
  ASSERT_TRUE(key.ok()) << key.status();
  const auto request =
      identity::CertificateRequest::Parse(identity::MakeCertificateRequest(*key).value());
  relay_.pair_reply.set_certificate(authority->SignDevice(*request, "wall").value());
  relay_.pair_reply.set_authority(authority->certificate());
  relay_.pair_reply.set_grpc_address("192.0.2.7:8786");
  const std::vector<std::string> pair = {"devices", "pair",       "--label",
                                         "wall",    "--identity", folder.string()};
  EXPECT_EQ(line_.Run(pair), 0) << line_.err.str();
  const auto written = identity.Read();
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(written->link_address, "192.0.2.7:8786");
  EXPECT_THAT(relay_.pairs().at(0).certificate_request(), HasSubstr("CERTIFICATE REQUEST"));
  EXPECT_EQ(line_.Run(pair), 1);
  EXPECT_EQ(relay_.pairs().size(), 1u);
}

TEST_F(DevicesCommandTest, ListsAndRevokes) {
  auto& device = *relay_.devices.add_devices();
  device.set_label("phone\x1b[2J");
  device.set_role(v1::ROLE_OPERATOR);
  device.set_revoked(true);
  EXPECT_EQ(line_.Run({"devices", "list"}), 0);
  EXPECT_THAT(line_.out.str(),
              AllOf(HasSubstr("operator"), HasSubstr("revoked"), Not(HasSubstr("\x1b"))));
  EXPECT_EQ(line_.Run({"devices", "list", "--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(line_.out.str())["devices"][0]["role"], "operator");
  EXPECT_EQ(line_.Run({"devices", "revoke", "phone"}), 0);
  EXPECT_THAT(relay_.revoked(), ElementsAre("phone"));
}

}  // namespace
}  // namespace collie::cli

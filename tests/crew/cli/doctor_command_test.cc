#include "crew/cli/doctor_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "crew/version/version.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DoctorCommandTest : public ::testing::Test {
 protected:
  void Attach(const std::string& text) {
    std::filesystem::create_directories(line_.config());
    std::ofstream(line_.config() / "sources.json") << text;
  }

  tests::CommandLine line_;
};

TEST_F(DoctorCommandTest, SaysWhatRunsNotAndHowToRunIt) {
  EXPECT_EQ(line_.Run({"doctor"}), 1);
  EXPECT_THAT(line_.out.str(), AllOf(HasSubstr("bad   edge"), HasSubstr("bad   relay"),
                                     HasSubstr("(fix: collie up)")));
}

TEST_F(DoctorCommandTest, ABadFileIsNamedAndLeftAsItIs) {
  Attach("[{");
  EXPECT_EQ(line_.Run({"doctor"}), 1);
  EXPECT_THAT(line_.out.str(), HasSubstr("bad   sources.json"));
  EXPECT_THAT(line_.out.str(), HasSubstr("edit " + line_.config().string()));
}

TEST_F(DoctorCommandTest, EverythingWellIsZero) {
  tests::FakeRelay relay(line_.relay_socket());
  tests::FakeRelay edge(line_.edge_socket());
  edge.sources.set_link_up(true);
  edge.sources.add_sources()->set_name("hello");
  edge.sources.mutable_sources(0)->set_state(v1::SOURCE_STATE_LIVE);
  tests::AddPane(relay.crew, "deck", "hello", tests::SamplePane("main"));
  relay.crew.mutable_members(0)->set_version(std::string(version::kVersion));
  Attach(R"([{"name": "hello", "kind": "durable", "socket": "/run/hello/app.sock"}])");
  EXPECT_EQ(line_.Run({"doctor", "--http", "127.0.0.1:1"}), 0) << line_.out.str();
  EXPECT_THAT(line_.out.str(),
              AllOf(HasSubstr("ok    link"), HasSubstr("ok    agent hello"),
                    HasSubstr("ok    host deck"), HasSubstr("warn  store"), Not(HasSubstr("bad"))));
  EXPECT_EQ(line_.Run({"doctor", "--json", "--http", "127.0.0.1:1"}), 0);
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["findings"][0]["subject"], "collie");
}

}  // namespace
}  // namespace collie::cli

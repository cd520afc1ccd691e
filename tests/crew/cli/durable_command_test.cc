#include "crew/cli/durable_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "crew/config/sources_file.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kToken[] = "0123456789abcdef0123456789abcdef";

class DurableCommandTest : public ::testing::Test {
 protected:
  std::filesystem::path file() const { return line_.config() / "sources.json"; }
  std::vector<config::SourceEntry> Sources() {
    bool tightened = false;
    return config::LoadSources(file(), &tightened).value();
  }

  // The command waits three seconds for an edge, which a machine under load may need longer for.
  void ListUntilTheEdgeAnswers(const std::vector<std::string>& flags) {
    std::vector<std::string> words = {"durable", "list"};
    words.insert(words.end(), flags.begin(), flags.end());
    for (int tries = 0; tries < 10; ++tries) {
      ASSERT_EQ(line_.Run(words), 0);
      if (line_.err.str().empty()) return;
    }
    FAIL() << line_.err.str();
  }

  tests::CommandLine line_;
};

TEST_F(DurableCommandTest, AttachesUpdatesAndDetaches) {
  EXPECT_EQ(line_.Run({"durable", "attach", "deck", "--socket", "/run/deck/app.sock"}), 0)
      << line_.err.str();
  EXPECT_THAT(line_.err.str(), HasSubstr("attached deck in " + file().string()));
  EXPECT_EQ(line_.Run({"durable", "attach", "deck", "--socket", "/run/deck/other.sock"}), 0);
  EXPECT_THAT(line_.err.str(), HasSubstr("updated deck"));
  ASSERT_EQ(Sources().size(), 1u);
  EXPECT_EQ(Sources()[0].socket, "/run/deck/other.sock");
  EXPECT_EQ(line_.Run({"durable", "detach", "deck"}), 0);
  EXPECT_TRUE(Sources().empty());
  EXPECT_EQ(line_.Run({"durable", "detach", "deck"}), 1);
}

TEST_F(DurableCommandTest, TakesTheTokenFromItsVariableAndNeverShowsIt) {
  line_.variables["EDGE_TOKEN"] = kToken;
  const std::vector<std::string> attach = {
      "durable",     "attach",    "edge", "--url", "https://edge.example.com",
      "--token-env", "EDGE_TOKEN"};
  EXPECT_EQ(line_.Run(attach), 0) << line_.err.str();
  EXPECT_EQ(Sources().at(0).token, kToken);
  EXPECT_THAT(line_.err.str(), Not(HasSubstr(kToken)));
  EXPECT_EQ(line_.Run({"durable", "list"}), 0);
  EXPECT_THAT(line_.out.str(), AllOf(HasSubstr("(token set)"), Not(HasSubstr(kToken))));
  EXPECT_EQ(line_.Run({"durable", "list", "--json"}), 0);
  EXPECT_THAT(line_.out.str(), Not(HasSubstr(kToken)));
  line_.variables["EDGE_TOKEN"] = "short";
  EXPECT_EQ(line_.Run(attach), 2);
  EXPECT_THAT(line_.err.str(), Not(HasSubstr("short")));
  EXPECT_EQ(Sources().at(0).token, kToken);
}

TEST_F(DurableCommandTest, RefusesWhatTheEdgeWould) {
  EXPECT_EQ(line_.Run({"durable", "attach", "deck"}), 2);
  EXPECT_EQ(line_.Run({"durable", "attach", "deck", "--socket", "app.sock"}), 2);
  EXPECT_EQ(line_.Run({"durable", "attach", "default", "--socket", "/a.sock"}), 2);
  EXPECT_EQ(line_.Run({"durable", "attach", "Deck", "--socket", "/a.sock"}), 2);
  EXPECT_EQ(line_.Run({"durable", "attach", "edge", "--url", "https://e.example"}), 2);
  EXPECT_EQ(line_.Run({"durable", "attach", "edge", "--url", "https://e.example", "--token-env",
                       "NOT_SET"}),
            2);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DurableCommandTest, NeverOverwritesAFileThatItCannotRead) {
  std::filesystem::create_directories(line_.config());
  std::ofstream(file()) << "[{\"name\": \"deck\", \"typo\": 1}]";
  EXPECT_EQ(line_.Run({"durable", "attach", "lab", "--socket", "/a.sock"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("typo"));
  std::ifstream kept(file());
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(kept), {}), HasSubstr("typo"));
}

TEST_F(DurableCommandTest, ListsEachEntryAsTheEdgeSeesIt) {
  line_.Run({"durable", "attach", "deck", "--socket", "/run/deck/app.sock"});
  line_.Run({"durable", "attach", "new", "--socket", "/run/new/app.sock"});
  EXPECT_EQ(line_.Run({"durable", "list"}), 0);
  EXPECT_THAT(line_.out.str(), HasSubstr("deck  not loaded"));
  EXPECT_THAT(line_.err.str(), HasSubstr("No edge is running"));
  tests::FakeRelay edge(line_.edge_socket());
  auto& source = *edge.sources.add_sources();
  source.set_name("deck");
  source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  source.set_reason("socket-not-private");
  ListUntilTheEdgeAnswers({});
  EXPECT_THAT(line_.out.str(), AllOf(HasSubstr("deck  unreachable  socket-not-private"),
                                     HasSubstr("new  not loaded")));
  ListUntilTheEdgeAnswers({"--json"});
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["sources"][0]["state"], "unreachable");
  EXPECT_EQ(json["sources"][1]["loaded"], false);
}

TEST_F(DurableCommandTest, WithoutAVerbItIsWrongUsage) {
  EXPECT_EQ(line_.RunBare({"durable"}), 2);
  EXPECT_EQ(line_.RunBare({"durable", "attack"}), 2);
}

}  // namespace
}  // namespace collie::cli

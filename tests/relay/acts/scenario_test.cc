// The scripts of tests/scenarios: each command's output is the one that stands there. To write the
// outputs anew after a change that is meant: COLLIE_WRITE_SCENARIOS=1, then read the difference.
#include "tests/relay/acts/scenario.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

std::vector<std::filesystem::path> Scripts() {
  std::vector<std::filesystem::path> scripts;
  for (const auto& entry : std::filesystem::directory_iterator(COLLIE_SCENARIOS)) {
    if (entry.path().extension() == ".txt") scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

// A script is comments (#), blank lines, and commands (>) each followed by its output.
std::string Replay(std::istream& script) {
  Scenario scenario;
  std::string replayed;
  std::string line;
  while (std::getline(script, line)) {
    const bool is_command = absl::StartsWith(line, "> ");
    if (!is_command && !line.empty() && !absl::StartsWith(line, "#")) continue;
    replayed += line + "\n";
    if (is_command) replayed += scenario.Run(line.substr(2));
  }
  return replayed;
}

class ScenarioTest : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ScenarioTest, EachCommandCausesWhatTheScriptSays) {
  std::ifstream file(GetParam());
  std::stringstream golden;
  golden << file.rdbuf();
  std::istringstream script(golden.str());
  const std::string replayed = Replay(script);
  if (std::getenv("COLLIE_WRITE_SCENARIOS") != nullptr) {
    std::ofstream(GetParam()) << replayed;
  }
  EXPECT_EQ(replayed, golden.str()) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioTest, testing::ValuesIn(Scripts()), [](const auto& info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ScenarioFolderTest, ThereAreScripts) { EXPECT_GE(Scripts().size(), 10u); }

}  // namespace
}  // namespace collie::relay

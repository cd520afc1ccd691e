#include "crew/config/paths.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/temporary_folder.h"

namespace collie::config {
namespace {

Environment Of(std::map<std::string, std::string, std::less<>> variables) {
  return [variables](std::string_view name) -> std::optional<std::string> {
    auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

TEST(PathsTest, TakesFlagThenEnvironmentThenHome) {
  tests::TemporaryFolder home;
  const std::string h = home.path();
  const Environment all =
      Of({{"HOME", h}, {"COLLIE_CONFIG_DIR", "/e/config"}, {"COLLIE_STATE_DIR", "/e/state"}});

  Paths flags = *ResolvePaths({"/f/config", "/f/state/"}, all);
  EXPECT_EQ(flags.config_dir, "/f/config");
  EXPECT_EQ(flags.relay_dir(), "/f/state/relay");

  Paths environment = *ResolvePaths({}, all);
  EXPECT_EQ(environment.config_dir, "/e/config");
  EXPECT_EQ(environment.state_dir, "/e/state");

  Paths defaults = *ResolvePaths({}, Of({{"HOME", h}}));
  EXPECT_EQ(defaults.config_dir, h + "/.config/collie");
  EXPECT_EQ(defaults.state_dir, h + "/.local/state/collie");
}

TEST(PathsTest, PrefersTheHerdrFolderWhereItExists) {
  tests::TemporaryFolder home;
  const std::filesystem::path herdr = home.path() / ".config/herdr/plugins/config/herdr.collie";
  std::filesystem::create_directories(herdr);
  EXPECT_EQ(ResolvePaths({}, Of({{"HOME", home.path()}}))->sources_file(), herdr / "sources.json");
}

TEST(PathsTest, MakesRelativePathsAbsolute) {
  Paths paths = *ResolvePaths({"c", "s"}, Of({}));
  EXPECT_EQ(paths.config_dir, std::filesystem::current_path() / "c");
  EXPECT_EQ(paths.edge_socket(), std::filesystem::current_path() / "s/edge/control.sock");
}

TEST(PathsTest, SaysWhatToDoWithoutAHome) {
  for (const Environment& environment : {Of({}), Of({{"HOME", "relative"}})}) {
    absl::Status status = ResolvePaths({"/c", ""}, environment).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_NE(status.message().find("COLLIE_STATE_DIR"), std::string::npos);
  }
}

TEST(PathsTest, LayersWhatTheProcessWasGivenOverTheFile) {
  Environment layered = Layered(Of({{"A", "1"}}), Of({{"A", "2"}, {"B", "3"}}));
  EXPECT_EQ(layered("A"), "1");
  EXPECT_EQ(layered("B"), "3");
  EXPECT_EQ(layered("C"), std::nullopt);
}

}  // namespace
}  // namespace collie::config

#include "tests/bench/figures_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace collie::bench {
namespace {

Figures Some() {
  Figures figures;
  figures.machine = "2 cores";
  Result& result = figures.cases['a'];
  result.rows = {{"a change", "µs", 130, 100.0, Bound::AtMost(1.3)}, {"threads", "", 7, {}, {}}};
  result.pictures = {{"file", "title", "x", "y", {{"one", {{1, 2}, {3, 4.5}}}}}};
  result.notes = {"The machine was busy."};
  return figures;
}

TEST(FiguresFileTest, WhatWasSavedIsReadBackWhole) {
  const tests::TemporaryFolder folder;
  ASSERT_TRUE(SaveFigures(folder.path() / "figures.json", Some()).ok());
  const auto read = LoadFigures(folder.path() / "figures.json");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(ToJson(*read), ToJson(Some()));
  EXPECT_EQ(read->cases.at('a').rows[0].bound.kind, Bound::Kind::kAtMost);
  EXPECT_EQ(read->cases.at('a').pictures[0].series[0].points[1].second, 4.5);
}

TEST(FiguresFileTest, AFileThatHoldsSomethingElseIsNamed) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder.path() / "other.json") << "[1, 2]";
  const auto read = LoadFigures(folder.path() / "other.json");
  EXPECT_TRUE(absl::IsInvalidArgument(read.status()));
  EXPECT_NE(read.status().message().find("other.json"), std::string::npos);
  EXPECT_TRUE(absl::IsNotFound(LoadFigures(folder.path() / "none.json").status()));
}

}  // namespace
}  // namespace collie::bench

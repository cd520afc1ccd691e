#include "tests/bench/readme.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"

namespace collie::bench {
namespace {

TEST(ReadmeTest, EachCaseHasItsTableItsNotesAndItsPictures) {
  Figures figures;
  figures.machine = "2 cores";
  figures.cases['a'].rows = {{"a change", "µs", 130, 100.0, Bound::AtMost(1.3)}};
  figures.cases['a'].notes = {"The machine was busy."};
  figures.cases['g'].pictures = {{"by-edges", "One change", "edges", "µs", {{"p50", {{1, 2}}}}}};
  const std::string page = Readme(figures);
  for (const char* const part :
       {"Measured on 2 cores.", "## a: A change until", "| a change | 130 µs", "machine was busy",
        "## g: ", "![One change by edges](by-edges.svg)"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("## b"), std::string::npos);
}

TEST(ReadmeTest, TheReportIsThePageAndItsPictures) {
  const tests::TemporaryFolder folder;
  Figures figures;
  figures.cases['g'].pictures = {{"by-edges", "One change", "edges", "µs", {{"p50", {{1, 2}}}}}};
  ASSERT_TRUE(WriteReport(folder.path(), figures).ok());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "README.md"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "by-edges.svg"));
}

}  // namespace
}  // namespace collie::bench

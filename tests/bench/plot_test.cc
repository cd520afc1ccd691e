#include "tests/bench/plot.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.h"

namespace collie::bench {
namespace {

Picture Some() {
  return {"latency", "One change", "edges", "µs", {{"p50", {{10, 300}, {5000, 340}}}}};
}

TEST(PlotTest, AnAxisThatSpansTwoDecadesIsLogarithmic) {
  const std::string script = PlotScript(Some(), "x.svg");
  EXPECT_NE(script.find("set logscale x"), std::string::npos);
  EXPECT_EQ(script.find("set logscale y"), std::string::npos);
}

TEST(PlotTest, TextIsQuotedForGnuplot) {
  Picture picture = Some();
  picture.title = "a \"b\" \\ c";
  EXPECT_NE(PlotScript(picture, "x.svg").find("\"a \\\"b\\\" \\\\ c\""), std::string::npos);
}

TEST(PlotTest, GnuplotDrawsItAsSvg) {
  const tests::TemporaryFolder folder;
  ASSERT_TRUE(Draw(Some(), folder.path()).ok());
  std::ifstream file(folder.path() / "latency.svg");
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("One change"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace collie::bench

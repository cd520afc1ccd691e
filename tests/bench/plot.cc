#include "tests/bench/plot.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace collie::bench {
namespace {

constexpr double kTwoDecades = 100;

// In gnuplot's double quotes.
std::string Quote(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

bool IsWide(const Picture& picture, double std::pair<double, double>::*axis) {
  double least = std::numeric_limits<double>::max();
  double most = 0;
  for (const Series& series : picture.series) {
    for (const auto& point : series.points) {
      least = std::min(least, point.*axis);
      most = std::max(most, point.*axis);
    }
  }
  return least > 0 && most / least >= kTwoDecades;
}

}  // namespace

std::string PlotScript(const Picture& picture, const std::filesystem::path& svg) {
  using Point = std::pair<double, double>;
  std::string script = absl::StrCat(
      "set terminal svg size 640,360 enhanced font 'sans,12' background rgb 'white'\n"
      "set termoption noenhanced\n"
      "set output ",
      Quote(svg.string()), "\nset title ", Quote(picture.title), "\nset xlabel ", Quote(picture.x),
      "\nset ylabel ", Quote(picture.y),
      "\nset key top left\nset grid\nset offsets graph 0.02, graph 0.02, graph 0.1, 0\n");
  const bool is_wide_y = IsWide(picture, &Point::second);
  if (IsWide(picture, &Point::first)) script += "set logscale x\n";
  script += is_wide_y ? "set logscale y\n" : "set yrange [0:*]\n";
  const char* separator = "plot ";
  for (const Series& series : picture.series) {
    absl::StrAppend(&script, separator, "'-' using 1:2 with linespoints linewidth 2 title ",
                    Quote(series.name));
    separator = ", ";
  }
  script += "\n";
  for (const Series& series : picture.series) {
    for (const Point& point : series.points) {
      absl::StrAppend(&script, point.first, " ", point.second, "\n");
    }
    script += "e\n";
  }
  return script;
}

absl::Status Draw(const Picture& picture, const std::filesystem::path& folder) {
  FILE* const gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) return absl::UnavailableError("gnuplot cannot be started");
  const std::string script = PlotScript(picture, folder / (picture.file + ".svg"));
  fwrite(script.data(), 1, script.size(), gnuplot);
  if (pclose(gnuplot) == 0) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("gnuplot cannot draw ", picture.file, ": is gnuplot-nox installed?"));
}

}  // namespace collie::bench

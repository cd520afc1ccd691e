#include "tests/bench/figures_file.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace collie::bench {
namespace {

using Json = nlohmann::json;

Json RowJson(const Row& row) {
  Json json = {{"what", row.what}, {"unit", row.unit}, {"measured", row.measured}};
  if (row.floor) json["floor"] = *row.floor;
  if (row.Ratio()) json["ratio"] = *row.Ratio();
  if (row.bound.kind == Bound::Kind::kAtMost) json["atMost"] = row.bound.limit;
  if (row.bound.kind == Bound::Kind::kAtLeast) json["atLeast"] = row.bound.limit;
  return json;
}

Row RowOf(const Json& json) {
  Row row;
  row.what = json.at("what");
  row.unit = json.at("unit");
  row.measured = json.at("measured");
  if (json.contains("floor")) row.floor = json["floor"].get<double>();
  if (json.contains("atMost")) row.bound = Bound::AtMost(json["atMost"]);
  if (json.contains("atLeast")) row.bound = Bound::AtLeast(json["atLeast"]);
  return row;
}

Json PictureJson(const Picture& picture) {
  Json json = {
      {"file", picture.file}, {"title", picture.title}, {"x", picture.x}, {"y", picture.y}};
  for (const Series& series : picture.series) {
    json["series"].push_back({{"name", series.name}, {"points", series.points}});
  }
  return json;
}

Picture PictureOf(const Json& json) {
  Picture picture{json.at("file"), json.at("title"), json.at("x"), json.at("y"), {}};
  for (const Json& series : json.at("series")) {
    picture.series.push_back({series.at("name"), series.at("points")});
  }
  return picture;
}

Json ResultJson(const Result& result) {
  Json json = {{"rows", Json::array()}, {"pictures", Json::array()}, {"notes", result.notes}};
  for (const Row& row : result.rows) json["rows"].push_back(RowJson(row));
  for (const Picture& picture : result.pictures) json["pictures"].push_back(PictureJson(picture));
  return json;
}

Result ResultOf(const Json& json) {
  Result result;
  for (const Json& row : json.at("rows")) result.rows.push_back(RowOf(row));
  for (const Json& picture : json.at("pictures")) result.pictures.push_back(PictureOf(picture));
  result.notes = json.at("notes").get<std::vector<std::string>>();
  return result;
}

}  // namespace

std::string ToJson(const Figures& figures) {
  Json json = {{"machine", figures.machine}, {"cases", Json::object()}};
  for (const auto& [letter, result] : figures.cases) {
    json["cases"][std::string(1, letter)] = ResultJson(result);
  }
  return json.dump(1) + "\n";
}

absl::StatusOr<Figures> FromJson(const std::string& text) {
  Figures figures;
  try {
    const Json json = Json::parse(text);
    figures.machine = json.at("machine");
    for (const auto& [letter, result] : json.at("cases").items()) {
      figures.cases[letter.at(0)] = ResultOf(result);
    }
  } catch (const std::exception& error) {  // nlohmann's, and of a case without a letter
    return absl::InvalidArgumentError(error.what());
  }
  return figures;
}

absl::Status SaveFigures(const std::filesystem::path& file, const Figures& figures) {
  const std::filesystem::path unready = file.string() + "~";
  std::ofstream out(unready);
  out << ToJson(figures) << std::flush;
  std::error_code error;
  if (out.good()) std::filesystem::rename(unready, file, error);
  if (out.good() && !error) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("the figures cannot be written to ", file.string()));
}

absl::StatusOr<Figures> LoadFigures(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in.good()) return absl::NotFoundError(absl::StrCat("there is no ", file.string()));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  absl::StatusOr<Figures> figures = FromJson(text);
  if (figures.ok()) return figures;
  return absl::InvalidArgumentError(absl::StrCat(
      file.string(),
      " holds no figures of the bench: name another file with --json, or move it away (",
      figures.status().message(), ")"));
}

}  // namespace collie::bench

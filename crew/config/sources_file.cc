#include "crew/config/sources_file.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/config/sources_reader.h"
#include "crew/status/status_macros.h"
#include "nlohmann/json.hpp"

namespace collie::config {
namespace {

constexpr size_t kMostBytes = 1024 * 1024;

nlohmann::ordered_json ToJson(const SourceEntry& entry) {
  nlohmann::ordered_json json = {{"name", entry.name}, {"kind", "durable"}};
  if (!entry.socket.empty()) json["socket"] = entry.socket;
  if (!entry.url.empty()) json["url"] = entry.url;
  if (!entry.token.empty()) json["token"] = entry.token;
  if (!entry.ca.empty()) json["ca"] = entry.ca;
  return json;
}

absl::StatusOr<std::string> ToText(const std::vector<SourceEntry>& sources) {
  try {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const SourceEntry& entry : sources) list.push_back(ToJson(entry));
    return absl::StrCat(list.dump(2), "\n");
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("sources.json: an entry holds text that is not UTF-8.");
  }
}

}  // namespace

absl::StatusOr<std::vector<SourceEntry>> ParseSources(std::string_view text) {
  if (text.size() > kMostBytes) {
    return absl::InvalidArgumentError("sources.json: it is larger than 1 MiB.");
  }
  SourcesReader reader(text);
  try {
    if (nlohmann::json::sax_parse(text, &reader)) return std::move(reader.entries());
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("sources.json: it is not JSON.");
  }
  return reader.status();
}

absl::StatusOr<std::vector<SourceEntry>> LoadSources(const std::filesystem::path& file,
                                                     bool* tightened) {
  absl::StatusOr<std::string> text = ReadTightenedFile(file, kMostBytes, tightened);
  if (absl::IsNotFound(text.status())) return std::vector<SourceEntry>();
  if (!text.ok()) return text.status();
  return ParseSources(*text);
}

absl::Status SaveSources(const std::filesystem::path& file,
                         const std::vector<SourceEntry>& sources) {
  COLLIE_ASSIGN_OR_RETURN(std::string text, ToText(sources));
  // What could not be read back would stop the edge at its next start.
  COLLIE_RETURN_IF_ERROR(ParseSources(text).status());
  return WritePrivateFile(file, text);
}

}  // namespace collie::config

#include "crew/cli/names.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/json/json.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

using json::Json;

constexpr size_t kMostBytes = 4 * 1024 * 1024;
constexpr size_t kMostNames = 1000;

using Rows = std::vector<std::pair<ShortName, Meaning>>;

absl::Status NotOurs(const std::filesystem::path& file) {
  return absl::InvalidArgumentError(
      absl::StrCat(file.string(), " cannot be read: remove it, or write whole names"));
}

absl::StatusOr<Rows> Parse(const std::filesystem::path& file, const std::string& text) {
  Rows rows;
  try {
    for (const Json& row : Json::parse(text)) {
      rows.push_back({{row.at("relay").get<std::string>(), row.at("name").get<std::string>()},
                      row.at("means").get<Meaning>()});
    }
  } catch (const Json::exception&) {
    return NotOurs(file);
  }
  return rows;
}

absl::StatusOr<Rows> Load(const std::filesystem::path& file) {
  const auto text = config::ReadBoundedFile(file, kMostBytes);
  if (absl::IsNotFound(text.status())) return Rows();
  if (!text.ok()) return text.status();
  return Parse(file, *text);
}

std::string TextOf(const Rows& rows) {
  return json::ListJson(rows,
                        [](const auto& row) {
                          return Json{{"relay", row.first.relay},
                                      {"name", row.first.name},
                                      {"means", json::TextsJson(row.second)}};
                        })
             .dump(1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

Rows::iterator FindRow(Rows& rows, const ShortName& name) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == name; });
}

}  // namespace

absl::StatusOr<std::optional<Meaning>> Names::Find(const ShortName& name) const {
  COLLIE_ASSIGN_OR_RETURN(Rows rows, Load(file_));
  const auto row = FindRow(rows, name);
  if (row == rows.end()) return std::nullopt;
  return row->second;
}

absl::Status Names::Keep(const ShortName& name, const Meaning& meaning) const {
  COLLIE_RETURN_IF_ERROR(config::MakePrivateFolders(file_.parent_path()));
  const std::string lock = absl::StrCat(file_.string(), ".lock");
  const int fd = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return absl::UnavailableError(absl::StrCat(lock, " cannot be opened: see its folder"));
  const absl::Cleanup unlock = [fd] { close(fd); };
  if (flock(fd, LOCK_EX) != 0)
    return absl::UnavailableError(absl::StrCat(lock, " cannot be locked"));
  COLLIE_ASSIGN_OR_RETURN(Rows rows, Load(file_));
  const auto row = FindRow(rows, name);
  if (row != rows.end()) rows.erase(row);
  rows.emplace_back(name, meaning);
  if (rows.size() > kMostNames) rows.erase(rows.begin());
  return config::WritePrivateFile(file_, TextOf(rows));
}

}  // namespace collie::cli

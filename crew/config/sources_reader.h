#ifndef COLLIE_CREW_CONFIG_SOURCES_READER_H_
#define COLLIE_CREW_CONFIG_SOURCES_READER_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crew/config/sources_file.h"
#include "nlohmann/json.hpp"

namespace collie::config {

// Takes the JSON of sources.json as it is parsed: a list of flat objects of strings, and nothing
// else. No tree is built, so that a field used twice is seen and depth costs nothing. Internal to
// ParseSources.
class SourcesReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit SourcesReader(std::string_view text) : text_(text) {}

  const absl::Status& status() const { return status_; }
  std::vector<SourceEntry>& entries() { return entries_; }

  bool null() override { return RefuseValue(); }
  bool boolean(bool) override { return RefuseValue(); }
  bool number_integer(number_integer_t) override { return RefuseValue(); }
  bool number_unsigned(number_unsigned_t) override { return RefuseValue(); }
  bool number_float(number_float_t, const string_t&) override { return RefuseValue(); }
  bool binary(binary_t&) override { return RefuseValue(); }
  bool string(string_t& value) override;
  bool start_object(size_t) override;
  bool key(string_t& name) override;
  bool end_object() override;
  bool start_array(size_t) override;
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override;

 private:
  enum class Place { kOutside, kList, kEntry };

  bool RefuseValue();
  bool Refuse(absl::string_view why);
  std::string* Field(const std::string& name);
  // Checks a finished entry; empty: it is good.
  std::string WhyBad() const;

  const std::string_view text_;
  absl::Status status_;
  Place place_ = Place::kOutside;
  std::vector<SourceEntry> entries_;           // the last one is being read
  std::string kind_;                           // of that one
  std::string field_;                          // the one whose value comes next
  std::set<std::string, std::less<>> fields_;  // that it has so far
  std::set<std::string, std::less<>> names_;   // of the entries before
};

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_SOURCES_READER_H_

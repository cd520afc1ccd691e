#include "relay/api/http/strict_json.h"

#include <exception>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace collie::relay {
namespace {

constexpr size_t kLongestQuote = 40;

// Checks a text before a value is made of it: stops at the first thing that is not allowed.
class StrictReader final : public nlohmann::json_sax<json::Json> {
 public:
  const std::string& fault() const { return fault_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return Fail("The body holds bytes that are no JSON."); }

  bool start_object(std::size_t) override { return Open(); }
  bool end_object() override { return Close(); }
  bool start_array(std::size_t) override { return Open(); }
  bool end_array() override { return Close(); }

  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    return Fail(absl::StrCat("The body names ", Quoted(name), " twice."));
  }

  bool parse_error(std::size_t position, const std::string&,
                   const json::Json::exception&) override {
    return Fail(absl::StrCat("The body is no JSON object: see byte ", position, "."));
  }

 private:
  bool Open() {
    if (keys_.size() == kDeepestBody) return Fail("The body is nested too deep.");
    keys_.emplace_back();
    return true;
  }
  bool Close() {
    keys_.pop_back();
    return true;
  }
  bool Fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  std::vector<std::set<std::string>> keys_;  // one set for each open object or array
  std::string fault_;
};

absl::StatusOr<json::Json> Parse(absl::string_view text) {
  StrictReader reader;
  if (!json::Json::sax_parse(text.begin(), text.end(), &reader)) {
    return absl::InvalidArgumentError(reader.fault());
  }
  json::Json json = json::Json::parse(text.begin(), text.end(), nullptr, false);
  if (!json.is_object()) return absl::InvalidArgumentError("The body must be one JSON object.");
  return json;
}

}  // namespace

std::string Quoted(absl::string_view name) {
  const bool is_long = name.size() > kLongestQuote;
  return absl::StrCat("\"", absl::CEscape(name.substr(0, kLongestQuote)), is_long ? "…" : "", "\"");
}

absl::StatusOr<json::Json> ParseStrictObject(absl::string_view text) {
  try {
    return Parse(text);
  } catch (const std::exception&) {  // such as a number that fits no double
    return absl::InvalidArgumentError("The body holds a value that cannot be read.");
  }
}

}  // namespace collie::relay

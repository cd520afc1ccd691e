#include "crew/config/sources_reader.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"

namespace collie::config {
namespace {

constexpr size_t kLeastTokenBytes = 32;

// What the file calls something, made fit for a sentence.
std::string Quote(absl::string_view text) {
  return absl::StrCat("\"", absl::CEscape(text.substr(0, 80)), "\"");
}

bool HasControl(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); });
}

// A token travels in an HTTP header.
bool IsToken(std::string_view text) {
  return text.size() >= kLeastTokenBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isgraph(static_cast<unsigned char>(c));
         });
}

}  // namespace

bool SourcesReader::Refuse(absl::string_view why) {
  std::string where;
  if (place_ == Place::kEntry) {
    where = absl::StrCat("entry ", entries_.size());
    if (!entries_.back().name.empty()) {
      absl::StrAppend(&where, " (", Quote(entries_.back().name), ")");
    }
    absl::StrAppend(&where, ": ");
  }
  status_ = absl::InvalidArgumentError(absl::StrCat("sources.json: ", where, why, "."));
  return false;
}

bool SourcesReader::RefuseValue() {
  if (place_ == Place::kOutside) return Refuse("it must be a list, [ … ], of entries");
  if (place_ == Place::kList) return Refuse("the list may hold entries, { … }, alone");
  return Refuse(absl::StrCat("the field ", Quote(field_), " must be a string"));
}

bool SourcesReader::start_array(size_t) {
  if (place_ != Place::kOutside) return RefuseValue();
  place_ = Place::kList;
  return true;
}

bool SourcesReader::start_object(size_t) {
  if (place_ != Place::kList) return RefuseValue();
  place_ = Place::kEntry;
  entries_.emplace_back();
  kind_.clear();
  fields_.clear();
  return true;
}

std::string* SourcesReader::Field(const std::string& name) {
  SourceEntry& entry = entries_.back();
  if (name == "name") return &entry.name;
  if (name == "kind") return &kind_;
  if (name == "socket") return &entry.socket;
  if (name == "url") return &entry.url;
  if (name == "token") return &entry.token;
  if (name == "ca") return &entry.ca;
  return nullptr;
}

bool SourcesReader::key(string_t& name) {
  field_ = name;
  if (Field(name) == nullptr)
    return Refuse(absl::StrCat("the field ", Quote(name), " is not known"));
  if (fields_.insert(name).second) return true;
  return Refuse(absl::StrCat("the field ", Quote(name), " is there twice"));
}

bool SourcesReader::string(string_t& value) {
  if (place_ != Place::kEntry) return RefuseValue();
  if (value.empty()) return Refuse(absl::StrCat("the field ", Quote(field_), " is empty"));
  if (HasControl(value)) {
    return Refuse(absl::StrCat("the field ", Quote(field_), " holds a control character"));
  }
  *Field(field_) = std::move(value);
  return true;
}

std::string SourcesReader::WhyBad() const {
  const SourceEntry& entry = entries_.back();
  if (entry.name.empty()) return "the field \"name\" is missing";
  if (!ids::IsName(entry.name)) {
    return "the field \"name\" must be 1 to 63 of a-z, 0-9 and -, and not begin with -";
  }
  if (entry.name == "default") return "the field \"name\" may not be \"default\", which is taken";
  if (names_.contains(entry.name)) return "the field \"name\" is used twice";
  if (kind_ != "durable") return "the field \"kind\" must be \"durable\"";
  if (entry.socket.empty() == entry.url.empty()) {
    return "it must have one of the fields \"socket\" and \"url\", not both";
  }
  if (!entry.remote() && !entry.token.empty()) return "the field \"token\" belongs to a \"url\"";
  if (!entry.remote() && !entry.ca.empty()) return "the field \"ca\" belongs to a \"url\"";
  if (entry.remote() && !IsToken(entry.token)) {
    return "the field \"token\" must be 32 bytes or more, without blanks";
  }
  return "";
}

bool SourcesReader::end_object() {
  std::string why = WhyBad();
  if (!why.empty()) return Refuse(why);
  names_.insert(entries_.back().name);
  place_ = Place::kList;
  return true;
}

// The library's own sentence quotes the text, which may be a token.
bool SourcesReader::parse_error(size_t position, const std::string&,
                                const nlohmann::detail::exception&) {
  const std::string_view read = text_.substr(0, std::min(position, text_.size()));
  return Refuse(
      absl::StrCat("it is not JSON at line ", 1 + std::count(read.begin(), read.end(), '\n')));
}

}  // namespace collie::config

#include "relay/api/http/etag.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collie::relay {

std::string WeakTag(absl::string_view state) { return absl::StrCat("W/\"", state, "\""); }

bool NamesTag(const std::string* if_none_match, absl::string_view tag) {
  if (if_none_match == nullptr) return false;
  absl::ConsumePrefix(&tag, "W/");
  for (absl::string_view one : absl::StrSplit(*if_none_match, ',')) {
    one = absl::StripAsciiWhitespace(one);
    absl::ConsumePrefix(&one, "W/");
    if (one == tag || one == "*") return true;
  }
  return false;
}

}  // namespace collie::relay

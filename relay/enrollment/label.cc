#include "relay/enrollment/label.h"

#include "absl/strings/ascii.h"
#include "crew/text/clean.h"

namespace collie::relay {
namespace {

constexpr size_t kMostCharacters = 63;

}  // namespace

absl::Status CheckLabel(const std::string& label) {
  if (label.empty() || absl::StripAsciiWhitespace(label).size() != label.size()) {
    return absl::InvalidArgumentError("A label is not empty and has no blanks around it.");
  }
  if (!text::CleanLine(label, kMostCharacters).altered) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "A label is one line of at most 63 characters, all of them visible: choose another.");
}

}  // namespace collie::relay

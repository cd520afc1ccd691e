#ifndef COLLIE_CREW_CLI_VIEW_PAINT_H_
#define COLLIE_CREW_CLI_VIEW_PAINT_H_

#include <string>

#include "absl/strings/str_cat.h"

namespace collie::cli {

// Colour for people; without it the text as it is.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}

  std::string Bold(const std::string& text) const { return With("1", text); }
  std::string Dim(const std::string& text) const { return With("2", text); }
  std::string Good(const std::string& text) const { return With("32", text); }
  std::string NeedsYou(const std::string& text) const { return With("33", text); }
  std::string Fault(const std::string& text) const { return With("31", text); }

 private:
  std::string With(const std::string& code, const std::string& text) const {
    return on_ ? absl::StrCat("\x1b[", code, "m", text, "\x1b[0m") : std::string(text);
  }

  bool on_;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_PAINT_H_

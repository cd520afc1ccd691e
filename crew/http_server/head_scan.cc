#include "crew/http_server/head_scan.h"

namespace collie::http_server {

HeadScan::Found HeadScan::Scan(std::string_view bytes) {
  while (at_ < bytes.size()) {
    const char c = bytes[at_];
    const bool is_line_start = at_ == line_;
    if (is_line_start && lines_ > 0 && (c == ' ' || c == '\t')) return Found::kFoldedLine;
    ++at_;
    if (c != '\n') continue;
    if (at_ - line_ < 2 || bytes[at_ - 2] != '\r') return Found::kBareLineFeed;
    if (at_ - line_ == 2) return Found::kEnd;
    line_ = at_;
    ++lines_;
  }
  return Found::kNothing;
}

}  // namespace collie::http_server

#ifndef COLLIE_CREW_HTTP_SERVER_HEAD_SCAN_H_
#define COLLIE_CREW_HTTP_SERVER_HEAD_SCAN_H_

#include <cstddef>
#include <string_view>

namespace collie::http_server {

// Looks for the end of a request's head as its bytes come, and for what two readers of HTTP may
// read differently: a line that ends without CR, a header that is continued on the next line. Pure.
class HeadScan {
 public:
  enum class Found { kNothing, kEnd, kBareLineFeed, kFoldedLine };

  // `bytes` begins with those of the last call. Each byte is looked at once.
  Found Scan(std::string_view bytes);

  size_t size() const { return at_; }      // after kEnd: the head's bytes, its empty line included
  size_t lines() const { return lines_; }  // that ended so far
  void Restart() { *this = {}; }

 private:
  size_t at_ = 0;
  size_t line_ = 0;  // where the line under way begins
  size_t lines_ = 0;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_HEAD_SCAN_H_
